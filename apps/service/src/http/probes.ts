import type { App } from '../access/environment.ts';
import { unavailable } from '../errors/unavailable.ts';
import type { Store } from '../store/store.ts';

/** Milliseconds after which a store that does not respond is not ready. */
const PATIENCE = 2_000;

/** Whether the process lives, and whether it can answer requests. Both are there without a key. */
export function probes(app: App, store: Store, stopping: AbortSignal | undefined): void {
  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.get('/ready', async (c) => {
    if (stopping?.aborted) throw unavailable('The service is stopping');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), PATIENCE);
    });
    const works = store.check().then(
      () => true,
      () => false,
    );
    const ready = await Promise.race([works, late]).finally(() => clearTimeout(timer));
    if (!ready) throw unavailable('The database does not respond, or cannot be written to');
    return c.json({ status: 'ready' });
  });
}
