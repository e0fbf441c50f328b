import type { Goal, Section, Table } from '../../report/report-section.ts';
import type { SourcePage } from '../chunkers/chunker-types.ts';
import { getDefaultTarget } from '../chunkers/own-chunker.ts';
import { selectChunkers } from '../chunkers/select-chunkers.ts';
import { readDocumentation } from '../data/documentation.ts';
import type { Options } from '../options.ts';
import { endsInFence } from '../text/fence.ts';
import { type Audit, audit } from './audit.ts';
import { readSource, type Source } from './markdown-source.ts';
import { createMarkdownParser } from './markdown-tree.ts';

/** The maximum length of an item's content in the API. */
const CONTENT_LIMIT_CHARS = 8000;
/** The number of characters that are reserved for the breadcrumb, the source URL and separators in an item. */
const RESERVED_CHARS = 500;
/**
 * The maximum length of a measured page. Two pages are longer and skipped, because the reference parser takes several
 * seconds for them.
 */
const LONGEST_PAGE = 100_000;
const MIN_SHARE_PERCENT = 99.5;

interface Measured {
  readonly name: string;
  readonly result: Audit;
}

/** Measures the problems of the items of Context Sync and its peers, at the maximum length of the API and at the default target size. */
export async function measureAudit({ data, module, only, targets, show }: Options): Promise<Section> {
  const corpora = readDocumentation(data);
  const pages = corpora.filter(({ text }) => text.length <= LONGEST_PAGE);
  const parse = await createMarkdownParser();
  const sources = pages.map((page) => readSource(page, parse));
  const chunkers = selectChunkers(module, only);
  const tables: Table[] = [];
  const goals: Goal[] = [];
  const tableTexts: string[] = [];
  for (const size of targets ?? [CONTENT_LIMIT_CHARS, await getDefaultTarget(module)]) {
    const measuredChunkers: Measured[] = [];
    for (const { name, load, sized } of chunkers) {
      // Context Sync has a target size for prose and a maximum size. The other chunkers have only one size, which is
      // treated as their maximum size.
      const cap = name === 'ours' || !sized ? CONTENT_LIMIT_CHARS : size;
      const result = await audit(await load(), size, sources, { cap, block: cap - RESERVED_CHARS, examples: show });
      measuredChunkers.push({ name, result });
      for (const [fault, examples] of result.examples)
        tableTexts.push(`${name} at ${size}, ${fault}:`, ...examples.map((one) => `  ${one}`));
    }
    tables.push(createItemsTable(size, measuredChunkers), createBlocksTable(size, measuredChunkers));
    const ownResult = measuredChunkers.find(({ name }) => name === 'ours')?.result;
    if (ownResult) goals.push(...createGoals(ownResult, size, pages));
  }
  return {
    title: 'Audit',
    notes: [...listNotes(pages, corpora, sources), ...(tableTexts.length > 0 ? [tableTexts.join('\n')] : [])],
    tables,
    goals,
  };
}

function listNotes(pages: readonly SourcePage[], all: readonly SourcePage[], sources: readonly Source[]): string[] {
  const blocks = sources.reduce((sum, source) => sum + source.blocks.length, 0);
  return [
    `The benchmark uses ${pages.length} of ${all.length} pages: the docs of Vite, NestJS and the Rust book, and the Markdown files of the npm packages \`next\` and \`ai\`. Pages of more than ${LONGEST_PAGE} characters are excluded. An independent parser (micromark, mdast) found ${blocks} blocks.`,
    `A block counts as split if it fits into the limit together with ${RESERVED_CHARS} characters of title and links, but no single item contains all of its words. If only the closing mark of a fence is in another item, the first item has an open fence. The limit of our items is the API's ${CONTENT_LIMIT_CHARS} at every target size; for the peers, it is their size setting. ` +
      'Mastra and LlamaIndex remove heading marks where they split, so a heading at the end of their items is not detected. The path of headings that Mastra stores separately counts as text, but not towards its limit. ' +
      `A word counts as lost if no item of its page contains it. Front matter, comments, tags, ESM and the NestJS marks in fences (@@filename, @@switch) are not text. ${openFences(pages)} of the pages have an open fence in their source.`,
  ];
}

function openFences(pages: readonly SourcePage[]): number {
  return pages.filter(({ text }) => endsInFence(text)).length;
}

function createItemsTable(size: number, measuredRows: readonly Measured[]): Table {
  return {
    caption: `Items at ${size}`,
    head: [
      'chunker',
      'items',
      'mean',
      'longest',
      'over the limit',
      'open fence',
      'ends on a heading',
      'ends on a lead-in',
      'lone surrogate',
      'title over 120',
      'with page title',
      'with nearest heading',
    ],
    rows: measuredRows.map(({ name, result }) => [
      name,
      String(result.items),
      result.mean.toFixed(0),
      String(result.longest),
      String(result.overCap),
      String(result.openFences),
      String(result.endsOnHeading),
      String(result.endsOnLeadIn),
      String(result.loneSurrogates),
      String(result.longTitles),
      `${result.pageTitle.toFixed(1)} %`,
      `${result.nearestHeading.toFixed(1)} %`,
    ]),
  };
}

function createBlocksTable(size: number, measuredRows: readonly Measured[]): Table {
  return {
    caption: `Split blocks that would fit, of all blocks that fit, and lost text, at ${size}`,
    head: ['chunker', 'fences', 'tables', 'paragraphs', 'list items', 'JSX elements', 'words lost', 'blocks lost'],
    rows: measuredRows.map(({ name, result }) => [
      name,
      ...Object.values(result.split).map(({ split, of }) => `${split} / ${of}`),
      String(result.lostWords),
      String(result.lostBlocks),
    ]),
  };
}

function createGoals(own: Audit, size: number, pages: readonly SourcePage[]): Goal[] {
  const createZeroGoal = (description: string, count: number): Goal => ({
    goal: `at ${size}: no ${description}`,
    measured: String(count),
    met: count === 0,
  });
  const createShareGoal = (description: string, percent: number): Goal => ({
    goal: `at ${size}: ${description} in at least ${MIN_SHARE_PERCENT} % of the items`,
    measured: `${percent.toFixed(2)} %`,
    met: percent >= MIN_SHARE_PERCENT,
  });
  const maxOpenFences = openFences(pages);
  return [
    createZeroGoal('item over the limit', own.overCap),
    {
      goal: `at ${size}: at most as many open fences as in the sources (${maxOpenFences})`,
      measured: String(own.openFences),
      met: own.openFences <= maxOpenFences,
    },
    createZeroGoal('item that ends on a heading', own.endsOnHeading),
    createZeroGoal('lone surrogate', own.loneSurrogates),
    createZeroGoal('title over 120', own.longTitles),
    createZeroGoal('split table that fits', own.split.table.split),
    createZeroGoal('split list item that fits', own.split['list item'].split),
    createZeroGoal('split paragraph that fits', own.split.paragraph.split),
    createZeroGoal('split fence that fits', own.split.fence.split),
    createZeroGoal('lost block', own.lostBlocks),
    createShareGoal('page title', own.pageTitle),
    createShareGoal('nearest heading', own.nearestHeading),
  ];
}
