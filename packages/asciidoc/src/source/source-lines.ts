import { getElementAt } from '@context-sync/base';
import type { DocumentAttributes } from './document-attributes.ts';
import type { Includes } from './include-files.ts';
import { type ConditionResult, evaluateComparison, evaluateDefined } from './preprocessor-conditions.ts';
import type { AsciidocLine } from './source-line.ts';

/** A source of the lines of a document, one by one, so that each condition is evaluated with the attributes set above it. */
export interface SourceLines {
  /** Returns the next line that is not omitted. With `verbatim`, directives are text, as in comment blocks. */
  pull(verbatim?: boolean): AsciidocLine | undefined;
}

interface Branch {
  readonly from: number;
  readonly names: string;
  readonly result: ConditionResult;
}

/** A file whose lines are being read: the document, or a file that it includes. */
interface Frame {
  readonly lines: readonly string[];
  at: number;
  /** Path of an included file; undefined for the document and for samples. */
  readonly path: string | undefined;
}

/** Difference between the numbers of adjacent lines in an included file, so that the numbers stay unique and in order. Their integer part is the number of the including line. */
const INCLUDED_LINE_STEP = 1e-7;

const DIRECTIVE_PATTERN = /^(\\?)(ifdef|ifndef|ifeval|endif|include|include-code)::/;

/** The document, and the included files that are being read. */
interface FileStack {
  open(lines: readonly string[], path: string | undefined): void;
  /** Path of the innermost included file that has a path. */
  path(): string | undefined;
  /** Number of open included files. */
  depth(): number;
  /** Returns the next line of the innermost file that has lines left. */
  next(): AsciidocLine | undefined;
}

function createFileStack(source: readonly string[]): FileStack {
  const frames: Frame[] = [{ lines: source, at: 0, path: undefined }];
  let position = 0;
  return {
    open: (lines, path) => frames.push({ lines, at: 0, path }),
    path: () => frames.findLast((frame) => frame.path !== undefined)?.path,
    depth: () => frames.length - 1,
    next() {
      for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
        if (frame.at < frame.lines.length) {
          const text = getElementAt(frame.lines, frame.at).trimEnd();
          frame.at += 1;
          position = frames.length === 1 ? frame.at : position + INCLUDED_LINE_STEP;
          return { text, from: position };
        }
        if (frames.length === 1) return undefined;
        frames.pop();
      }
      return undefined;
    },
  };
}

/** A line that sets the id of the section below it. */
const SECTION_ID = /^\[(?:\[([\w.-]{1,200})(?:,[^\]]*)?\]\]|#([\w.-]{1,200})\])$/;

/**
 * Processes preprocessor directives: omits branches with a false condition, and replaces include directives with the lines of the included files. A line of an
 * included file has a fraction of the number of the line that includes it. Without `includes`, marks the directives.
 */
export function createSourceLines(
  source: readonly string[],
  attributes: DocumentAttributes,
  warn: (line: number, message: string) => void,
  includes?: Includes,
): SourceLines {
  const branches: Branch[] = [];
  const files = createFileStack(source);
  /** Number of open branches with a false condition. */
  let falseBranches = 0;
  let section = '';

  const enter = (branch: Branch) => {
    branches.push(branch);
    if (branch.result === false) falseBranches += 1;
  };
  const leave = (from: number) => {
    const branch = branches.pop();
    if (!branch) warn(from, 'endif without ifdef, ifndef or ifeval');
    else if (branch.result === false) falseBranches -= 1;
  };

  /** Opens the included file. Returns a line that marks the include if its file is not read. */
  const include = (target: string, options: string, from: number): AsciidocLine | undefined => {
    if (!includes || /^(?:https?|ftp):/.test(target))
      return { text: `include::${target}[${options}]`, from, include: target };
    const file = includes.file(files.path(), target, options, files.depth(), from);
    if (file) files.open(file.lines, file.path);
    return undefined;
  };

  /** Executes a directive. Returns the line that replaces the directive, or undefined. */
  const applyDirective = (name: string, rest: string, from: number): AsciidocLine | undefined => {
    const bracket = rest.indexOf('[');
    const target = rest.slice(0, bracket);
    const content = rest.slice(bracket + 1, -1);
    if (name === 'endif') leave(from);
    else if (name === 'ifeval') {
      enter({ from, names: content, result: falseBranches > 0 ? undefined : evaluateComparison(content, attributes) });
    } else if (name === 'include') {
      if (falseBranches === 0) return include(target, content, from);
    } else if (name === 'include-code') {
      const lines = falseBranches === 0 ? includes?.samples(target, content, section, from) : undefined;
      if (lines) files.open(lines, undefined);
    } else if (name === 'ifdef' || name === 'ifndef') {
      const result = falseBranches > 0 ? undefined : evaluateDefined(name, target, attributes);
      if (content === '') enter({ from, names: target, result });
      else if (falseBranches === 0 && result !== false) return { text: content, from };
    }
    return undefined;
  };

  return {
    pull(verbatim = false) {
      for (let line = files.next(); line; line = files.next()) {
        const { text, from } = line;
        const match = verbatim ? null : DIRECTIVE_PATTERN.exec(text);
        if (match && isComplete(getElementAt(match, 2), text, match[0].length)) {
          if (match[1] === '') {
            const result = applyDirective(getElementAt(match, 2), text.slice(match[0].length), from);
            if (result) return result;
            continue;
          }
          if (falseBranches === 0) return { text: text.slice(1), from };
        }
        if (falseBranches > 0) continue;
        const id = text.startsWith('[') ? SECTION_ID.exec(text) : null;
        if (id) section = id[1] ?? id[2] ?? '';
        return line;
      }
      for (const { from, names } of branches.splice(0)) {
        warn(from, `condition on ${names.slice(0, 80)} is not closed by endif`);
      }
      return undefined;
    },
  };
}

/** Returns whether the directive ends with a bracket and has its required target. */
function isComplete(name: string, text: string, targetAt: number): boolean {
  if (!text.endsWith(']')) return false;
  const bracket = text.indexOf('[', targetAt);
  if (bracket < 0) return false;
  if (name === 'endif') return true;
  if (name === 'ifeval') return bracket === targetAt;
  return bracket > targetAt && text[targetAt] !== ' ';
}
