import type { Change } from '@context-sync/sync';

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
  forget: 'forget',
  wait: 'wait for another run',
  hold: 'in doubt, held',
};

/** The changes as rows, without what is kept as it is. */
export function changeRows(changes: readonly Change[]): ChangeRow[] {
  return changes.flatMap((change) => {
    if (change.kind === 'keep') return [];
    const item = 'item' in change ? change.item : undefined;
    return [{ verb: VERBS[change.kind], path: change.path, title: titleOf(change), size: item?.content.length }];
  });
}

/** Title of the item that the change is about: as it is wanted, else as it stands on the platform. */
export function titleOf(change: Change): string {
  const item = 'item' in change ? change.item : undefined;
  const record = 'record' in change ? change.record : undefined;
  return item?.title ?? record?.title ?? '';
}
