import type { LineReader } from '../source/line-reader.ts';
import { type AsciidocLine, isLineComment } from '../source/source-line.ts';
import type { BlockContext } from './block-context.ts';
import { parseDelimiter } from './block-delimiters.ts';
import { isAttributeLine } from './block-metadata.ts';
import { parseListMarker } from './list-marker.ts';

/** Returns whether a paragraph ends before the line. */
export function endsParagraph({ text, include }: AsciidocLine, context: BlockContext): boolean {
  if (text === '' || include !== undefined || parseDelimiter(text) || isAttributeLine(text)) return true;
  return context.markers !== undefined && (text === '+' || parseListMarker(text) !== undefined);
}

/** Reads the lines of a paragraph without its comments. */
export function readParagraphLines(reader: LineReader, context: BlockContext): AsciidocLine[] {
  const lines: AsciidocLine[] = [];
  // Indented code may contain lines that look like list items.
  const isIndented = /^[ \t]/.test(reader.peek()?.text ?? '');
  for (let line = reader.peek(); line; line = reader.peek()) {
    const isPart = isIndented && /^[ \t]/.test(line.text);
    if (lines.length > 0 && endsParagraph(line, isPart ? { depth: context.depth } : context)) break;
    reader.next();
    if (!isLineComment(line.text)) lines.push(line);
  }
  return lines;
}
