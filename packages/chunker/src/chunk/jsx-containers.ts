import { getElementAt } from '@context-sync/base';
import type { ParsedPage } from '../page/markdown-page.ts';
import { endsOnLine, findLineTags, getRestOfLine, type LineTag } from '../scan/line-tags.ts';
import { getKind, HTML, PARAGRAPH } from '../scan/scanned-blocks.ts';

/** Maximum nesting depth of elements. Deeper elements are ignored. */
const MAX_DEPTH = 50;

/** Returns the line ranges (end exclusive) of JSX or HTML elements that span several blocks. */
export function findJsxContainers(
  { lines, blocks }: ParsedPage,
  from: number,
  to: number,
): (readonly [number, number])[] {
  const containers: (readonly [number, number])[] = [];
  const openTags: LineTag[] = [];
  const visit = (tag: LineTag) => {
    if (tag.name === '') openTags.pop();
    else if (tag.closes) {
      const openingIndex = openTags.findLastIndex(({ name }) => name === tag.name);
      if (openingIndex < 0) return;
      containers.push([getElementAt(openTags, openingIndex).line, tag.line + 1]);
      openTags.length = openingIndex;
    } else if (openTags.length < MAX_DEPTH && !endsOnLine(getRestOfLine(lines, tag), tag.name)) openTags.push(tag);
  };
  for (let index = from; index < to; index += 1) {
    const kind = getKind(blocks, index);
    if (kind === HTML || (kind === PARAGRAPH && openTags.length > 0))
      for (const tag of findLineTags(lines, blocks, index)) visit(tag);
  }
  return containers;
}
