import type { Goal, Section, Table } from '../../report/section.ts';
import { selected } from '../chunkers/all.ts';
import { defaultTarget } from '../chunkers/ours.ts';
import { perHeading } from '../chunkers/per-heading.ts';
import { meanLength } from '../chunkers/same-mean.ts';
import { replayData } from '../data/data.ts';
import type { Options } from '../options.ts';
import { type Group, groups, type Pair, pairs, type Row, rowsAtSameMean, rowsAtSizes } from '../same-mean-rows.ts';
import { type Added, NOTHING, sum } from './added.ts';
import { type History, lastTree } from './history.ts';
import { changedSections, recreated } from './replay.ts';

interface Measured {
  readonly row: Row;
  readonly mean: number;
  /** As many as there are histories, and over all of them as the last. */
  readonly ratios: readonly Ratio[];
}

interface Ratio {
  readonly items: number;
  readonly characters: number;
}

const ASKED_CHARACTERS = 0.9;
const SIZES = { sizes: [2000], ownSizes: [8000] };

/** What a history re-creates, ours and the peers at the same mean size of an item. */
export async function replaySection({ data, module, only, targets }: Options): Promise<Section> {
  const histories = replayData(data);
  const ends = histories.flatMap(lastTree);
  const changed: Added[] = [];
  for (const history of histories) changed.push(await changedSections(history));
  const chunkers = selected(module, only, [perHeading]);
  const rows = targets
    ? await rowsAtSizes(chunkers, targets)
    : await rowsAtSameMean(chunkers, await defaultTarget(module), SIZES, ends);
  const measured: Measured[] = [];
  for (const row of rows) {
    const mean = await meanLength(row.cut, ends, row.size ?? 0);
    measured.push({ row, mean, ratios: await ratios(row, histories, changed) });
  }
  const found = groups(measured);
  return {
    title: 'Replay',
    notes: [
      'Real history, commit after commit, the first one not counted: items whose title and content were not there before, against the sections whose text was not there before (a section goes from a heading to the next of any level). ' +
        'Each cell: items re-created per changed section / characters re-created per character of changed sections. Less is better.',
      `Changed: ${histories.map(({ name, commits }, index) => `${name} ${changed[index]?.count} sections in ${commits.length} commits`).join(', ')}.`,
    ],
    tables: found.map(({ name, all }) => table(name, histories, all)),
    goals: targets ? [] : goals(found, histories),
  };
}

async function ratios(row: Row, histories: readonly History[], changed: readonly Added[]): Promise<Ratio[]> {
  const each: Added[] = [];
  for (const history of histories) each.push(await recreated(history, row.cut, row.size ?? 0));
  const against = [...changed, changed.reduce(sum, NOTHING)];
  return [...each, each.reduce(sum, NOTHING)].map((added, index) => ({
    items: added.count / (against[index]?.count ?? 0),
    characters: added.characters / (against[index]?.characters ?? 0),
  }));
}

function table(caption: string, histories: readonly History[], all: readonly Measured[]): Table {
  return {
    caption,
    head: ['chunker', 'size', 'mean', ...histories.map(({ name }) => name), 'all together'],
    rows: all.map(({ row, mean, ratios }) => [
      row.name,
      String(row.size ?? '–'),
      mean.toFixed(0),
      ...ratios.map(({ items, characters }) => `${items.toFixed(2)} / ${characters.toFixed(2)}`),
    ]),
  };
}

function goals(found: readonly Group<Measured>[], histories: readonly History[]): Goal[] {
  const total = found[0]?.own?.ratios.at(-1);
  if (!total) return [];
  const { atDefault, apart } = pairs(found);
  const peersApart = apart.filter(({ peer }) => peer.row.name !== perHeading.name);
  return [
    ...fewerThanAll('at the same mean size', atDefault, histories),
    {
      asked: `characters re-created at the default target ≤ ${ASKED_CHARACTERS} × those of the changed sections, over all together`,
      measured: total.characters.toFixed(2),
      met: total.characters <= ASKED_CHARACTERS,
    },
    ...fewerThanAll('with ours brought to the mean of those that cannot have its own', peersApart, histories),
  ];
}

function fewerThanAll(where: string, compared: readonly Pair<Measured>[], histories: readonly History[]): Goal[] {
  if (compared.length === 0) return [];
  return histories.map(({ name }, index) => {
    const short = compared.flatMap(({ own, peer }) => {
      const [mine, theirs] = [own.ratios[index], peer.ratios[index]];
      if (!mine || !theirs) return [];
      const over = (['items', 'characters'] as const).filter((figure) => mine[figure] >= theirs[figure]);
      return over.length === 0 ? [] : [`${over.join(' and ')} of ${peer.row.name}`];
    });
    return {
      asked: `${name}: fewer items and characters re-created than by every peer ${where}`,
      measured: short.length === 0 ? `fewer than all ${compared.length}` : `not fewer than ${short.join(', ')}`,
      met: short.length === 0,
    };
  });
}
