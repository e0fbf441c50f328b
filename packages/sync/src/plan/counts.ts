import type { Change, Plan } from './change.ts';

/** Numbers of items by what happens to them. */
export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
  readonly unchanged: number;
  /** Old versions of changed items that are still on the service, from this run and earlier ones. */
  readonly superseded: number;
  /** Items of deleted sections that are still on the service, from this run and earlier ones. */
  readonly orphaned: number;
  readonly inDoubt: number;
}

/** Returns the counts after all changes of the plan. */
export function countsOf(plan: Plan): Counts {
  const of = (...kinds: Change['kind'][]) => plan.changes.filter((change) => kinds.includes(change.kind)).length;
  const left = (status: 'superseded' | 'orphaned') =>
    plan.leftovers.filter(({ record }) => record.status === status).length + (plan.unreadLeftovers?.[status] ?? 0);
  const swapped = plan.changes.filter((change) => change.kind === 'restore' && change.record !== undefined).length;
  return {
    created: of('create', 'supersede'),
    updated: of('update'),
    deleted: of('delete'),
    unchanged: of('unchanged', 'restore') + plan.unread,
    superseded: of('supersede') + swapped + left('superseded'),
    orphaned: of('orphan') + left('orphaned'),
    inDoubt: of('hold', 'wait'),
  };
}
