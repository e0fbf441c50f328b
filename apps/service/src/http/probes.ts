import type { App } from '../access/environment.ts';
import { HttpError } from '../errors/errors.ts';
import type { Store } from '../store/store.ts';

/** Milliseconds after which a store that does not answer is not ready. */
const PATIENCE = 2_000;

/** Whether the process lives, and whether it can answer requests. Both are there without a key. */
export function probes(app: App, store: Store, stopping: AbortSignal | undefined): void {
  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.get('/ready', async (c) => {
    if (stopping?.aborted) throw new HttpError('unavailable', 'The service is stopping');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), PATIENCE);
    });
    const answers = store.check().then(
      () => true,
      () => false,
    );
    const ready = await Promise.race([answers, late]).finally(() => clearTimeout(timer));
    if (!ready) throw new HttpError('unavailable', 'The database does not answer');
    return c.json({ status: 'ready' });
  });
}
