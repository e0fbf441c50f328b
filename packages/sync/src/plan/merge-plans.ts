import type { Change, Plan } from './plan-change.ts';

/**
 * Merges the first plan of a run that had to wait for another run with the plan that the run created later. Only the changes of the items that had to wait
 * are replaced.
 */
export function mergeAfterWait(first: Plan, laterPlan: Plan): Plan {
  const isWaiting = first.connect?.kind === 'wait' || first.changes.some(({ kind }) => kind === 'wait');
  if (!isWaiting) return first;
  const [before, now] = [groupByItem(first.changes), groupByItem(laterPlan.changes)];
  const mergedChanges = [...before].flatMap(([item, changes]) =>
    changes.some(({ kind }) => kind === 'wait') ? keepResolved(changes, now.get(item) ?? []) : changes,
  );
  return {
    ...first,
    connect: first.connect?.kind === 'wait' ? laterPlan.connect : first.connect,
    changes: mergedChanges,
  };
}

/** Returns the changes of an item that were already sent in the first round, and the changes that are planned now. */
function keepResolved(before: readonly Change[], now: readonly Change[]): Change[] {
  const sentChanges = before.filter(isRequest);
  return [...sentChanges, ...now.filter(({ kind }) => kind !== 'unchanged' || sentChanges.length === 0)];
}

function isRequest({ kind }: Change): boolean {
  return kind === 'create' || kind === 'update' || kind === 'supersede' || kind === 'delete';
}

/** Groups changes by item and keeps their order. */
function groupByItem(changes: readonly Change[]): Map<string, Change[]> {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const item = 'item' in change ? change.item : undefined;
    const record = 'record' in change ? change.record : undefined;
    const name = JSON.stringify([change.path, item?.key ?? record?.key]);
    const group = groups.get(name);
    if (group) group.push(change);
    else groups.set(name, [change]);
  }
  return groups;
}
