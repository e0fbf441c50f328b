import type { Goal, Section, Table } from '../../report/report-section.ts';
import type { Chunker, ChunkFunction, SourcePage } from '../chunkers/chunker-types.ts';
import { getDefaultTarget } from '../chunkers/own-chunker.ts';
import { perHeading } from '../chunkers/per-heading.ts';
import { measureMeanLength } from '../chunkers/same-mean.ts';
import { selectChunkers } from '../chunkers/select-chunkers.ts';
import { getLastTree, type History } from '../data/commit-history.ts';
import { replayData } from '../data/data-folder.ts';
import type { Options } from '../options.ts';
import {
  type ChunkerRow,
  createRowsAtSizes,
  groupBySize,
  pairRows,
  type RowPair,
  selectRowsAtSameMean,
} from '../same-mean-rows.ts';
import { type Additions, addAdditions, NO_ADDITIONS } from './count-additions.ts';
import { countChangedSections, replayCommits } from './replay-history.ts';

/** A history and its changed sections, with which all chunkers are compared. */
interface ReplayedHistory {
  readonly history: History;
  readonly changed: Additions;
}

interface Measured {
  readonly row: ChunkerRow;
  /** The mean length of the items at the end of the history. */
  readonly mean: number;
  readonly added: Additions;
}

const ASKED_CHARACTERS = 0.9;
const SIZES = { sizes: [2000], ownSizes: [8000] };
const OVERALL_LABEL = 'all histories at one mean size';

/** Measures how many items Context Sync and its peers re-create over a history, at the same mean item size. */
export async function replaySection({ data, module, only, targets }: Options): Promise<Section> {
  const replayedChunkers: ReplayedHistory[] = [];
  for (const history of replayData(data))
    replayedChunkers.push({ history, changed: await countChangedSections(history) });
  const chunkers = selectChunkers(module, only, [perHeading]);
  const target = await getDefaultTarget(module);
  const tables: Table[] = [];
  const goals: Goal[] = [];
  if (!targets) {
    const defaultAdditions: Additions[] = [];
    for (const replayedChunker of replayedChunkers) {
      const { own, sized, apart } = await measureAtSameMean(chunkers, target, replayedChunker);
      if (!own) continue;
      defaultAdditions.push(own.added);
      tables.push(
        createComparison(
          replayedChunker,
          [own, await measureWithoutFirstLines(own, replayedChunker)],
          [...sized, ...apart],
        ),
      );
      goals.push(
        ...createFewerGoals(replayedChunker, sized, 'at the same mean size'),
        ...createFewerGoals(replayedChunker, apart, 'at the mean size of the peers that cannot reach ours'),
      );
    }
    if (defaultAdditions.length === replayedChunkers.length)
      goals.push(createOverallGoal(replayedChunkers, defaultAdditions));
  }
  const lastTrees = replayedChunkers.flatMap(({ history }) => getLastTree(history));
  const rows = targets
    ? await createRowsAtSizes(chunkers, targets)
    : await selectRowsAtSameMean(chunkers, target, SIZES, lastTrees);
  const groupsByMean = groupBySize(await measureOverall(rows, replayedChunkers, lastTrees));
  tables.push(
    ...groupsByMean.map(({ name, all }) => createOverview(`${OVERALL_LABEL}: ${name}`, all, replayedChunkers)),
  );
  if (!targets) {
    const { atDefault: defaultAdditions, apart } = pairRows(groupsByMean);
    for (const [index, one] of replayedChunkers.entries())
      goals.push(
        ...createFewerGoals(
          one,
          [...defaultAdditions, ...apart].map((pair) => selectHistory(pair, index)),
          `with ${OVERALL_LABEL}`,
        ),
      );
  }
  return {
    title: 'Replay',
    notes: [
      'The benchmark replays real git histories commit by commit. After the first commit, it counts items whose title or content did not exist before, and sections whose text did not exist before. A section ends at the next heading of any level. ' +
        'Each cell: items re-created per changed section / characters re-created per character of changed sections. Lower is better.',
      'Small items re-create many items with little text, and large items few with much text. Therefore all chunkers are compared at the same mean item size at the end of the history. ' +
        'Our items start with the path of their headings. Of the peers, only mastra headers+md adds such a path. The row without paths shows the effect of the paths, for example when the title of a page changes. ' +
        'In the last tables, all histories have the same mean size. ' +
        'If a peer cannot reach our default mean size, the peer keeps its own mean size, and our chunker is set to the same mean size. The chunker with one item per heading is only a reference: it has no size setting and always re-creates one item per changed section.',
      `Changed: ${replayedChunkers.map(({ history: { name, commits }, changed }) => `${name} ${changed.count} sections in ${commits.length} commits`).join(', ')}.`,
    ],
    tables,
    goals,
  };
}

/** Measures Context Sync at its default size. Also measures Context Sync and each peer at a mean item size that is possible for both in this history. */
async function measureAtSameMean(
  chunkers: readonly Chunker[],
  target: number,
  { history }: ReplayedHistory,
): Promise<{ own: Measured | undefined; sized: RowPair<Measured>[]; apart: RowPair<Measured>[] }> {
  const end = getLastTree(history);
  const measuredRows: Measured[] = [];
  for (const row of await selectRowsAtSameMean(chunkers, target, { sizes: [], ownSizes: [] }, end)) {
    const size = row.size ?? 0;
    const mean = await measureMeanLength(row.chunkPage, end, size);
    measuredRows.push({ row, mean, added: await replayCommits(history, row.chunkPage, size) });
  }
  const measuredGroups = groupBySize(measuredRows);
  const { atDefault: defaultAdditions, apart } = pairRows(measuredGroups);
  return { own: measuredGroups[0]?.own, sized: defaultAdditions, apart };
}

/** Measures Context Sync without the titles and heading paths of its items. */
async function measureWithoutFirstLines({ row }: Measured, { history }: ReplayedHistory): Promise<Measured> {
  const chunkPage: ChunkFunction = async (page, size) =>
    (await row.chunkPage(page, size)).map(({ content }) => ({
      title: '',
      content: content.slice(content.indexOf('\n\n') + 2),
    }));
  const size = row.size ?? 0;
  return {
    row: { ...row, name: 'ours, without the path of headings', chunkPage },
    mean: await measureMeanLength(chunkPage, getLastTree(history), size),
    added: await replayCommits(history, chunkPage, size),
  };
}

function createComparison(
  replayedHistory: ReplayedHistory,
  own: readonly Measured[],
  comparedPairs: readonly RowPair<Measured>[],
): Table {
  const formatCells = ({ row, mean, added }: Measured) => [
    String(row.size ?? '–'),
    mean.toFixed(0),
    formatCell(added, replayedHistory.changed),
  ];
  return {
    caption: `${replayedHistory.history.name}, at the same mean size`,
    head: ['chunker', 'size', 'mean', 're-created', 'size of ours', 'mean of ours', 'ours re-created'],
    rows: [
      ...own.map((one) => [one.row.name, ...formatCells(one), '', '', '']),
      ...comparedPairs.map((pair) => [pair.peer.row.name, ...formatCells(pair.peer), ...formatCells(pair.own)]),
    ],
  };
}

function createFewerGoals(
  { history, changed }: ReplayedHistory,
  comparedPairs: readonly RowPair<Measured>[],
  location: string,
): Goal[] {
  const peers = comparedPairs.filter(({ peer }) => peer.row.name !== perHeading.name);
  if (peers.length === 0) return [];
  const largerChanges = peers.flatMap(({ own, peer }) => {
    const excesses = (['count', 'characters'] as const).filter((figure) => own.added[figure] >= peer.added[figure]);
    const ratios = excesses.map(
      (figure) =>
        `${figure === 'count' ? 'items' : 'characters'} (${(peer.added[figure] / changed[figure]).toFixed(3)} to ${(own.added[figure] / changed[figure]).toFixed(3)})`,
    );
    return excesses.length === 0 ? [] : [`${ratios.join(' and ')} of ${peer.row.name}`];
  });
  return [
    {
      goal: `${history.name}: fewer items and characters re-created than by every peer ${location}`,
      measured:
        largerChanges.length === 0 ? `fewer than all ${peers.length}` : `not fewer than ${largerChanges.join(', ')}`,
      met: largerChanges.length === 0,
    },
  ];
}

function createOverallGoal(replayedHistories: readonly ReplayedHistory[], addedAdditionss: readonly Additions[]): Goal {
  const changedCount = replayedHistories.map((one) => one.changed).reduce(addAdditions, NO_ADDITIONS);
  const ratio = addedAdditionss.reduce(addAdditions, NO_ADDITIONS).characters / changedCount.characters;
  return {
    goal: `characters re-created at the default target ≤ ${ASKED_CHARACTERS} × those of the changed sections, over all histories`,
    measured: ratio.toFixed(2),
    met: ratio <= ASKED_CHARACTERS,
  };
}

/** The items that a chunker re-creates in each history. */
interface OverallMeasurement {
  readonly row: ChunkerRow;
  readonly mean: number;
  readonly added: readonly Additions[];
}

async function measureOverall(
  rows: readonly ChunkerRow[],
  replayedHistories: readonly ReplayedHistory[],
  ends: readonly SourcePage[],
): Promise<OverallMeasurement[]> {
  const measuredRows: OverallMeasurement[] = [];
  for (const row of rows) {
    const size = row.size ?? 0;
    const additions: Additions[] = [];
    for (const { history } of replayedHistories) additions.push(await replayCommits(history, row.chunkPage, size));
    measuredRows.push({ row, mean: await measureMeanLength(row.chunkPage, ends, size), added: additions });
  }
  return measuredRows;
}

function selectHistory({ own, peer }: RowPair<OverallMeasurement>, index: number): RowPair<Measured> {
  const toCommitRow = ({ row, mean, added }: OverallMeasurement) => ({
    row,
    mean,
    added: added[index] ?? NO_ADDITIONS,
  });
  return { own: toCommitRow(own), peer: toCommitRow(peer) };
}

function createOverview(
  caption: string,
  all: readonly OverallMeasurement[],
  replayedHistories: readonly ReplayedHistory[],
): Table {
  const changedCounts = replayedHistories.map((one) => one.changed);
  return {
    caption,
    head: ['chunker', 'size', 'mean', ...replayedHistories.map(({ history }) => history.name), 'all together'],
    rows: all.map(({ row, mean, added }) => [
      row.name,
      String(row.size ?? '–'),
      mean.toFixed(0),
      ...added.map((one, index) => formatCell(one, changedCounts[index] ?? NO_ADDITIONS)),
      formatCell(added.reduce(addAdditions, NO_ADDITIONS), changedCounts.reduce(addAdditions, NO_ADDITIONS)),
    ]),
  };
}

function formatCell(added: Additions, changed: Additions): string {
  return `${(added.count / changed.count).toFixed(2)} / ${(added.characters / changed.characters).toFixed(2)}`;
}
