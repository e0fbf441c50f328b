import type { ChunkedItem, ChunkFunction } from '../chunkers/chunker-types.ts';
import { splitWords } from '../text/words.ts';
import { findBlockFate, prepareItemWords } from './block-fate.ts';
import { createFirstBlockFinder } from './first-block.ts';
import { findItemProblems } from './item-problems.ts';
import { type BlockKind, filterFittingBlocks, type Source } from './markdown-source.ts';

/** The counts of all problems, with examples. */
export interface Audit {
  readonly items: number;
  readonly mean: number;
  readonly longest: number;
  readonly overCap: number;
  readonly openFences: number;
  readonly endsOnHeading: number;
  readonly endsOnLeadIn: number;
  readonly loneSurrogates: number;
  readonly longTitles: number;
  /**
   * For each kind of block, the number of blocks that fit into an item (`of`), and the number of these blocks that are
   * split between several items (`split`).
   */
  readonly split: Readonly<
    Record<Exclude<BlockKind, 'heading' | 'other'>, { readonly split: number; readonly of: number }>
  >;
  /** The number of words that no item contains, without words in blocks that are mostly missing. */
  readonly lostWords: number;
  readonly lostBlocks: number;
  /** The percentage of items that contain the page title, among the items that could contain it. */
  readonly pageTitle: number;
  readonly nearestHeading: number;
  readonly examples: ReadonlyMap<string, readonly string[]>;
}

export interface AuditLimits {
  /** The maximum length of an item. */
  readonly cap: number;
  /** The maximum length of the blocks that should stay whole. */
  readonly block: number;
  readonly examples: number;
}

const MAX_TITLE_CHARS = 120;

/** Chunks every page and counts the problems of the items. */
export async function audit(
  chunkPage: ChunkFunction,
  size: number,
  sources: readonly Source[],
  limits: AuditLimits,
): Promise<Audit> {
  const countByProblem = new Map<string, number>();
  const examples = new Map<string, string[]>();
  const count = (name: string, is: boolean, example: () => string) => {
    if (!is) return;
    countByProblem.set(name, (countByProblem.get(name) ?? 0) + 1);
    const exampleList = examples.get(name) ?? [];
    if (exampleList.length < limits.examples) examples.set(name, [...exampleList, example()]);
  };
  const totals = { items: 0, length: 0, longest: 0 };
  for (const source of sources) {
    const chunks = await chunkPage(source.page, size);
    countItems(source, chunks, limits.cap, count);
    countBlocks(source, chunks, limits.block, count);
    for (const { content } of chunks) {
      totals.items += 1;
      totals.length += content.length;
      totals.longest = Math.max(totals.longest, content.length);
    }
  }
  const getCount = (name: string) => countByProblem.get(name) ?? 0;
  const computeShare = (name: string) => 100 * (1 - getCount(`no ${name}`) / getCount(`with a ${name}`));
  const getSplitRatio = (kind: BlockKind) => ({ split: getCount(`${kind} split`), of: getCount(`${kind} fits`) });
  return {
    items: totals.items,
    mean: totals.length / totals.items,
    longest: totals.longest,
    overCap: getCount('over the limit'),
    openFences: getCount('open fence'),
    endsOnHeading: getCount('ends on a heading'),
    endsOnLeadIn: getCount('ends on a lead-in'),
    loneSurrogates: getCount('lone surrogate'),
    longTitles: getCount('long title'),
    split: {
      fence: getSplitRatio('fence'),
      table: getSplitRatio('table'),
      paragraph: getSplitRatio('paragraph'),
      'list item': getSplitRatio('list item'),
      JSX: getSplitRatio('JSX'),
    },
    lostWords: getCount('lost word'),
    lostBlocks: getCount('lost block'),
    pageTitle: computeShare('page title'),
    nearestHeading: computeShare('nearest heading'),
    examples: new Map([...examples].filter(([name]) => !/^with a | fits$/.test(name))),
  };
}

type CountProblem = (name: string, is: boolean, example: () => string) => void;

function countItems(source: Source, chunks: readonly ChunkedItem[], cap: number, count: CountProblem): void {
  const { page, title, blocks } = source;
  const firstBlock = createFirstBlockFinder(blocks);
  const wellFormed = page.text.isWellFormed();
  for (const item of chunks) {
    const formatExample = () =>
      `${page.path}: “${item.content.slice(0, 60)}” … “${item.content.slice(-60)}”`.replaceAll('\n', '⏎');
    const faults = findItemProblems(item.content);
    count('over the limit', item.content.length > cap, formatExample);
    count('open fence', faults.openFence, formatExample);
    count('ends on a heading', faults.endsOnHeading, formatExample);
    count('ends on a lead-in', faults.endsOnLeadIn, formatExample);
    count('lone surrogate', wellFormed && (faults.loneSurrogate || !item.title.isWellFormed()), formatExample);
    count('long title', item.title.length > MAX_TITLE_CHARS, formatExample);
    const itemText = ` ${splitWords(`${item.title}\n${item.content}`).join(' ')} `;
    const includesName = (name: readonly string[]) => itemText.includes(` ${name.join(' ')} `);
    count('with a page title', title.length > 0, formatExample);
    count('no page title', title.length > 0 && !includesName(title), () => `${formatExample()}: ${title.join(' ')}`);
    const block = firstBlock(item.content);
    if (!block || block.heading.length === 0) continue;
    count('with a nearest heading', true, formatExample);
    count('no nearest heading', !includesName(block.heading), () => `${formatExample()}: ${block.heading.join(' ')}`);
  }
}

function countBlocks(
  { page, blocks }: Source,
  chunks: readonly ChunkedItem[],
  limit: number,
  count: CountProblem,
): void {
  const wordLists = chunks.map(({ content }) => prepareItemWords(splitWords(content)));
  for (const block of filterFittingBlocks(blocks, limit)) {
    count(`${block.kind} fits`, true, () => '');
    const formatExample = () => `${page.path}:${block.line}: ${block.words.slice(0, 12).join(' ')} …`;
    count(`${block.kind} split`, findBlockFate(block.words, wordLists) === 'split', formatExample);
  }
  const chunkWords = new Set(chunks.flatMap(({ title, content }) => splitWords(`${title}\n${content}`)));
  for (const block of blocks) {
    if (!block.leaf) continue;
    const taggedWords = block.kind === 'other' ? block.length : 0;
    const missingWords = block.words.filter((word) => !chunkWords.has(word));
    for (const word of missingWords) count('lost word', true, () => `${page.path}:${block.line}: ${word}`);
    const formatExample = () => `${page.path}:${block.line}: ${block.words.slice(0, 12).join(' ')} …`;
    count(
      'lost block',
      block.words.length > 1 && findBlockFate(block.words, wordLists, taggedWords) === 'lost',
      formatExample,
    );
  }
}
