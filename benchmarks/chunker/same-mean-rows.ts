import type { Chunker, ChunkFunction, SourcePage } from './chunkers/chunker.ts';
import { meanLength, sizeForMean } from './chunkers/same-mean.ts';

/** A chunker at a given size. */
export interface Row {
  readonly name: string;
  readonly chunkPage: ChunkFunction;
  /** The target size; undefined for a chunker without a size option. */
  readonly size: number | undefined;
  /** Name of the group of rows with the same mean item size. */
  readonly group: string;
}

const MAIN_GROUP = 'same mean as ours at its default';
const APART = 'ours brought to the mean of';

/**
 * Selects the rows to measure by default: Context Sync at its default target size, and every peer at the size with the same mean item
 * size. A peer that cannot reach this mean is measured at its own mean, together with Context Sync at that mean. All chunkers are also
 * measured at the given sizes, and Context Sync at its own sizes.
 */
export async function rowsAtSameMean(
  chunkers: readonly Chunker[],
  target: number,
  { sizes, ownSizes }: { readonly sizes: readonly number[]; readonly ownSizes: readonly number[] },
  pages: readonly SourcePage[],
): Promise<Row[]> {
  const loaded = await Promise.all(chunkers.map(async (chunker) => ({ ...chunker, chunkPage: await chunker.load() })));
  const own = loaded.find(({ name }) => name === 'ours');
  const rows: Row[] = [];
  if (own) {
    const mean = await meanLength(own.chunkPage, pages, target);
    const main = MAIN_GROUP;
    rows.push({ name: own.name, chunkPage: own.chunkPage, size: target, group: main });
    const apart: Row[] = [];
    for (const { name, chunkPage, sized } of loaded) {
      if (name === own.name) continue;
      const meanAt = (size: number) => meanLength(chunkPage, pages, size);
      const found = sized ? await sizeForMean(meanAt, mean) : { size: undefined, mean: await meanAt(0), same: false };
      if (found.same) {
        rows.push({ name, chunkPage, size: found.size, group: main });
        continue;
      }
      const group = `${APART} ${name}, which cannot reach our mean`;
      const matched = await sizeForMean((size) => meanLength(own.chunkPage, pages, size), found.mean);
      apart.push({ name: own.name, chunkPage: own.chunkPage, size: matched.size, group });
      apart.push({ name, chunkPage, size: found.size, group });
    }
    rows.push(...apart);
  }
  for (const size of sizes) {
    for (const { name, chunkPage, sized } of loaded) {
      if (sized) rows.push({ name, chunkPage, size, group: `all at ${size}` });
    }
  }
  for (const size of own ? ownSizes : []) {
    if (own) rows.push({ name: own.name, chunkPage: own.chunkPage, size, group: `ours at ${size}` });
  }
  return rows;
}

/** Returns the rows of all chunkers at the sizes from the command line. */
export async function rowsAtSizes(chunkers: readonly Chunker[], sizes: readonly number[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, load, sized } of chunkers) {
    const chunkPage = await load();
    for (const size of sized ? sizes : [undefined]) rows.push({ name, chunkPage, size, group: 'at the sizes given' });
  }
  return rows;
}

/** The rows of a group, and the row of Context Sync. */
export interface Group<T> {
  readonly name: string;
  readonly own: T | undefined;
  readonly all: readonly T[];
}

/** Groups the measured rows by the name of their group. */
export function groups<T extends { readonly row: Row }>(measured: readonly T[]): Group<T>[] {
  return [...Map.groupBy(measured, ({ row }) => row.group)].map(([name, all]) => ({
    name,
    own: all.find(({ row }) => row.name === 'ours'),
    all,
  }));
}

/** Context Sync and a peer at the same mean size. */
export interface Pair<T> {
  readonly own: T;
  readonly peer: T;
}

/** Returns pairs of Context Sync and each peer, at a mean size that both can reach. */
export function pairs<T>(found: readonly Group<T>[]): { atDefault: Pair<T>[]; apart: Pair<T>[] } {
  const ofGroup = ({ own, all }: Group<T>) =>
    own ? all.filter((one) => one !== own).map((peer) => ({ own, peer })) : [];
  return {
    atDefault: found.filter(({ name }) => name === MAIN_GROUP).flatMap(ofGroup),
    apart: found.filter(({ name }) => name.startsWith(APART)).flatMap(ofGroup),
  };
}
