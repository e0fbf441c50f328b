import { ALL_SHARDS, type StateMeta, type StateSnapshot } from '@context-sync/sync';
import type { RunContext } from '../event/event-context.ts';
import type { Settings } from '../inputs/action-settings.ts';
import { DATA_SOURCE } from '../inputs/in-doubt.ts';
import type { Problem } from '../problem/problem.ts';
import { openStore } from '../state/open-store.ts';

/** The result of checking the names in `on-in-doubt`. */
export interface InDoubtNames {
  /** One problem for each unknown name. */
  readonly problems: readonly Problem[];
  /** Names of items that are no longer in doubt. */
  readonly resolved: readonly string[];
}

/**
 * Compares the names in `on-in-doubt` with the states of all sources before any request is sent. Otherwise, a misspelled name would leave its item in
 * doubt without a message. An unreadable state is reported later, when its source is synced.
 */
export async function checkInDoubtNames(sources: readonly Settings[], context: RunContext): Promise<InDoubtNames> {
  const names = new Set(sources.flatMap(({ onInDoubt }) => [...onInDoubt.named.keys()]));
  if (names.size === 0) return { problems: [], resolved: [] };
  const namesInDoubt = new Set<string>();
  const knownNames = new Set<string>();
  for (const settings of sources) {
    try {
      const state = await openStore(settings, context).read();
      if (!state) continue;
      addDataSource(state.meta, namesInDoubt, knownNames);
      await addItems(state, names, namesInDoubt, knownNames);
    } catch {
      return { problems: [], resolved: [] };
    }
  }
  const unknownNames = [...names].filter((name) => !namesInDoubt.has(name));
  return {
    problems: unknownNames.filter((name) => !knownNames.has(name)).map(createUnknownNameProblem),
    resolved: unknownNames.filter((name) => knownNames.has(name)),
  };
}

function createUnknownNameProblem(name: string): Problem {
  return {
    subject: 'on-in-doubt',
    problem: `the state contains neither an item with the key "${name}" nor a document with that path`,
    fix: 'copy the key from the summary of the last run, or remove the line',
  };
}

function addDataSource(
  { dataSource, formerDataSources }: StateMeta,
  namesInDoubt: Set<string>,
  knownNames: Set<string>,
): void {
  for (const record of [dataSource, ...formerDataSources]) {
    if (record) (record.status === 'creating' ? namesInDoubt : knownNames).add(DATA_SOURCE);
  }
}

/** Adds the names of items. Reads the shards with items in doubt first, and the other shards only if names are still missing. */
async function addItems(
  state: StateSnapshot,
  names: ReadonlySet<string>,
  namesInDoubt: Set<string>,
  knownNames: Set<string>,
): Promise<void> {
  const hasInDoubt = (shard: string) => (state.meta.shards[shard]?.inDoubt ?? 0) > 0;
  for (const shards of [ALL_SHARDS.filter(hasInDoubt), ALL_SHARDS.filter((shard) => !hasInDoubt(shard))]) {
    for (const { path, items } of (await state.documents(shards)).values()) {
      for (const { key, status } of items) {
        const itemGroup = status === 'creating' ? namesInDoubt : knownNames;
        itemGroup.add(key).add(path);
      }
    }
    if ([...names].every((name) => namesInDoubt.has(name))) return;
  }
}
