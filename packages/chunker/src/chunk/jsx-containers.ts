import { elementAt } from '@context-sync/base';
import type { ParsedPage } from '../page/page.ts';
import { HTML, kindOf, PARAGRAPH } from '../scan/blocks.ts';
import { endsOnLine, type LineTag, restOfLine, tagsIn } from '../scan/line-tags.ts';

/** Maximum nesting depth of elements. Deeper elements are ignored. */
const MAX_DEPTH = 50;

/** Returns the line ranges (end exclusive) of JSX or HTML elements that span several blocks. */
export function jsxContainers({ lines, blocks }: ParsedPage, from: number, to: number): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  const open: LineTag[] = [];
  const visit = (tag: LineTag) => {
    if (tag.name === '') open.pop();
    else if (tag.closes) {
      const place = open.findLastIndex(({ name }) => name === tag.name);
      if (place < 0) return;
      found.push([elementAt(open, place).line, tag.line + 1]);
      open.length = place;
    } else if (open.length < MAX_DEPTH && !endsOnLine(restOfLine(lines, tag), tag.name)) open.push(tag);
  };
  for (let index = from; index < to; index += 1) {
    const kind = kindOf(blocks, index);
    if (kind === HTML || (kind === PARAGRAPH && open.length > 0))
      for (const tag of tagsIn(lines, blocks, index)) visit(tag);
  }
  return found;
}
