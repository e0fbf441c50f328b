import type { Change, Plan } from '@context-sync/sync';

/** A change as a row: what becomes of which item. */
export interface ChangeRow {
  readonly verb: string;
  readonly path: string;
  readonly title: string;
  /** Characters of the content; undefined where there is none to send. */
  readonly size: number | undefined;
}

const VERBS: Readonly<Record<Exclude<Change['kind'], 'keep'>, string>> = {
  create: 'create',
  replace: 'replace',
  supersede: 'create, old one stays',
  restore: 'restore',
  remove: 'remove',
  leave: 'leave as stale',
  hold: 'in doubt, held',
};

/** Everything that the plan does not keep as it is. */
export function changeRows(plan: Plan): ChangeRow[] {
  return plan.changes.flatMap((change) => {
    if (change.kind === 'keep') return [];
    const item = 'item' in change ? change.item : undefined;
    const title = item?.title ?? ('record' in change ? change.record?.title : undefined) ?? '';
    return [{ verb: VERBS[change.kind], path: change.path, title, size: item?.content.length }];
  });
}
