import { customId, lineEnd, lineStart } from '@context-sync/formats';
import { endOf, HEADING, isSetext, startOf } from '../scan/blocks.ts';
import { headingText } from '../scan/heading-text.ts';
import type { Draft, Edit } from './edits.ts';

/** The ids that headings give themselves, `## Title {#id}`, by the heading's first line, and the edits that take them out: no reader sees them. */
export function headingIds(draft: Draft): { ids: ReadonlyMap<number, string>; edits: Edit[] } {
  const { lines, blocks } = draft;
  const ids = new Map<number, string>();
  const edits: Edit[] = [];
  for (let index = blocks.kinds.indexOf(HEADING); index >= 0; index = blocks.kinds.indexOf(HEADING, index + 1)) {
    const last = endOf(blocks, index) - (isSetext(blocks, index) ? 2 : 1);
    const start = lineStart(lines, last);
    const line = lines.text.slice(start, lineEnd(lines, last));
    const id = line.includes('}') ? customId(headingText(draft, index)) : undefined;
    if (id === undefined) continue;
    ids.set(startOf(blocks, index), id);
    const text = line.slice(0, line.lastIndexOf('{')).trimEnd();
    edits.push({ start: start + text.length, end: start + line.lastIndexOf('}') + 1, text: '' });
  }
  return { ids, edits };
}
