import { randomUUID } from 'node:crypto';
import type { StateStore } from '@context-sync/sync';

/** A store whose state can be deleted. The action deletes only scratch states. */
export interface DeletableStore extends StateStore {
  /** Deletes the state with all its versions. Does nothing if there is no state. @throws StateError */
  deleteState(): Promise<void>;
}

/** Returns a new ref in the same namespace as the ref of the state, so that the same rules apply to both refs. */
export function getScratchRef(stateRef: string): string {
  return `${stateRef.slice(0, stateRef.lastIndexOf('/'))}/context-sync-doctor-${randomUUID()}`;
}
