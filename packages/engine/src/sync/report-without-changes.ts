import { type ChangeKind, type EarlierRounds, getTotals, type StateSnapshot } from '@context-sync/sync';
import type { Settings } from '../inputs/action-settings.ts';
import { getLeftovers } from '../report/leftovers.ts';
import type { Report } from '../report/report-model.ts';

/**
 * Returns the report of a run without remaining changes, based only on the metadata of the state.
 * @param earlier plan and results of this run before another run continued its work
 */
export function reportWithoutChanges(
  outcome: 'unchanged' | 'outdated' | 'off-branch',
  { project, docs }: Pick<Settings, 'project' | 'docs'>,
  commit: string,
  base: StateSnapshot | undefined,
  earlier?: EarlierRounds,
): Report {
  const { live, superseded, orphaned, inDoubt } = getTotals(base?.meta ?? { shards: {} });
  const countChanges = (...kinds: ChangeKind[]) =>
    earlier?.done.filter(({ change }) => kinds.includes(change.kind)).length ?? 0;
  return {
    outcome,
    project,
    docs,
    commit,
    counts: {
      created: countChanges('create', 'supersede'),
      updated: countChanges('update'),
      deleted: countChanges('delete'),
      unchanged: live,
      superseded,
      orphaned,
      inDoubt,
      deferred: 0,
    },
    plan: undefined,
    result: undefined,
    leftovers: base ? getLeftovers(base.meta, [], new Map()) : [],
    skipped: [],
    skippedCount: base?.meta.synced?.skipped ?? 0,
    warnings: [],
    verified: undefined,
    dataSourceId: base?.meta.dataSource?.id,
  };
}
