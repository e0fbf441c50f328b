import { openStore } from '../../../../open-store.ts';
import { sqliteBackend, useBackend } from '../../behavior/database.fixture.ts';

/** Runs all tests of the file on the threaded store, as the service does. */
export function useThreads(): void {
  useBackend({ ...sqliteBackend, hasOwnClock: true, open: (name) => openStore(name, { threads: true }) });
}
