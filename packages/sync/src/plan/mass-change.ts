import type { Plan } from './change.ts';

/** Fewer items than this may always go. */
const MAX_UNCONFIRMED_ITEMS = 10;

/** A plan that takes away most of what is on the service. */
export interface MassChange {
  /** Live items that would be superseded, removed or left as orphaned. */
  readonly losing: number;
  /** Live items in all. */
  readonly of: number;
}

/**
 * Whether the plan would supersede, remove or leave behind more than 10 live items and more than half of all: rather a wrong setting than an
 * edit.
 * @param of live items in all
 */
export function findMassChange(plan: Plan, of: number): MassChange | undefined {
  // The replacement of a deleted item may be on the service already.
  const restored = new Set(plan.changes.flatMap((change) => (change.kind === 'restore' ? [change.item.key] : [])));
  const losing = plan.changes.filter(
    (change) =>
      (change.kind === 'supersede' || change.kind === 'delete' || change.kind === 'orphan') &&
      change.record.status === 'live' &&
      !restored.has(change.record.key),
  ).length;
  return losing > MAX_UNCONFIRMED_ITEMS && losing > of / 2 ? { losing, of } : undefined;
}
