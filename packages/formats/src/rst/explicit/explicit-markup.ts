import { getElementAt } from '@context-sync/base';
import { parseDirective } from '../directives/directive.ts';
import { findHandler } from '../directives/directive-registry.ts';
import { defineSubstitution } from '../directives/substitution.ts';
import { type BlockReader, warn } from '../parse-state.ts';
import type { Inline } from '../rst-node.ts';
import { findIndentedEnd, getLine, sliceAfterMarker } from '../rst-source.ts';
import { defineAnonymous, defineTarget, findTargetEnd } from './hyperlink-target.ts';

const MARKER_CHARS = 3;
/** Maximum number of characters examined for names and labels. */
const MAX_NAME_CHARS = 200;
const FOOTNOTE_PATTERN = /^\[(\d{1,9}|#[\w.-]*|\*|[\p{L}\p{N}][\p{L}\p{N}_.:+-]*)\](?: |$)/u;
const DIRECTIVE_PATTERN = /^([\p{L}\p{N}]+(?:[-._+:][\p{L}\p{N}]+)*) ?::(?: |$)/u;
/** Matches a probable directive with a missing colon, which would be dropped as a comment. */
const INCOMPLETE_DIRECTIVE =
  /^(?:note|warning|tip|important|caution|danger|code-block|code|image|figure|toctree):(?: |$)/;

/** Reads a construct that begins with `.. `, such as a footnote, target, substitution or directive. Treats anything else as a comment. */
export const readExplicit: BlockReader = (state, source, index, into, parse) => {
  const line = getLine(source, index);
  if (line !== '..' && !line.startsWith('.. ')) return undefined;
  const markupText = line.slice(MARKER_CHARS).trimStart();
  // An empty comment has no indented content, because authors use it to separate an indented block from the text above.
  if (markupText === '' && getLine(source, index + 1) === '') return index + 1;
  const end = Math.max(findIndentedEnd(source, index + 1), index + 1);
  const markupStart = markupText.slice(0, MAX_NAME_CHARS);

  const footnote = FOOTNOTE_PATTERN.exec(markupStart);
  if (footnote) {
    const column = line.length - markupText.length + footnote[0].trimEnd().length;
    const number = state.definitions.footnotes.length;
    const label: Inline[] = [{ footnoteAnchor: number }, '**[', { footnote: number }, ']**'];
    state.definitions.footnotes.push(getElementAt(footnote, 1));
    const nodes = parse(state, sliceAfterMarker(source, index, column, end));
    into.push({ kind: 'labeled', label, colon: '', nodes, line: source.first + index });
    return end;
  }
  if (markupText.startsWith('_')) {
    if (defineTarget(state, source, index, markupText)) return findTargetEnd(source, index);
    warn(state, source.first + index, 'The target name must be followed by a colon; without one, it is a comment');
    return end;
  }
  if (markupText.startsWith('|') && defineSubstitution(state, sliceAfterMarker(source, index, MARKER_CHARS, end)))
    return end;
  const name = DIRECTIVE_PATTERN.exec(markupStart);
  if (name) {
    const column = line.length - markupText.length + name[0].trimEnd().length;
    const directive = parseDirective(getElementAt(name, 1), sliceAfterMarker(source, index, column, end));
    findHandler(directive.name)(state, directive, into, parse);
    return end;
  }
  if (INCOMPLETE_DIRECTIVE.test(markupStart))
    warn(state, source.first + index, 'A directive name must be followed by two colons; with one, it is a comment');
  return end;
};

/** Reads `__ target`, the target of the next reference without a name. */
export const readAnonymousTarget: BlockReader = (state, source, index) => {
  const line = getLine(source, index);
  if (line !== '__' && !line.startsWith('__ ')) return undefined;
  const end = findTargetEnd(source, index);
  const address = source.lines.slice(index, end).join('').slice(2);
  defineAnonymous(state, address);
  return end;
};
