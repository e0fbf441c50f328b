import { splitWords } from '../text/words.ts';
import type { Block } from './markdown-source.ts';

const RUN_LENGTH = 4;

/**
 * Returns a function that finds the first block of a page that an item contains. An item contains a block if it
 * contains at least half of the block's unique sequences of four words, or if the block makes up a third of the item. A
 * few common words are not enough, because they may be part of a breadcrumb.
 */
export function createFirstBlockFinder(blocks: readonly Block[]): (content: string) => Block | undefined {
  const owners = new Map<string, number | undefined>();
  for (const [number, block] of blocks.entries()) {
    if (!block.leaf) continue;
    for (const run of new Set(splitRuns(block.words))) {
      owners.set(run, owners.has(run) || block.kind === 'heading' ? undefined : number);
    }
  }
  const totals = new Map<number, number>();
  for (const owner of owners.values()) if (owner !== undefined) totals.set(owner, (totals.get(owner) ?? 0) + 1);
  return (content) => {
    const matchCounts = new Map<number, number>();
    const chunkRuns = new Set(splitRuns(splitWords(content)));
    for (const run of chunkRuns) {
      const owner = owners.get(run);
      if (owner !== undefined) matchCounts.set(owner, (matchCounts.get(owner) ?? 0) + 1);
    }
    const mainItems = [...matchCounts]
      .filter(([owner, count]) => count * 2 >= (totals.get(owner) ?? 0))
      .map(([owner]) => owner);
    const [most, count = 0] = [...matchCounts].sort((a, b) => b[1] - a[1])[0] ?? [];
    const firstMatch = mainItems.length > 0 ? Math.min(...mainItems) : count * 3 >= chunkRuns.size ? most : undefined;
    return firstMatch === undefined ? undefined : blocks[firstMatch];
  };
}

function splitRuns(all: readonly string[]): string[] {
  const blockTexts: string[] = [];
  for (let index = 0; index + RUN_LENGTH <= all.length; index += 1)
    blockTexts.push(all.slice(index, index + RUN_LENGTH).join(' '));
  return blockTexts;
}
