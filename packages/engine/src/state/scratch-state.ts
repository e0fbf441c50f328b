import { randomUUID } from 'node:crypto';
import type { StateStore } from '@context-sync/sync';

/** A store whose state can be deleted. The action deletes only scratch states. */
export interface DeletableStore extends StateStore {
  /**
   * Deletes all versions of the state. Does nothing if there is no state.
   * @throws StateError
   */
  deleteState(): Promise<void>;
}

/** Returns a new ref in the namespace of the state's ref, so that the same rules apply to both refs. */
export function getScratchRef(stateRef: string): string {
  return `${stateRef.slice(0, stateRef.lastIndexOf('/'))}/context-sync-doctor-${randomUUID()}`;
}
