import { findEmbeddedData, getLineEnd } from '@context-sync/formats';
import { CODE, FENCE, getEnd, getKind } from '../scan/scanned-blocks.ts';
import type { ScannedText, TextEdit } from './text-edits.ts';

/** Replaces images that have data URLs with their alternative text. Truncates other embedded data. */
export function createEmbeddedDataEdits({ lines, blocks }: ScannedText): TextEdit[] {
  let block = 0;
  return findEmbeddedData(lines.text, (offset) => {
    while (block < blocks.kinds.length && getLineEnd(lines, getEnd(blocks, block) - 1) < offset) block += 1;
    const kind = block < blocks.kinds.length ? getKind(blocks, block) : 0;
    return kind === FENCE || kind === CODE;
  });
}
