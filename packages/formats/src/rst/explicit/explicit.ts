import { directiveOf } from '../directives/directive.ts';
import { handlerOf } from '../directives/registry.ts';
import type { Inline } from '../node.ts';
import { type BlockReader, warn } from '../parse-state.ts';
import { behindMarker, endOfIndented, lineAt } from '../source.ts';
import { defineSubstitution } from './substitution.ts';
import { defineAnonymous, defineTarget, endOfTarget } from './target.ts';

const MARKER = 3;
/** Names and labels are looked at up to here. */
const HEAD = 200;
const FOOTNOTE = /^\[(\d{1,9}|#[\w.-]*|\*|[\p{L}\p{N}][\p{L}\p{N}_.:+-]*)\](?: |$)/u;
const DIRECTIVE = /^([\p{L}\p{N}]+(?:[-._+:][\p{L}\p{N}]+)*) ?::(?: |$)/u;
/** What looks like a directive that lacks a colon, and would be gone without a word. */
const NEARLY_DIRECTIVE = /^(?:note|warning|tip|important|caution|danger|code-block|code|image|figure|toctree):(?: |$)/;

/** What begins with `.. `: a footnote, a target, a substitution, a directive, or else a comment. */
export const readExplicit: BlockReader = (state, source, at, into, parse) => {
  const line = lineAt(source, at);
  if (line !== '..' && !line.startsWith('.. ')) return undefined;
  const rest = line.slice(MARKER).trimStart();
  // An empty comment ends there, so that it can part an indented block from the one above.
  if (rest === '' && lineAt(source, at + 1) === '') return at + 1;
  const end = Math.max(endOfIndented(source, at + 1), at + 1);
  const head = rest.slice(0, HEAD);

  const label = FOOTNOTE.exec(head);
  if (label) {
    const column = line.length - rest.length + label[0].trimEnd().length;
    const lead: Inline[] = ['**[', { footnote: state.definitions.footnotes.length }, ']**'];
    state.definitions.footnotes.push(label[1] ?? '');
    const nodes = parse(state, behindMarker(source, at, column, end));
    into.push({ kind: 'led', lead, colon: '', nodes, line: source.first + at });
    return end;
  }
  if (rest.startsWith('_')) {
    if (defineTarget(state, source, at, rest)) return endOfTarget(source, at);
    warn(state, source.first + at, 'The target has no colon behind its name, so it is a comment');
    return end;
  }
  if (rest.startsWith('|') && defineSubstitution(state, behindMarker(source, at, MARKER, end))) return end;
  const name = DIRECTIVE.exec(head);
  if (name) {
    const column = line.length - rest.length + name[0].trimEnd().length;
    const directive = directiveOf(name[1] ?? '', behindMarker(source, at, column, end));
    handlerOf(directive.name)(state, directive, into, parse);
    return end;
  }
  if (NEARLY_DIRECTIVE.test(head))
    warn(state, source.first + at, 'A directive needs two colons behind its name; with one it is a comment');
  return end;
};

/** `__ target`: what the next reference without a name leads to. */
export const readAnonymousTarget: BlockReader = (state, source, at) => {
  const line = lineAt(source, at);
  if (line !== '__' && !line.startsWith('__ ')) return undefined;
  const end = endOfTarget(source, at);
  const address = source.lines.slice(at, end).join('').slice(2);
  defineAnonymous(state, address);
  return end;
};
