import type { Goal, Section, Table } from '../../report/report-section.ts';
import { getDefaultTarget } from '../chunkers/own-chunker.ts';
import { selectChunkers } from '../chunkers/select-chunkers.ts';
import { readRetrievalData } from '../data/data-folder.ts';
import type { Options } from '../options.ts';
import {
  type ChunkerRow,
  createRowsAtSizes,
  type Group,
  groupBySize,
  pairRows,
  type RowPair,
  selectRowsAtSameMean,
} from '../same-mean-rows.ts';
import { measureRetrieval, type Retrieval } from './retrieval.ts';

interface Measured {
  readonly row: ChunkerRow;
  readonly result: Retrieval;
}

const MIN_AT_5 = 63;
const MIN_AT_12K = 69;
const SIZES = { sizes: [2000, 8000], ownSizes: [] };

/** Measures BM25 retrieval with Context Sync and its peers at the same mean item size. */
export async function measureRetrievalSection({ data, module, only, targets }: Options): Promise<Section> {
  const { pages, queries } = readRetrievalData(data);
  const chunkers = selectChunkers(module, only);
  const rows = targets
    ? await createRowsAtSizes(chunkers, targets)
    : await selectRowsAtSameMean(chunkers, await getDefaultTarget(module), SIZES, pages);
  const measuredChunkers: Measured[] = [];
  for (const row of rows)
    measuredChunkers.push({ row, result: await measureRetrieval(row.chunkPage, row.size ?? 0, pages, queries) });
  const measuredGroups = groupBySize(measuredChunkers);
  return {
    title: 'Retrieval',
    notes: [
      `The benchmark ranks the items of each corpus with BM25 over their content (k1 1.2, b 0.75; words are runs of letters and digits, in lower case): ${queries.length} queries on ${pages.length} pages. ` +
        'A hit is an item of the expected page that contains at least 60 % of the letters and digits of the answer, in runs of at least twenty. Items of the page that the query comes from do not count. ' +
        'R@5: percentage of queries with a hit among the first five items. R@12k: percentage with a hit among the first items that together fit in 12,000 characters. The standard error is about two points.',
      'The chunks of the peers do not overlap, because overlap does not improve their results. Metadata that a peer keeps with the text, such as the path of headings, is searched and counted too.',
    ],
    tables: measuredGroups.map(({ name, own, all }) => createTable(name, own, all)),
    goals: targets ? [] : createGoals(measuredGroups),
  };
}

function createTable(caption: string, own: Measured | undefined, all: readonly Measured[]): Table {
  return {
    caption,
    head: ['chunker', 'size', 'items', 'mean', 'R@5', 'R@12k', 'MRR', 'R@5 minus ours', 'R@12k minus ours'],
    rows: all.map(({ row, result }) => [
      row.name,
      String(row.size ?? '–'),
      String(result.items),
      result.mean.toFixed(0),
      result.at5.toFixed(1),
      result.at12k.toFixed(1),
      result.mrr.toFixed(3),
      own ? formatSigned(result.at5 - own.result.at5) : '',
      own ? formatSigned(result.at12k - own.result.at12k) : '',
    ]),
  };
}

function createGoals(foundGroups: readonly Group<Measured>[]): Goal[] {
  const ownResult = foundGroups[0]?.own?.result;
  if (!ownResult) return [];
  const { atDefault, apart } = pairRows(foundGroups);
  return [
    ...createAboveAllGoals('at the same mean size', atDefault),
    createMinimumGoal('R@5', ownResult.at5, MIN_AT_5),
    createMinimumGoal('R@12k', ownResult.at12k, MIN_AT_12K),
    ...createAboveAllGoals('at the mean size of the peers that cannot reach ours', apart),
  ];
}

function createMinimumGoal(figure: string, measuredValue: number, least: number): Goal {
  return {
    goal: `${figure} at the default target size: at least ${least}`,
    measured: measuredValue.toFixed(1),
    met: measuredValue >= least,
  };
}

function createAboveAllGoals(location: string, comparedPairs: readonly RowPair<Measured>[]): Goal[] {
  if (comparedPairs.length === 0) return [];
  return (['at5', 'at12k'] as const).map((figure) => {
    const aheadOfAll = comparedPairs
      .filter(({ own, peer }) => peer.result[figure] >= own.result[figure])
      .map(
        ({ own, peer }) => `${peer.row.name} (${peer.result[figure].toFixed(1)} to ${own.result[figure].toFixed(1)})`,
      );
    return {
      goal: `${figure === 'at5' ? 'R@5' : 'R@12k'} above every peer's ${location}`,
      measured: aheadOfAll.length === 0 ? `above all ${comparedPairs.length}` : `not above ${aheadOfAll.join(', ')}`,
      met: aheadOfAll.length === 0,
    };
  });
}

function formatSigned(difference: number): string {
  return `${difference > 0 ? '+' : ''}${difference.toFixed(1)}`;
}
