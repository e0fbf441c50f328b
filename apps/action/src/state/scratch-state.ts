import { randomUUID } from 'node:crypto';
import type { StateStore } from '@context-sync/sync';

/** A store whose state can be deleted; done only to a scratch state. */
export interface DeletableStore extends StateStore {
  /** Deletes the state with all its versions, if there is one. @throws StateError */
  deleteState(): Promise<void>;
}

/** A ref of its own beside that of the state, so that a rule for the one also covers the other. */
export function scratchRefOf(stateRef: string): string {
  return `${stateRef.slice(0, stateRef.lastIndexOf('/'))}/context-sync-doctor-${randomUUID()}`;
}
