import { hashParts } from '../fingerprint.ts';
import type { StateMeta } from '../state/state-schema.ts';

/**
 * Returns the Idempotency-Key of a write: the same for every retry of one intent, different for every other intent.
 *
 * It includes the revision that recorded the intent. Otherwise content that changes from A to B and back to A would repeat the key of the first A,
 * and a service that honors the key would return the stored response and create nothing.
 */
export function idempotencyKey(
  meta: Pick<StateMeta, 'lineage' | 'project'>,
  intent: { key: string; fingerprint: string; revision: number },
): string {
  return hashParts([meta.lineage, meta.project, intent.key, intent.fingerprint, intent.revision]);
}
