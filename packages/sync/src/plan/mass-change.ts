import type { Plan } from './plan-change.ts';

/** Number of items that a run may lose without confirmation. */
const MAX_UNCONFIRMED_ITEMS = 10;

/** A plan that loses most of the items on the service. */
export interface MassChange {
  /** Number of live items that would be superseded, deleted or orphaned. */
  readonly losing: number;
  /** Number of all live items. */
  readonly of: number;
}

/**
 * Returns the losses of a plan that would supersede, delete or orphan more than 10 live items and more than half of all of them, because such a plan is more
 * likely caused by a wrong setting than by an edit.
 * @param total total number of live items
 */
export function findMassChange(plan: Plan, total: number): MassChange | undefined {
  // An item is not lost if the service already contains its replacement.
  const restoredIds = new Set(plan.changes.flatMap((change) => (change.kind === 'restore' ? [change.item.key] : [])));
  const destructiveChanges = plan.changes.filter(
    (change) =>
      (change.kind === 'supersede' || change.kind === 'delete' || change.kind === 'orphan') &&
      change.record.status === 'live' &&
      !restoredIds.has(change.record.key),
  ).length;
  return destructiveChanges > MAX_UNCONFIRMED_ITEMS && destructiveChanges > total / 2
    ? { losing: destructiveChanges, of: total }
    : undefined;
}
