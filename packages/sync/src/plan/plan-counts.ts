import type { Change, Plan } from './plan-change.ts';

/** Numbers of items by kind of change. */
export interface PlanCounts {
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
  readonly unchanged: number;
  /** Number of old versions of changed items that are still on the service, from this run and earlier ones. */
  readonly superseded: number;
  /** Number of items of deleted sections that are still on the service, from this run and earlier ones. */
  readonly orphaned: number;
  readonly inDoubt: number;
  /** Number of items that were not sent because only URLs in them changed and the API can neither update nor delete items. */
  readonly deferred: number;
}

/** Returns the counts that result after all changes of the plan. */
export function getCounts(plan: Plan): PlanCounts {
  const countKinds = (...kinds: Change['kind'][]) =>
    plan.changes.filter((change) => kinds.includes(change.kind)).length;
  const countLeftovers = (status: 'superseded' | 'orphaned') =>
    plan.leftovers.filter(({ record }) => record.status === status).length + (plan.unreadLeftovers?.[status] ?? 0);
  const swappedChanges = plan.changes.filter(
    (change) => change.kind === 'restore' && change.record !== undefined,
  ).length;
  return {
    created: countKinds('create', 'supersede'),
    updated: countKinds('update'),
    deleted: countKinds('delete'),
    unchanged: countKinds('unchanged', 'restore') + plan.unread,
    superseded: countKinds('supersede') + swappedChanges + countLeftovers('superseded'),
    orphaned: countKinds('orphan') + countLeftovers('orphaned'),
    inDoubt: countKinds('hold', 'wait'),
    deferred: countKinds('defer'),
  };
}
