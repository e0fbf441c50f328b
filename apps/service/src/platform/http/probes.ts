import type { App } from '../access/request-environment.ts';
import type { Store } from '../database/store.ts';
import { createUnavailableError } from '../errors/service-unavailable.ts';

/** Maximum response time of the store in milliseconds. If the store takes longer, the service reports that it is not ready. */
const READINESS_TIMEOUT_MS = 2_000;

/** Adds the liveness and readiness endpoints, which require no key. */
export function addProbes(app: App, store: Store<unknown>, stopping: AbortSignal | undefined): void {
  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.get('/ready', async (c) => {
    if (stopping?.aborted) throw createUnavailableError('The service is shutting down');
    let timer: NodeJS.Timeout | undefined;
    const timeoutReached = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), READINESS_TIMEOUT_MS);
    });
    const storeCheck = store.check().then(
      () => true,
      () => false,
    );
    const isReady = await Promise.race([storeCheck, timeoutReached]).finally(() => clearTimeout(timer));
    if (!isReady) throw createUnavailableError('The database does not respond or is not writable');
    return c.json({ status: 'ready' });
  });
}
