import { getElementAt } from '@context-sync/base';
import { parseDirective } from '../directives/directive.ts';
import { findHandler } from '../directives/directive-registry.ts';
import { defineSubstitution } from '../directives/substitution.ts';
import { type BlockReader, warn } from '../parse-state.ts';
import type { Inline } from '../rst-node.ts';
import { findIndentedEnd, getLine, sliceAfterMarker } from '../rst-source.ts';
import { defineAnonymous, defineTarget, findTargetEnd } from './hyperlink-target.ts';

const MARKER = 3;
/** Maximum number of characters examined for names and labels. */
const MAX_NAME_CHARS = 200;
const FOOTNOTE = /^\[(\d{1,9}|#[\w.-]*|\*|[\p{L}\p{N}][\p{L}\p{N}_.:+-]*)\](?: |$)/u;
const DIRECTIVE = /^([\p{L}\p{N}]+(?:[-._+:][\p{L}\p{N}]+)*) ?::(?: |$)/u;
/** Matches a probable directive with a missing colon, which would be dropped as a comment. */
const INCOMPLETE_DIRECTIVE =
  /^(?:note|warning|tip|important|caution|danger|code-block|code|image|figure|toctree):(?: |$)/;

/** Reads a construct that begins with `.. `: a footnote, target, substitution or directive; anything else is a comment. */
export const readExplicit: BlockReader = (state, source, at, into, parse) => {
  const line = getLine(source, at);
  if (line !== '..' && !line.startsWith('.. ')) return undefined;
  const markupText = line.slice(MARKER).trimStart();
  // An empty comment ends here, so that it separates an indented block from the text above.
  if (markupText === '' && getLine(source, at + 1) === '') return at + 1;
  const end = Math.max(findIndentedEnd(source, at + 1), at + 1);
  const markupStart = markupText.slice(0, MAX_NAME_CHARS);

  const footnote = FOOTNOTE.exec(markupStart);
  if (footnote) {
    const column = line.length - markupText.length + footnote[0].trimEnd().length;
    const label: Inline[] = ['**[', { footnote: state.definitions.footnotes.length }, ']**'];
    state.definitions.footnotes.push(getElementAt(footnote, 1));
    const nodes = parse(state, sliceAfterMarker(source, at, column, end));
    into.push({ kind: 'labeled', label, colon: '', nodes, line: source.first + at });
    return end;
  }
  if (markupText.startsWith('_')) {
    if (defineTarget(state, source, at, markupText)) return findTargetEnd(source, at);
    warn(state, source.first + at, 'The target name must be followed by a colon; without one, it is a comment');
    return end;
  }
  if (markupText.startsWith('|') && defineSubstitution(state, sliceAfterMarker(source, at, MARKER, end))) return end;
  const name = DIRECTIVE.exec(markupStart);
  if (name) {
    const column = line.length - markupText.length + name[0].trimEnd().length;
    const directive = parseDirective(getElementAt(name, 1), sliceAfterMarker(source, at, column, end));
    findHandler(directive.name)(state, directive, into, parse);
    return end;
  }
  if (INCOMPLETE_DIRECTIVE.test(markupStart))
    warn(state, source.first + at, 'A directive name must be followed by two colons; with one, it is a comment');
  return end;
};

/** Reads `__ target`, the target of the next reference without a name. */
export const readAnonymousTarget: BlockReader = (state, source, at) => {
  const line = getLine(source, at);
  if (line !== '__' && !line.startsWith('__ ')) return undefined;
  const end = findTargetEnd(source, at);
  const address = source.lines.slice(at, end).join('').slice(2);
  defineAnonymous(state, address);
  return end;
};
