import type { Change, Plan } from './change.ts';

/** How many items end up in each way. */
export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
  readonly unchanged: number;
  /** On the service although their section has changed, this run's and earlier ones'. */
  readonly superseded: number;
  /** On the service although their section is gone, this run's and earlier ones'. */
  readonly orphaned: number;
  readonly inDoubt: number;
}

/** The counts once all changes of the plan are carried out. */
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
