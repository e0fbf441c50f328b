import { computeFingerprint } from '../fingerprint.ts';
import { getIdentity } from '../state/item-records.ts';
import type { ItemRecord } from '../state/state-schema.ts';
import type { WantedDocument } from '../wanted-items.ts';
import type { Correction } from './correct-record.ts';
import { matchByFingerprint, type Reconciliation } from './reconcile.ts';
import type { RemoteItem } from './remote-items.ts';

/** Rebuilds a lost state: imports each item of the service that equals a wanted item. */
export function adopt(wantedDocuments: readonly WantedDocument[], remoteItems: readonly RemoteItem[]): Reconciliation {
  const unknownItems = new Set(remoteItems);
  const match = matchByFingerprint(unknownItems);
  const corrections: Correction[] = [];
  for (const { path, items } of wantedDocuments) {
    for (const item of items) {
      const matchingItem = match({ fingerprint: computeFingerprint(item) });
      if (!matchingItem) continue;
      const record: ItemRecord = { ...getIdentity(item), status: 'live', id: matchingItem.id, revision: 0 };
      corrections.push({ path, record, next: record, finding: 'adopted' });
    }
  }
  return { corrections, unknown: [...unknownItems] };
}
