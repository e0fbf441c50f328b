import type { Change } from '@context-sync/sync';
import { getTitle } from './describe-changes.ts';

/** An item that becomes public or private. */
export interface VisibilityChange {
  readonly path: string;
  readonly title: string;
  readonly meaning: string;
}

/** The visibility changes of existing items, and the number of new public items. */
export interface VisibilityCounts {
  readonly changes: readonly VisibilityChange[];
  /** The number of new items that are public. */
  readonly newPublic: number;
}

/** Returns the items that become public or private compared with the items that they replace, and counts the new public items. */
export function getVisibilityChanges(changes: readonly Change[]): VisibilityCounts {
  const visibilityChanges: VisibilityChange[] = [];
  let newPublic = 0;
  for (const change of changes) {
    const meaning = getMeaning(change);
    if (meaning !== undefined) visibilityChanges.push({ path: change.path, title: getTitle(change), meaning });
    if (change.kind === 'create' && change.item.public) newPublic += 1;
  }
  return { changes: visibilityChanges, newPublic };
}

function getMeaning(change: Change): string | undefined {
  switch (change.kind) {
    case 'update':
    case 'supersede': {
      const [was, is] = [change.record.public === true, change.item.public];
      if (was === is) return undefined;
      if (is) return 'becomes public';
      return change.kind === 'update' ? 'becomes private' : 'becomes private, but the old version stays public';
    }
    case 'restore': {
      const wasPublic = change.record?.public === true;
      if (change.record === undefined || wasPublic === change.item.public) return undefined;
      return change.item.public ? 'becomes public' : 'becomes private, but the old version stays public';
    }
    default:
      return undefined;
  }
}
