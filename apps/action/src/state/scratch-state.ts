import { randomUUID } from 'node:crypto';
import type { StateStore } from '@context-sync/sync';

/** A store whose state can be deleted. Only scratch states are ever deleted. */
export interface DeletableStore extends StateStore {
  /** Deletes the state with all its versions, if present. @throws StateError */
  deleteState(): Promise<void>;
}

/** Returns a new ref next to the ref of the state, so that the same rules apply to both refs. */
export function scratchRefOf(stateRef: string): string {
  return `${stateRef.slice(0, stateRef.lastIndexOf('/'))}/context-sync-doctor-${randomUUID()}`;
}
