import { getHangingHeadingLevel } from './hanging-heading.ts';
import { dedentLine, getIndent } from './indent-width.ts';
import { parseListItem } from './list-item.ts';
import type { SourceLine } from './page-breaks.ts';
import type { PlainWriter } from './plain-writer.ts';
import { isPreformatted } from './preformatted.ts';
import { findTitle, isRuler } from './title-underline.ts';

/**
 * Writes a block: a run of lines without a blank line.
 *
 * @param base Column where the body text of the document begins.
 */
export function writeBlock(writer: PlainWriter, block: readonly SourceLine[], base: number): void {
  const level = getHangingHeadingLevel(getTexts(block.slice(0, 2)), base);
  if (level !== undefined) writer.heading(level, block[0]?.text.trim() ?? '', block[0]?.number ?? 1);
  const lines = block
    .slice(level === undefined ? 0 : 1)
    .map(({ text, number }) => ({ text: dedentLine(text, base), number }));
  let index = 0;
  for (;;) {
    const title = findTitle(getTexts(lines.slice(index, index + 3)));
    if (!title) break;
    writer.heading(title.level, title.text, lines[index + title.at]?.number ?? 1);
    index += title.length;
  }
  writeBody(writer, lines.slice(index));
}

function writeBody(writer: PlainWriter, lines: readonly SourceLine[]): void {
  const [first] = lines;
  if (!first) return;
  const column = writer.leaveItems(getIndent(first.text));
  const isItem = parseListItem(first.text) !== undefined;
  // In a list, a nested list may be indented more than necessary.
  const mayBeCode = !isItem || !writer.isInItem();
  if (mayBeCode && lines.every(({ text }) => getIndent(text) >= column)) writer.code(lines);
  else if (lines.length === 1 && isRuler(first.text)) writer.ruler(first.number);
  else if (!isItem && isPreformatted(getTexts(lines))) writer.preformatted(lines);
  else writeText(writer, lines, column);
}

/** Writes text. Lines that are indented to `column` or beyond are code. */
function writeText(writer: PlainWriter, lines: readonly SourceLine[], column: number): void {
  let textStart = 0;
  for (let index = 1; index < lines.length; index += 1) {
    // Indented lines in a paragraph are a hanging indent, unless the line above ends in a colon, which introduces code.
    if (!lines[index - 1]?.text.trimEnd().endsWith(':') || writer.isInItem()) continue;
    let end = index;
    while (end < lines.length && getIndent(lines[end]?.text ?? '') >= column) end += 1;
    if (end === index) continue;
    writer.text(lines.slice(textStart, index));
    writer.code(lines.slice(index, end));
    textStart = end;
    index = end;
  }
  if (textStart < lines.length) writer.text(lines.slice(textStart));
}

function getTexts(lines: readonly SourceLine[]): string[] {
  return lines.map(({ text }) => text);
}
