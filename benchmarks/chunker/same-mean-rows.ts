import type { Chunker, ChunkFunction, SourcePage } from './chunkers/chunker-types.ts';
import { findSizeForMean, measureMeanLength } from './chunkers/same-mean.ts';

/** A chunker at a given size. */
export interface ChunkerRow {
  readonly name: string;
  readonly chunkPage: ChunkFunction;
  /** The target size; undefined for a chunker without a size option. */
  readonly size: number | undefined;
  /** Name of the group of rows with the same mean item size. */
  readonly group: string;
}

const MAIN_GROUP = 'same mean as ours at its default';
const SEPARATE_GROUP_PREFIX = 'ours brought to the mean of';

/**
 * Selects the rows to measure by default: Context Sync at its default target size, and every peer at the size with the same mean item
 * size. A peer that cannot reach this mean is measured at its own mean, together with Context Sync at that mean. All chunkers are also
 * measured at the given sizes, and Context Sync at its own sizes.
 */
export async function selectRowsAtSameMean(
  chunkers: readonly Chunker[],
  target: number,
  { sizes, ownSizes }: { readonly sizes: readonly number[]; readonly ownSizes: readonly number[] },
  pages: readonly SourcePage[],
): Promise<ChunkerRow[]> {
  const loadedChunkers = await Promise.all(
    chunkers.map(async (chunker) => ({ ...chunker, chunkPage: await chunker.load() })),
  );
  const ownChunker = loadedChunkers.find(({ name }) => name === 'ours');
  const rows: ChunkerRow[] = [];
  if (ownChunker) {
    const mean = await measureMeanLength(ownChunker.chunkPage, pages, target);
    const main = MAIN_GROUP;
    rows.push({ name: ownChunker.name, chunkPage: ownChunker.chunkPage, size: target, group: main });
    const separateRows: ChunkerRow[] = [];
    for (const { name, chunkPage, sized } of loadedChunkers) {
      if (name === ownChunker.name) continue;
      const measureMean = (size: number) => measureMeanLength(chunkPage, pages, size);
      const sizeResult = sized
        ? await findSizeForMean(measureMean, mean)
        : { size: undefined, mean: await measureMean(0), same: false };
      if (sizeResult.same) {
        rows.push({ name, chunkPage, size: sizeResult.size, group: main });
        continue;
      }
      const group = `${SEPARATE_GROUP_PREFIX} ${name}, which cannot reach our mean`;
      const matchedSize = await findSizeForMean(
        (size) => measureMeanLength(ownChunker.chunkPage, pages, size),
        sizeResult.mean,
      );
      separateRows.push({ name: ownChunker.name, chunkPage: ownChunker.chunkPage, size: matchedSize.size, group });
      separateRows.push({ name, chunkPage, size: sizeResult.size, group });
    }
    rows.push(...separateRows);
  }
  for (const size of sizes) {
    for (const { name, chunkPage, sized } of loadedChunkers) {
      if (sized) rows.push({ name, chunkPage, size, group: `all at ${size}` });
    }
  }
  for (const size of ownChunker ? ownSizes : []) {
    if (ownChunker)
      rows.push({ name: ownChunker.name, chunkPage: ownChunker.chunkPage, size, group: `ours at ${size}` });
  }
  return rows;
}

/** Returns the rows of all chunkers at the sizes from the command line. */
export async function createRowsAtSizes(chunkers: readonly Chunker[], sizes: readonly number[]): Promise<ChunkerRow[]> {
  const rows: ChunkerRow[] = [];
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
export function groupBySize<T extends { readonly row: ChunkerRow }>(measuredRows: readonly T[]): Group<T>[] {
  return [...Map.groupBy(measuredRows, ({ row }) => row.group)].map(([name, all]) => ({
    name,
    own: all.find(({ row }) => row.name === 'ours'),
    all,
  }));
}

/** Context Sync and a peer at the same mean size. */
export interface RowPair<T> {
  readonly own: T;
  readonly peer: T;
}

/** Returns pairs of Context Sync and each peer, at a mean size that both can reach. */
export function pairRows<T>(foundGroups: readonly Group<T>[]): { atDefault: RowPair<T>[]; apart: RowPair<T>[] } {
  const pairWithPeers = ({ own, all }: Group<T>) =>
    own ? all.filter((one) => one !== own).map((peer) => ({ own, peer })) : [];
  return {
    atDefault: foundGroups.filter(({ name }) => name === MAIN_GROUP).flatMap(pairWithPeers),
    apart: foundGroups.filter(({ name }) => name.startsWith(SEPARATE_GROUP_PREFIX)).flatMap(pairWithPeers),
  };
}
