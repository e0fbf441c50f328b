import { headingAttributes, lineEnd, lineStart } from '@context-sync/formats';
import { endOf, HEADING, isSetext, startOf } from '../scan/blocks.ts';
import { headingText } from '../scan/heading-text.ts';
import type { ScannedText, TextEdit } from './edits.ts';

/** Returns explicit heading ids, `## Title {#id}`, by the heading's first line, and the edits that remove attribute lists from the text. */
export function headingIds(draft: ScannedText): { ids: ReadonlyMap<number, string>; edits: TextEdit[] } {
  const { lines, blocks } = draft;
  const ids = new Map<number, string>();
  const edits: TextEdit[] = [];
  for (let index = blocks.kinds.indexOf(HEADING); index >= 0; index = blocks.kinds.indexOf(HEADING, index + 1)) {
    const last = endOf(blocks, index) - (isSetext(blocks, index) ? 2 : 1);
    const start = lineStart(lines, last);
    const line = lines.text.slice(start, lineEnd(lines, last));
    const attributes = line.includes('}') ? headingAttributes(headingText(draft, index)) : undefined;
    if (!attributes) continue;
    if (attributes.id !== undefined) ids.set(startOf(blocks, index), attributes.id);
    const text = line.slice(0, line.lastIndexOf('{')).replace(/%$/, '').trimEnd();
    const close = line.lastIndexOf('}') + 1;
    edits.push({ start: start + text.length, end: start + close + (line[close] === '%' ? 1 : 0), text: '' });
  }
  return { ids, edits };
}
