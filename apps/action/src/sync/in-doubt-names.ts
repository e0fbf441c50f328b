import { ALL_SHARDS, type StateMeta, type StateSnapshot } from '@context-sync/sync';
import type { RunContext } from '../event/context.ts';
import { DATA_SOURCE } from '../inputs/in-doubt.ts';
import type { Settings } from '../inputs/settings.ts';
import type { Problem } from '../problem/problem.ts';
import { openStore } from '../state/open-store.ts';

/** What the names in `on-in-doubt` stand for. */
export interface InDoubtNames {
  /** One error for each name that stands for nothing. */
  readonly problems: readonly Problem[];
  /** Names of what is not in doubt any more. */
  readonly settled: readonly string[];
}

/**
 * Compares the names in `on-in-doubt` with what the states of all sources have in doubt, before anything is sent: a name that was mistyped would
 * leave its item in doubt without a word. A state that cannot be read is left to the source's own run to report.
 */
export async function checkInDoubtNames(sources: readonly Settings[], context: RunContext): Promise<InDoubtNames> {
  const names = new Set(sources.flatMap(({ onInDoubt }) => [...onInDoubt.named.keys()]));
  if (names.size === 0) return { problems: [], settled: [] };
  const inDoubt = new Set<string>();
  const known = new Set<string>();
  for (const settings of sources) {
    try {
      const state = await openStore(settings, context).read();
      if (!state) continue;
      addDataSource(state.meta, inDoubt, known);
      await addItems(state, names, inDoubt, known);
    } catch {
      return { problems: [], settled: [] };
    }
  }
  const others = [...names].filter((name) => !inDoubt.has(name));
  return {
    problems: others.filter((name) => !known.has(name)).map(unknownName),
    settled: others.filter((name) => known.has(name)),
  };
}

function unknownName(name: string): Problem {
  return {
    subject: 'on-in-doubt',
    problem: `the state has no item with the key "${name}", and no document with that path`,
    fix: 'copy the key from the summary of the last run, or remove the line',
  };
}

function addDataSource({ dataSource, formerDataSources }: StateMeta, inDoubt: Set<string>, known: Set<string>): void {
  for (const record of [dataSource, ...formerDataSources]) {
    if (record) (record.status === 'creating' ? inDoubt : known).add(DATA_SOURCE);
  }
}

/** Most names are found in the few shards that have something in doubt; the others are read only if some are not. */
async function addItems(
  state: StateSnapshot,
  names: ReadonlySet<string>,
  inDoubt: Set<string>,
  known: Set<string>,
): Promise<void> {
  const isOpen = (shard: string) => (state.meta.shards[shard]?.inDoubt ?? 0) > 0;
  for (const shards of [ALL_SHARDS.filter(isOpen), ALL_SHARDS.filter((shard) => !isOpen(shard))]) {
    for (const { path, items } of (await state.documents(shards)).values()) {
      for (const { key, status } of items) {
        const found = status === 'creating' ? inDoubt : known;
        found.add(key).add(path);
      }
    }
    if ([...names].every((name) => inDoubt.has(name))) return;
  }
}
