import type { App } from '../access/environment.ts';
import { unavailable } from '../errors/unavailable.ts';
import type { Store } from '../store/store.ts';

/** How long the store may take to respond before the service reports that it is not ready. */
const READINESS_TIMEOUT_MS = 2_000;

/** Adds liveness and readiness endpoints, which need no key. */
export function probes(app: App, store: Store, stopping: AbortSignal | undefined): void {
  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.get('/ready', async (c) => {
    if (stopping?.aborted) throw unavailable('The service is shutting down');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), READINESS_TIMEOUT_MS);
    });
    const works = store.check().then(
      () => true,
      () => false,
    );
    const ready = await Promise.race([works, late]).finally(() => clearTimeout(timer));
    if (!ready) throw unavailable('The database does not respond or is not writable');
    return c.json({ status: 'ready' });
  });
}
