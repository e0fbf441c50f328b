import { setTimeout } from 'node:timers/promises';
import type { AreaStore } from '../../platform/ports.ts';
import type { OAuthPorts } from './store.ts';

const INTERVAL_MS = 60_000;

/** Deletes expired tokens, codes, authorization requests and registrations every minute until the signal is aborted. */
export async function keepRecordsPruned(
  store: AreaStore<OAuthPorts>,
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await store.authorizationRecords.prune(new Date().toISOString()).catch(report);
    await setTimeout(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}
