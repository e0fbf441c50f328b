import { findFirstText, findLine, getLineEnd, getLineStart } from '@context-sync/formats';
import { getKind, HEADING } from '../scan/scanned-blocks.ts';
import { type ScannedText, type TextEdit, visitOutsideCode, visitProse } from './text-edits.ts';

/** Matches a string in an expression: `{'a'}` or `{" "}`. */
const TEXT_PATTERN = /^\{\s*(?:'([^'\\{}\n]*)'|"([^"\\{}\n]*)"|`([^`\\${}\n]*)`)\s*\}/;
/** Matches a value that is known only when the page is built: `{metadata.title}`, or a condition. */
const VALUE_EXPRESSION = /^\{(?!\s*\/\*)[^{}\n]*\}$/;
/** Matches the language at the end of inline code, such as `{:js}`. */
const CODE_LANGUAGE = /^\{:[a-z]+(?:\.[\w.]+)?\}(?=`)/;
const MAX_LENGTH = 500;

/** Replaces MDX expressions with their text. Removes an expression with an unknown value if the line contains nothing else. */
export function createExpressionEdits(draft: ScannedText): TextEdit[] {
  const edits: TextEdit[] = [];
  const { lines, blocks } = draft;
  const { text } = lines;
  let line = 0;
  visitOutsideCode(draft, '{', (block, offset) => {
    if (getKind(blocks, block) === HEADING) return undefined;
    const [written, single, double, template] = TEXT_PATTERN.exec(text.slice(offset, offset + MAX_LENGTH)) ?? [];
    if (written !== undefined) {
      edits.push({ start: offset, end: offset + written.length, text: single ?? double ?? template ?? '' });
      return offset + written.length;
    }
    line = findLine(lines, offset, line);
    const end = getLineEnd(lines, line);
    if (findFirstText(text, getLineStart(lines, line), end) !== offset || end - offset > MAX_LENGTH) return undefined;
    if (!VALUE_EXPRESSION.test(text.slice(offset, end).trimEnd())) return undefined;
    edits.push({ start: offset, end, text: '' });
    return end;
  });
  visitProse(draft, '{:', (_, offset) => {
    const language = CODE_LANGUAGE.exec(text.slice(offset, offset + 40))?.[0];
    if (language === undefined) return undefined;
    edits.push({ start: offset, end: offset + language.length, text: '' });
    return offset + language.length;
  });
  return edits;
}
