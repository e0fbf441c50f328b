import { sliceLines } from '@context-sync/formats';
import { CODE, getEnd, getKind, getStart, HTML } from '../scan/scanned-blocks.ts';
import type { ScannedText } from './text-edits.ts';

/** Match the tags of a file tree. */
const TREE_START = /<(?:\w+\.)?(?:File)?Tree[\s>]/;
const TREE_END = /<\/(?:\w+\.)?(?:File)?Tree\s*>/;
/** Matches a line with the tag of an entry of a file tree. */
const TREE_LINE = /^\s*(?:<\/?(?:\w+\.)?(?:File|Folder|Tree|FileTree)(?:\s[^<>]*)?>\s*)+$/;

/** Treats the indented entries after a blank line in a file tree as HTML. In Markdown without MDX, they are code. */
export function markTreeEntries({ lines, blocks }: ScannedText): void {
  if (!TREE_START.test(lines.text)) return;
  let isInTree = false;
  for (let index = 0; index < blocks.kinds.length; index += 1) {
    const kind = getKind(blocks, index);
    if (kind !== HTML && !(kind === CODE && isInTree)) continue;
    const block = sliceLines(lines, getStart(blocks, index), getEnd(blocks, index));
    if (kind === CODE && block.split('\n').every((line) => line.trim() === '' || TREE_LINE.test(line)))
      blocks.kinds[index] = HTML;
    if (getKind(blocks, index) !== HTML) continue;
    const start = block.search(TREE_START);
    const end = block.search(TREE_END);
    isInTree = start < 0 && end < 0 ? isInTree : start > end;
  }
}
