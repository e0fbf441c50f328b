import { fingerprintOf } from '../fingerprint.ts';
import { identityOf } from '../state/records.ts';
import type { ItemRecord } from '../state/schema.ts';
import type { WantedDocument } from '../wanted.ts';
import type { Correction } from './correction.ts';
import { matchByFingerprint, type Reconciliation } from './reconcile.ts';
import type { RemoteItem } from './remote-items.ts';

/** Rebuilds a lost state: imports each item of the service that equals a wanted item. */
export function adopt(wanted: readonly WantedDocument[], held: readonly RemoteItem[]): Reconciliation {
  const unknown = new Set(held);
  const match = matchByFingerprint(unknown);
  const corrections: Correction[] = [];
  for (const { path, items } of wanted) {
    for (const item of items) {
      const found = match({ fingerprint: fingerprintOf(item) });
      if (!found) continue;
      const record: ItemRecord = { ...identityOf(item), status: 'live', id: found.id, revision: 0 };
      corrections.push({ path, record, next: record, finding: 'adopted' });
    }
  }
  return { corrections, unknown: [...unknown] };
}
