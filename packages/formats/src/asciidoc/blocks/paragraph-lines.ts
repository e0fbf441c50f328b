import { isLineComment, type Line } from '../source/line.ts';
import type { LineReader } from '../source/line-reader.ts';
import { delimiter } from './delimiters.ts';
import { listMarker } from './list-marker.ts';
import { isAttributeLine } from './metadata.ts';
import type { Place } from './place.ts';

/** Returns whether a paragraph ends before the line. */
export function endsParagraph({ text, include }: Line, place: Place): boolean {
  if (text === '' || include !== undefined || delimiter(text) || isAttributeLine(text)) return true;
  return place.markers !== undefined && (text === '+' || listMarker(text) !== undefined);
}

/** Reads the lines of a paragraph without its comments. */
export function paragraphLines(reader: LineReader, place: Place): Line[] {
  const lines: Line[] = [];
  // Indented code may contain lines that look like list items.
  const indented = /^[ \t]/.test(reader.peek()?.text ?? '');
  for (let line = reader.peek(); line; line = reader.peek()) {
    const isPart = indented && /^[ \t]/.test(line.text);
    if (lines.length > 0 && endsParagraph(line, isPart ? { depth: place.depth } : place)) break;
    reader.next();
    if (!isLineComment(line.text)) lines.push(line);
  }
  return lines;
}
