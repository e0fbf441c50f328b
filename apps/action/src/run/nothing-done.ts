import { ALL_SHARDS, type StateSnapshot, totalsOf } from '@context-sync/sync';
import { leftoversOf } from './leftovers.ts';
import type { Report } from './report.ts';

/** Nothing to do: told from the state's meta alone, unless there is something that a person should be reminded of. */
export async function nothingDone(
  outcome: 'unchanged' | 'outdated',
  project: string,
  commit: string,
  base: StateSnapshot | undefined,
): Promise<Report> {
  const { live, superseded, stale, inDoubt } = totalsOf(base?.meta ?? { shards: {} });
  const listed = ALL_SHARDS.filter((shard) => {
    const known = base?.meta.shards[shard];
    return known !== undefined && known.superseded + known.stale + known.inDoubt > 0;
  });
  const reminders = (await base?.documents(listed)) ?? new Map();
  return {
    outcome,
    project,
    commit,
    counts: { created: 0, replaced: 0, removed: 0, kept: live, superseded, stale, inDoubt },
    plan: undefined,
    result: undefined,
    leftovers: leftoversOf(reminders),
    skipped: [],
    remarks: [],
    verified: undefined,
    dataSourceId: base?.meta.dataSource?.id,
  };
}
