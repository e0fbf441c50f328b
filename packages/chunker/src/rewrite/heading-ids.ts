import { findHeadingAttributes, getLineEnd, getLineStart } from '@context-sync/formats';
import { getHeadingText } from '../scan/heading-text.ts';
import { getEnd, getStart, HEADING, isSetext } from '../scan/scanned-blocks.ts';
import type { ScannedText, TextEdit } from './text-edits.ts';

/** Returns explicit heading ids, `## Title {#id}`, by the heading's first line, and the edits that remove attribute lists from the text. */
export function findHeadingIds(draft: ScannedText): { ids: ReadonlyMap<number, string>; edits: TextEdit[] } {
  const { lines, blocks } = draft;
  const ids = new Map<number, string>();
  const edits: TextEdit[] = [];
  for (let index = blocks.kinds.indexOf(HEADING); index >= 0; index = blocks.kinds.indexOf(HEADING, index + 1)) {
    const lastLine = getEnd(blocks, index) - (isSetext(blocks, index) ? 2 : 1);
    const start = getLineStart(lines, lastLine);
    const line = lines.text.slice(start, getLineEnd(lines, lastLine));
    const attributes = /[}\]]/.test(line) ? findHeadingAttributes(getHeadingText(draft, index)) : undefined;
    if (!attributes) continue;
    if (attributes.id !== undefined) ids.set(getStart(blocks, index), attributes.id);
    const isBracketed = line.lastIndexOf(']') > line.lastIndexOf('}');
    const closeEnd = Math.max(line.lastIndexOf('}'), line.lastIndexOf(']')) + 1;
    const openAt = isBracketed ? closeEnd - attributes.length : line.lastIndexOf('{');
    const text = line.slice(0, openAt).replace(/%$/, '').trimEnd();
    edits.push({ start: start + text.length, end: start + closeEnd + (line[closeEnd] === '%' ? 1 : 0), text: '' });
  }
  return { ids, edits };
}
