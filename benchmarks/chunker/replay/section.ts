import type { Goal, Section, Table } from '../../report/section.ts';
import { selectChunkers } from '../chunkers/all.ts';
import type { Chunker, ChunkFunction, SourcePage } from '../chunkers/chunker.ts';
import { defaultTarget } from '../chunkers/ours.ts';
import { perHeading } from '../chunkers/per-heading.ts';
import { meanLength } from '../chunkers/same-mean.ts';
import { replayData } from '../data/data.ts';
import { type History, lastTree } from '../data/history.ts';
import type { Options } from '../options.ts';
import { groups, type Pair, pairs, type Row, rowsAtSameMean, rowsAtSizes } from '../same-mean-rows.ts';
import { type Additions, NOTHING, sum } from './additions.ts';
import { changedSections, recreated } from './replay.ts';

/** A history and its changed sections: the reference for all chunkers. */
interface Replayed {
  readonly history: History;
  readonly changed: Additions;
}

interface Measured {
  readonly row: Row;
  /** The mean length of the items at the end of the history. */
  readonly mean: number;
  readonly added: Additions;
}

const ASKED_CHARACTERS = 0.9;
const SIZES = { sizes: [2000], ownSizes: [8000] };
const OVERALL = 'all histories at one mean size';

/** Measures how many items Context Sync and its peers re-create over a history, at the same mean item size. */
export async function replaySection({ data, module, only, targets }: Options): Promise<Section> {
  const replayed: Replayed[] = [];
  for (const history of replayData(data)) replayed.push({ history, changed: await changedSections(history) });
  const chunkers = selectChunkers(module, only, [perHeading]);
  const target = await defaultTarget(module);
  const tables: Table[] = [];
  const goals: Goal[] = [];
  if (!targets) {
    const atDefault: Additions[] = [];
    for (const one of replayed) {
      const { own, sized, apart } = await atSameMean(chunkers, target, one);
      if (!own) continue;
      atDefault.push(own.added);
      tables.push(comparison(one, [own, await withoutFirstLines(own, one)], [...sized, ...apart]));
      goals.push(
        ...fewerThanAll(one, sized, 'at the same mean size'),
        ...fewerThanAll(one, apart, 'at the mean size of the peers that cannot reach ours'),
      );
    }
    if (atDefault.length === replayed.length) goals.push(overall(replayed, atDefault));
  }
  const ends = replayed.flatMap(({ history }) => lastTree(history));
  const rows = targets ? await rowsAtSizes(chunkers, targets) : await rowsAtSameMean(chunkers, target, SIZES, ends);
  const found = groups(await overAll(rows, replayed, ends));
  tables.push(...found.map(({ name, all }) => overview(`${OVERALL}: ${name}`, all, replayed)));
  if (!targets) {
    const { atDefault, apart } = pairs(found);
    for (const [index, one] of replayed.entries())
      goals.push(
        ...fewerThanAll(
          one,
          [...atDefault, ...apart].map((pair) => inHistory(pair, index)),
          `with ${OVERALL}`,
        ),
      );
  }
  return {
    title: 'Replay',
    notes: [
      'Replays real histories commit by commit, without the first commit. Counts items with a title or content that did not exist before, and sections with text that did not exist before. A section ends at the next heading of any level. ' +
        'Each cell: items re-created per changed section / characters re-created per character of changed sections. Lower is better.',
      'Small items re-create many items with little text, and large items few with much text. Therefore all chunkers are compared at the same mean item size at the end of the history. ' +
        'Our items start with the path of headings; only mastra headers+md has such a path too. The row without these lines shows what they cost, for example when the title of a page changes. ' +
        'The last tables use one mean size for all histories. ' +
        'If a peer cannot reach our default mean size, it keeps its own, and the size of our items is set to match it. The chunker with one item per heading is only a reference: it has no size setting and always re-creates one item per changed section.',
      `Changed: ${replayed.map(({ history: { name, commits }, changed }) => `${name} ${changed.count} sections in ${commits.length} commits`).join(', ')}.`,
    ],
    tables,
    goals,
  };
}

/** Measures Context Sync at its default size, and together with each peer at a mean item size that both can reach in this history. */
async function atSameMean(
  chunkers: readonly Chunker[],
  target: number,
  { history }: Replayed,
): Promise<{ own: Measured | undefined; sized: Pair<Measured>[]; apart: Pair<Measured>[] }> {
  const end = lastTree(history);
  const measured: Measured[] = [];
  for (const row of await rowsAtSameMean(chunkers, target, { sizes: [], ownSizes: [] }, end)) {
    const size = row.size ?? 0;
    const mean = await meanLength(row.chunkPage, end, size);
    measured.push({ row, mean, added: await recreated(history, row.chunkPage, size) });
  }
  const found = groups(measured);
  const { atDefault, apart } = pairs(found);
  return { own: found[0]?.own, sized: atDefault, apart };
}

/** Measures Context Sync again, but without the titles and heading paths of its items. */
async function withoutFirstLines({ row }: Measured, { history }: Replayed): Promise<Measured> {
  const chunkPage: ChunkFunction = async (page, size) =>
    (await row.chunkPage(page, size)).map(({ content }) => ({
      title: '',
      content: content.slice(content.indexOf('\n\n') + 2),
    }));
  const size = row.size ?? 0;
  return {
    row: { ...row, name: 'ours, without the path of headings', chunkPage },
    mean: await meanLength(chunkPage, lastTree(history), size),
    added: await recreated(history, chunkPage, size),
  };
}

function comparison(replayed: Replayed, own: readonly Measured[], compared: readonly Pair<Measured>[]): Table {
  const cells = ({ row, mean, added }: Measured) => [
    String(row.size ?? '–'),
    mean.toFixed(0),
    cell(added, replayed.changed),
  ];
  return {
    caption: `${replayed.history.name}, at the same mean size`,
    head: ['chunker', 'size', 'mean', 're-created', 'size of ours', 'mean of ours', 'ours re-created'],
    rows: [
      ...own.map((one) => [one.row.name, ...cells(one), '', '', '']),
      ...compared.map((pair) => [pair.peer.row.name, ...cells(pair.peer), ...cells(pair.own)]),
    ],
  };
}

function fewerThanAll({ history, changed }: Replayed, compared: readonly Pair<Measured>[], where: string): Goal[] {
  const peers = compared.filter(({ peer }) => peer.row.name !== perHeading.name);
  if (peers.length === 0) return [];
  const short = peers.flatMap(({ own, peer }) => {
    const over = (['count', 'characters'] as const).filter((figure) => own.added[figure] >= peer.added[figure]);
    const ratios = over.map(
      (figure) =>
        `${figure === 'count' ? 'items' : 'characters'} (${(peer.added[figure] / changed[figure]).toFixed(3)} to ${(own.added[figure] / changed[figure]).toFixed(3)})`,
    );
    return over.length === 0 ? [] : [`${ratios.join(' and ')} of ${peer.row.name}`];
  });
  return [
    {
      goal: `${history.name}: fewer items and characters re-created than by every peer ${where}`,
      measured: short.length === 0 ? `fewer than all ${peers.length}` : `not fewer than ${short.join(', ')}`,
      met: short.length === 0,
    },
  ];
}

function overall(replayed: readonly Replayed[], added: readonly Additions[]): Goal {
  const changed = replayed.map((one) => one.changed).reduce(sum, NOTHING);
  const ratio = added.reduce(sum, NOTHING).characters / changed.characters;
  return {
    goal: `characters re-created at the default target ≤ ${ASKED_CHARACTERS} × those of the changed sections, over all histories`,
    measured: ratio.toFixed(2),
    met: ratio <= ASKED_CHARACTERS,
  };
}

/** What each history re-creates. */
interface MeasuredOverAll {
  readonly row: Row;
  readonly mean: number;
  readonly added: readonly Additions[];
}

async function overAll(
  rows: readonly Row[],
  replayed: readonly Replayed[],
  ends: readonly SourcePage[],
): Promise<MeasuredOverAll[]> {
  const measured: MeasuredOverAll[] = [];
  for (const row of rows) {
    const size = row.size ?? 0;
    const added: Additions[] = [];
    for (const { history } of replayed) added.push(await recreated(history, row.chunkPage, size));
    measured.push({ row, mean: await meanLength(row.chunkPage, ends, size), added });
  }
  return measured;
}

function inHistory({ own, peer }: Pair<MeasuredOverAll>, index: number): Pair<Measured> {
  const only = ({ row, mean, added }: MeasuredOverAll) => ({ row, mean, added: added[index] ?? NOTHING });
  return { own: only(own), peer: only(peer) };
}

function overview(caption: string, all: readonly MeasuredOverAll[], replayed: readonly Replayed[]): Table {
  const changed = replayed.map((one) => one.changed);
  return {
    caption,
    head: ['chunker', 'size', 'mean', ...replayed.map(({ history }) => history.name), 'all together'],
    rows: all.map(({ row, mean, added }) => [
      row.name,
      String(row.size ?? '–'),
      mean.toFixed(0),
      ...added.map((one, index) => cell(one, changed[index] ?? NOTHING)),
      cell(added.reduce(sum, NOTHING), changed.reduce(sum, NOTHING)),
    ]),
  };
}

function cell(added: Additions, changed: Additions): string {
  return `${(added.count / changed.count).toFixed(2)} / ${(added.characters / changed.characters).toFixed(2)}`;
}
