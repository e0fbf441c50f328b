import { hashParts } from '../fingerprint.ts';
import type { StateMeta } from '../state/state-schema.ts';

/**
 * Returns the Idempotency-Key of a write. Every retry of an intent has the same key, and every other intent has a different key.
 *
 * The key depends on the revision that recorded the intent. Otherwise, content that changes from A to B and back to A would get the key of the first
 * A again, and a service that honors the key would return the stored response and create nothing.
 */
export function createIdempotencyKey(
  meta: Pick<StateMeta, 'lineage' | 'project'>,
  intent: { key: string; fingerprint: string; revision: number },
): string {
  return hashParts([meta.lineage, meta.project, intent.key, intent.fingerprint, intent.revision]);
}
