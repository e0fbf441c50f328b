/** The words of one item, prepared for lookups. */
export interface ItemWords {
  readonly words: readonly string[];
  /** The words, joined by spaces. */
  readonly joined: string;
  readonly pairs: ReadonlySet<string>;
}

/** The result of chunking a page for one of its blocks. */
export type BlockOutcome = 'whole' | 'split' | 'changed' | 'lost';

const MAX_STARTS = 30;
/**
 * The minimum number of word pairs that items other than the best one must contain for a block to be reported as split.
 * A rewritten marker contributes fewer pairs.
 */
const MIN_PAIRS_ELSEWHERE = 2;
const MIN_RATIO_ELSEWHERE = 0.05;

/** Returns the words of an item in a form for fast lookups. */
export function prepareItemWords(words: readonly string[]): ItemWords {
  return { words, joined: ` ${words.join(' ')} `, pairs: new Set(getPairs(words)) };
}

/**
 * Returns whether the block is in one item (`whole`), divided between several items (`split`), missing (`lost`) or
 * rewritten (`changed`). Compares words in order. An item may contain a few other words between them, such as the URL
 * of a link.
 * @param taggedIndex length of the source of an HTML block, which may consist mostly of tags
 */
export function findBlockFate(block: readonly string[], items: readonly ItemWords[], taggedIndex = 0): BlockOutcome {
  if (block.length === 0) return 'whole';
  const blockText = ` ${block.join(' ')} `;
  if (items.some((item) => item.joined.includes(blockText) || isInOrder(block, item.words, taggedIndex)))
    return 'whole';
  const pairs = getPairs(block);
  if (pairs.length === 0) return 'lost';
  const pairShares = items.map((item) => pairs.filter((pair) => item.pairs.has(pair)).length);
  const bestShare = Math.max(0, ...pairShares);
  const pairsTogether = pairs.filter((pair) => items.some((item) => item.pairs.has(pair))).length;
  if (pairsTogether < pairs.length / 2) return 'lost';
  return pairsTogether - bestShare >= Math.max(MIN_PAIRS_ELSEWHERE, pairs.length * MIN_RATIO_ELSEWHERE)
    ? 'split'
    : 'changed';
}

function isInOrder(block: readonly string[], words: readonly string[], taggedIndex: number): boolean {
  // A word takes at least two characters of the source.
  const span = Math.max(block.length * 3 + 50, taggedIndex / 2);
  let starts = 0;
  for (let start = words.indexOf(block[0] ?? ''); start >= 0; start = words.indexOf(block[0] ?? '', start + 1)) {
    let matchedWords = 0;
    const end = Math.min(words.length, start + span);
    for (let position = start; position < end && matchedWords < block.length; position += 1)
      if (words[position] === block[matchedWords]) matchedWords += 1;
    if (matchedWords === block.length) return true;
    starts += 1;
    if (starts === MAX_STARTS) return false;
  }
  return false;
}

function getPairs(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}
