import { words } from '../text/words.ts';
import type { Block } from './source.ts';

const RUN_LENGTH = 4;

/**
 * Finds the first block of a page that an item contains. An item contains a block if it contains at least half of the block's unique
 * sequences of four words, or if the block makes up a third of the item. A few words are not enough, because they may be part of a
 * breadcrumb.
 */
export function firstBlockFinder(blocks: readonly Block[]): (content: string) => Block | undefined {
  const owners = new Map<string, number | undefined>();
  for (const [number, block] of blocks.entries()) {
    if (!block.leaf) continue;
    for (const run of new Set(runs(block.words))) {
      owners.set(run, owners.has(run) || block.kind === 'heading' ? undefined : number);
    }
  }
  const totals = new Map<number, number>();
  for (const owner of owners.values()) if (owner !== undefined) totals.set(owner, (totals.get(owner) ?? 0) + 1);
  return (content) => {
    const held = new Map<number, number>();
    const own = new Set(runs(words(content)));
    for (const run of own) {
      const owner = owners.get(run);
      if (owner !== undefined) held.set(owner, (held.get(owner) ?? 0) + 1);
    }
    const half = [...held].filter(([owner, count]) => count * 2 >= (totals.get(owner) ?? 0)).map(([owner]) => owner);
    const [most, count = 0] = [...held].sort((a, b) => b[1] - a[1])[0] ?? [];
    const first = half.length > 0 ? Math.min(...half) : count * 3 >= own.size ? most : undefined;
    return first === undefined ? undefined : blocks[first];
  };
}

function runs(all: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at + RUN_LENGTH <= all.length; at += 1) found.push(all.slice(at, at + RUN_LENGTH).join(' '));
  return found;
}
