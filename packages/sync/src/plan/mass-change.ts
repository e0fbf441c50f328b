import type { Plan } from './plan-change.ts';

/** A run may always lose this many items. */
const MAX_UNCONFIRMED_ITEMS = 10;

/** A plan that loses most of the items on the service. */
export interface MassChange {
  /** Live items that would be superseded, deleted or orphaned. */
  readonly losing: number;
  /** All live items. */
  readonly of: number;
}

/**
 * Returns the losses of a plan that would supersede, delete or orphan more than 10 live items and more than half of them: a wrong setting is more
 * likely than an edit.
 * @param of all live items
 */
export function findMassChange(plan: Plan, of: number): MassChange | undefined {
  // The replacement of a deleted item may be on the service already.
  const restoredIds = new Set(plan.changes.flatMap((change) => (change.kind === 'restore' ? [change.item.key] : [])));
  const losingChanges = plan.changes.filter(
    (change) =>
      (change.kind === 'supersede' || change.kind === 'delete' || change.kind === 'orphan') &&
      change.record.status === 'live' &&
      !restoredIds.has(change.record.key),
  ).length;
  return losingChanges > MAX_UNCONFIRMED_ITEMS && losingChanges > of / 2 ? { losing: losingChanges, of } : undefined;
}
