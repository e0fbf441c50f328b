import { isLineComment, type Line } from '../source/line.ts';
import type { LineReader } from '../source/line-reader.ts';
import type { BlockContext } from './block-context.ts';
import { parseDelimiter } from './delimiters.ts';
import { parseListMarker } from './list-marker.ts';
import { isAttributeLine } from './metadata.ts';

/** Returns whether a paragraph ends before the line. */
export function endsParagraph({ text, include }: Line, context: BlockContext): boolean {
  if (text === '' || include !== undefined || parseDelimiter(text) || isAttributeLine(text)) return true;
  return context.markers !== undefined && (text === '+' || parseListMarker(text) !== undefined);
}

/** Reads the lines of a paragraph without its comments. */
export function paragraphLines(reader: LineReader, context: BlockContext): Line[] {
  const lines: Line[] = [];
  // Indented code may contain lines that look like list items.
  const indented = /^[ \t]/.test(reader.peek()?.text ?? '');
  for (let line = reader.peek(); line; line = reader.peek()) {
    const isPart = indented && /^[ \t]/.test(line.text);
    if (lines.length > 0 && endsParagraph(line, isPart ? { depth: context.depth } : context)) break;
    reader.next();
    if (!isLineComment(line.text)) lines.push(line);
  }
  return lines;
}
