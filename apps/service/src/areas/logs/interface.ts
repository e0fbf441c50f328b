import { setTimeout } from 'node:timers/promises';
import { defineInterface } from '../../platform/area.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { addLogBatchRoutes } from './batch-routes.ts';
import { createLogCommands } from './commands.ts';
import { MAX_BATCH_BYTES, MAX_LINE_BYTES } from './ingest-limits.ts';
import { createOtlpErrorResponse, isOtlpPath } from './otlp-response.ts';
import { addOtlpRoutes } from './otlp-routes.ts';
import { addLogRoutes } from './routes.ts';
import type { LogServices } from './services.ts';

/** Time between two removals of logs without a committed transaction, in milliseconds. */
const REMOVAL_INTERVAL_MS = 60_000;

export const logsInterface = defineInterface({
  bodies: [
    { path: /^\/api\/v1\/projects\/[^/]+\/(logs-(batch|har)|otlp\/v1\/traces)$/, maxSize: MAX_BATCH_BYTES, gzip: true },
    { path: /\/logs$/, maxSize: MAX_LINE_BYTES },
  ],
  formatError: (c, ...error) => (isOtlpPath(c.req.path) ? createOtlpErrorResponse(c, ...error) : undefined),
  createCommands: (cli: CliContext<PlatformPorts>) => createLogCommands(cli),
  addRoutes(app, services: LogServices) {
    addLogRoutes(app, services);
    addLogBatchRoutes(app, services);
    addOtlpRoutes(app, services);
  },
  startJobs: ({ store }: LogServices, { report, signal }) => [keepRemoved(store, report, signal)],
});

/** Removes logs without a committed transaction every minute. Several processes can run this function at the same time. */
async function keepRemoved(
  store: LogServices['store'],
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await removeAll(store, signal).catch(report);
    await setTimeout(REMOVAL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Removes batches of such logs until none are left: an outage can leave more than are removed at once. */
async function removeAll(store: LogServices['store'], signal: AbortSignal): Promise<void> {
  let removedCount = 1;
  while (removedCount > 0 && !signal.aborted) removedCount = await store.logs.removeAbandoned();
}
