import type { Attributes } from './attributes.ts';
import { evaluateComparison, evaluateDefined, type Truth } from './conditions.ts';
import type { Line } from './line.ts';

/** Returns the lines of a document one by one, so that conditions see the attributes that were set above them. */
export interface SourceLines {
  /** Returns the next line that is not omitted. With `verbatim`, directives are text, as in comment blocks. */
  pull(verbatim?: boolean): Line | undefined;
}

interface Branch {
  readonly from: number;
  readonly names: string;
  readonly truth: Truth;
}

const DIRECTIVE = /^(\\?)(ifdef|ifndef|ifeval|endif|include)::/;

/** Processes preprocessor directives: omits branches with a false condition, and marks includes. */
export function createSourceLines(
  source: readonly string[],
  attributes: Attributes,
  warn: (line: number, message: string) => void,
): SourceLines {
  const branches: Branch[] = [];
  /** Number of open branches with a false condition. */
  let falseBranches = 0;
  let at = 0;

  const open = (branch: Branch) => {
    branches.push(branch);
    if (branch.truth === false) falseBranches += 1;
  };
  const close = (from: number) => {
    const branch = branches.pop();
    if (!branch) warn(from, 'endif without ifdef, ifndef or ifeval');
    else if (branch.truth === false) falseBranches -= 1;
  };

  /** Returns the line that results from a directive, if any. */
  const directive = (name: string, rest: string, from: number): Line | undefined => {
    const bracket = rest.indexOf('[');
    const target = rest.slice(0, bracket);
    const inside = rest.slice(bracket + 1, -1);
    if (name === 'endif') close(from);
    else if (name === 'ifeval') {
      open({ from, names: inside, truth: falseBranches > 0 ? undefined : evaluateComparison(inside, attributes) });
    } else if (name === 'include') {
      if (falseBranches === 0) return { text: `include::${rest}`, from, include: target };
    } else if (name === 'ifdef' || name === 'ifndef') {
      const truth = falseBranches > 0 ? undefined : evaluateDefined(name, target, attributes);
      if (inside === '') open({ from, names: target, truth });
      else if (falseBranches === 0 && truth !== false) return { text: inside, from };
    }
    return undefined;
  };

  return {
    pull(verbatim = false) {
      while (at < source.length) {
        const text = (source[at] ?? '').trimEnd();
        at += 1;
        const match = verbatim ? null : DIRECTIVE.exec(text);
        if (match && isComplete(match[2] ?? '', text, match[0].length)) {
          if (match[1] === '') {
            const line = directive(match[2] ?? '', text.slice(match[0].length), at);
            if (line) return line;
            continue;
          }
          if (falseBranches === 0) return { text: text.slice(1), from: at };
        }
        if (falseBranches === 0) return { text, from: at };
      }
      for (const { from, names } of branches.splice(0)) {
        warn(from, `condition on ${names.slice(0, 80)} is not closed by endif`);
      }
      return undefined;
    },
  };
}

/** Returns whether the directive ends with a bracket and has a target if it needs one. */
function isComplete(name: string, text: string, targetAt: number): boolean {
  if (!text.endsWith(']')) return false;
  const bracket = text.indexOf('[', targetAt);
  if (bracket < 0) return false;
  if (name === 'endif') return true;
  if (name === 'ifeval') return bracket === targetAt;
  return bracket > targetAt && text[targetAt] !== ' ';
}
