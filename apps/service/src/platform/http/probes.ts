import type { App } from '../access/request-environment.ts';
import type { CheckedDatabase, Store } from '../database/store.ts';
import { describeFullDisk, StoreUnavailableError } from '../database/store-unavailable-error.ts';
import { createUnavailableError } from '../errors/service-unavailable.ts';

/** Maximum response time of a database in milliseconds. If a database takes longer, the service reports that it is not ready. */
const READINESS_TIMEOUT_MS = 2_000;

/** Adds the liveness and readiness endpoints, which require no key. */
export function addProbes(app: App, store: Store<unknown>, stopping: AbortSignal | undefined): void {
  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.get('/ready', async (c) => {
    if (stopping?.aborted) throw createUnavailableError('The service is shutting down');
    const problems = (await Promise.all(store.databases.map(findProblem))).filter((problem) => problem !== undefined);
    if (problems.length > 0) throw createUnavailableError(problems.join('. '));
    return c.json({ status: 'ready' });
  });
}

/** Returns the reason why a database cannot be used; undefined if it can be used. */
async function findProblem({ name, check }: CheckedDatabase): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeoutReached = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`The ${name} database does not respond`), READINESS_TIMEOUT_MS);
  });
  const problem = check().then(
    () => undefined,
    (error: unknown) =>
      error instanceof StoreUnavailableError && error.isFull
        ? describeFullDisk(name)
        : `The ${name} database does not respond or is not writable`,
  );
  return Promise.race([problem, timeoutReached]).finally(() => clearTimeout(timer));
}
