import { elementAt } from '@context-sync/formats';
import type { Page } from '../page/page.ts';
import { HTML, kindOf, PARAGRAPH } from '../scan/blocks.ts';
import { endsOnLine, restOfLine, type Tag, tagsIn } from '../scan/line-tags.ts';

/** Deepest nesting that is followed. */
const DEPTH = 50;

/** Elements of JSX or HTML that reach over several blocks, as lines: first, behind the last. */
export function jsxContainers({ lines, blocks }: Page, from: number, to: number): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  const open: Tag[] = [];
  const visit = (tag: Tag) => {
    if (tag.name === '') open.pop();
    else if (tag.closes) {
      const place = open.findLastIndex(({ name }) => name === tag.name);
      if (place < 0) return;
      found.push([elementAt(open, place).line, tag.line + 1]);
      open.length = place;
    } else if (open.length < DEPTH && !endsOnLine(restOfLine(lines, tag), tag.name)) open.push(tag);
  };
  for (let index = from; index < to; index += 1) {
    const kind = kindOf(blocks, index);
    if (kind === HTML || (kind === PARAGRAPH && open.length > 0))
      for (const tag of tagsIn(lines, blocks, index)) visit(tag);
  }
  return found;
}
