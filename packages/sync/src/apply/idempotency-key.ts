import { digest } from '../fingerprint.ts';
import type { StateMeta } from '../state/schema.ts';

/**
 * The Idempotency-Key of a write: the same whenever the same intent is sent again, another for every other intent.
 *
 * The revision that recorded the intent is part of it. Without it, content that goes from A to B and back to A would repeat the key of
 * the first A, and a service that honours keys would answer from memory and create nothing.
 */
export function idempotencyKey(
  meta: Pick<StateMeta, 'lineage' | 'project'>,
  intent: { key: string; fingerprint: string; revision: number },
): string {
  return digest([meta.lineage, meta.project, intent.key, intent.fingerprint, intent.revision]);
}
