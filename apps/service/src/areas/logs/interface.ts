import { defineInterface } from '../../platform/area.ts';
import { addLogBatchRoutes } from './batch-routes.ts';
import { MAX_BATCH_BYTES, MAX_LINE_BYTES } from './ingest-limits.ts';
import { createOtlpErrorResponse, isOtlpPath } from './otlp-response.ts';
import { addOtlpRoutes } from './otlp-routes.ts';
import { addLogRoutes } from './routes.ts';
import type { LogServices } from './services.ts';

export const logsInterface = defineInterface({
  bodies: [
    { path: /^\/api\/v1\/projects\/[^/]+\/(logs-(batch|har)|otlp\/v1\/traces)$/, maxSize: MAX_BATCH_BYTES, gzip: true },
    { path: /\/logs$/, maxSize: MAX_LINE_BYTES },
  ],
  formatError: (c, ...error) => (isOtlpPath(c.req.path) ? createOtlpErrorResponse(c, ...error) : undefined),
  addRoutes(app, services: LogServices) {
    addLogRoutes(app, services);
    addLogBatchRoutes(app, services);
    addOtlpRoutes(app, services);
  },
});
