import type { Goal, Section, Table } from '../../report/section.ts';
import { selectChunkers } from '../chunkers/all.ts';
import type { SourcePage } from '../chunkers/chunker.ts';
import { defaultTarget } from '../chunkers/ours.ts';
import { documentation } from '../data/documentation.ts';
import type { Options } from '../options.ts';
import { endsInFence } from '../text/fence.ts';
import { type Audit, audit } from './audit.ts';
import { markdownParser } from './markdown-tree.ts';
import { readSource, type Source } from './source.ts';

/** The maximum length of an item's content in the API. */
const CAP = 8000;
/** The number of characters that are reserved for the breadcrumb, the source URL and separators in an item. */
const FRAME = 500;
/** The maximum length of a page. The reference parser takes several seconds for longer pages, of which there are two. */
const LONGEST_PAGE = 100_000;
const MIN_SHARE_PERCENT = 99.5;

interface Measured {
  readonly name: string;
  readonly result: Audit;
}

/** Measures the problems of the items of Context Sync and its peers, at the maximum length of the API and at the default target size. */
export async function auditSection({ data, module, only, targets, show }: Options): Promise<Section> {
  const all = documentation(data);
  const pages = all.filter(({ text }) => text.length <= LONGEST_PAGE);
  const parse = await markdownParser();
  const sources = pages.map((page) => readSource(page, parse));
  const chunkers = selectChunkers(module, only);
  const tables: Table[] = [];
  const goals: Goal[] = [];
  const shown: string[] = [];
  for (const size of targets ?? [CAP, await defaultTarget(module)]) {
    const measured: Measured[] = [];
    for (const { name, load, sized } of chunkers) {
      // Context Sync has a target size for prose and a maximum size. The other chunkers have one size, which is their maximum size here.
      const cap = name === 'ours' || !sized ? CAP : size;
      const result = await audit(await load(), size, sources, { cap, block: cap - FRAME, examples: show });
      measured.push({ name, result });
      for (const [fault, examples] of result.examples)
        shown.push(`${name} at ${size}, ${fault}:`, ...examples.map((one) => `  ${one}`));
    }
    tables.push(itemsTable(size, measured), blocksTable(size, measured));
    const own = measured.find(({ name }) => name === 'ours')?.result;
    if (own) goals.push(...goalsOf(own, size, pages));
  }
  return {
    title: 'Audit',
    notes: [...notes(pages, all, sources), ...(shown.length > 0 ? [shown.join('\n')] : [])],
    tables,
    goals,
  };
}

function notes(pages: readonly SourcePage[], all: readonly SourcePage[], sources: readonly Source[]): string[] {
  const blocks = sources.reduce((sum, source) => sum + source.blocks.length, 0);
  return [
    `${pages.length} pages of ${all.length} (vite, nest, the Rust book; and what the npm packages next and ai ship), without those over ${LONGEST_PAGE} characters; ${blocks} blocks, found by an independent parser (micromark, mdast).`,
    `A block counts as split if it fits into the limit together with ${FRAME} characters of title and links, but no single item contains all of its words. If only the closing mark of a fence is in another item, the first item has an open fence. The limit of our items is the API's ${CAP} at every target size; for the peers, it is their size setting. ` +
      'Mastra and LlamaIndex remove heading marks where they split, so a heading at the end of their items is not detected. The path of headings that Mastra stores separately counts as text, but not towards its limit. ' +
      `A word counts as lost if no item of its page contains it. Front matter, comments, tags, ESM and the NestJS marks in fences (@@filename, @@switch) are not text. ${openFences(pages)} of the pages have an open fence in their source.`,
  ];
}

function openFences(pages: readonly SourcePage[]): number {
  return pages.filter(({ text }) => endsInFence(text)).length;
}

function itemsTable(size: number, measured: readonly Measured[]): Table {
  return {
    caption: `Items at ${size}`,
    head: [
      'chunker',
      'items',
      'mean',
      'longest',
      'over the cap',
      'open fence',
      'ends on a heading',
      'ends on a lead-in',
      'lone surrogate',
      'title over 120',
      'with page title',
      'with nearest heading',
    ],
    rows: measured.map(({ name, result }) => [
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

function blocksTable(size: number, measured: readonly Measured[]): Table {
  return {
    caption: `Blocks split at ${size} although they fit / blocks that fit, and lost text`,
    head: ['chunker', 'fences', 'tables', 'paragraphs', 'list items', 'JSX elements', 'words lost', 'blocks lost'],
    rows: measured.map(({ name, result }) => [
      name,
      ...Object.values(result.cut).map(({ cut, of }) => `${cut} / ${of}`),
      String(result.lostWords),
      String(result.lostBlocks),
    ]),
  };
}

function goalsOf(own: Audit, size: number, pages: readonly SourcePage[]): Goal[] {
  const none = (what: string, count: number): Goal => ({
    goal: `at ${size}: no ${what}`,
    measured: String(count),
    met: count === 0,
  });
  const share = (what: string, percent: number): Goal => ({
    goal: `at ${size}: ${what} in at least ${MIN_SHARE_PERCENT} % of the items`,
    measured: `${percent.toFixed(2)} %`,
    met: percent >= MIN_SHARE_PERCENT,
  });
  const most = openFences(pages);
  return [
    none('item over the cap', own.overCap),
    {
      goal: `at ${size}: at most as many open fences as in the sources (${most})`,
      measured: String(own.openFences),
      met: own.openFences <= most,
    },
    none('item that ends on a heading', own.endsOnHeading),
    none('lone surrogate', own.loneSurrogates),
    none('title over 120', own.longTitles),
    none('split table that fits', own.cut.table.cut),
    none('split list item that fits', own.cut['list item'].cut),
    none('split paragraph that fits', own.cut.paragraph.cut),
    none('split fence that fits', own.cut.fence.cut),
    none('lost block', own.lostBlocks),
    share('page title', own.pageTitle),
    share('nearest heading', own.nearestHeading),
  ];
}
