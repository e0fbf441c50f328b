import { createRoute, z } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import { CAPTURE_KEY_MARKER } from '../../platform/access/capture-keys.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { createNotFoundError } from '../../platform/errors/errors.ts';
import { CAPTURED_TRAFFIC, createAuditMarker } from '../../platform/http/audit.ts';
import { idempotencyHeader, nextCursor, noQuery, slugParameters } from '../../platform/http/common-schemas.ts';
import { createOperationResponses, WRITE_ERROR_STATUSES } from '../../platform/http/error-responses.ts';
import { respondOnce } from '../../platform/http/idempotency.ts';
import { createSchemaReference, readJsonBodyText } from '../../platform/http/json-body.ts';
import { createLargeResponse } from '../../platform/http/large-response.ts';
import { resolveTimeRange } from '../../platform/http/time-range-schemas.ts';
import { newLogSchema } from './new-log.ts';
import { LOGS_DEFAULT_LIMIT, logParameters, logQuery, logSchema, logSummarySchema } from './schemas.ts';
import type { LogServices } from './services.ts';
import { formatLog, normalizeLog } from './store.ts';

const searchLogs = createRoute({
  method: 'get',
  path: '/api/v1/projects/{slug}/logs',
  operationId: 'searchLogs',
  'x-role': 'member',
  tags: ['Logs'],
  'x-area': 'logs',
  summary: 'Search request logs, newest first',
  request: { params: slugParameters, query: logQuery },
  responses: createOperationResponses(200, z.object({ logs: z.array(logSummarySchema), next: nextCursor }), 'OK'),
});

const getLog = createRoute({
  method: 'get',
  path: '/api/v1/projects/{slug}/logs/{logId}',
  operationId: 'getLog',
  'x-role': 'member',
  ...createAuditMarker('log.read'),
  tags: ['Logs'],
  'x-area': 'logs',
  summary: 'Get one log (audited)',
  request: { params: logParameters, query: noQuery },
  responses: createOperationResponses(200, logSchema, 'The full log'),
});

const addLog = createRoute({
  method: 'post',
  path: '/api/v1/projects/{slug}/logs',
  operationId: 'addLog',
  'x-role': 'member',
  ...CAPTURED_TRAFFIC,
  tags: ['Logs'],
  'x-area': 'logs',
  'x-extension': true,
  ...CAPTURE_KEY_MARKER,
  summary: 'Ingest one captured request',
  request: {
    params: slugParameters,
    query: noQuery,
    headers: idempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: createSchemaReference('NewLog') } } },
  },
  responses: createOperationResponses(201, logSchema, 'The log', ...WRITE_ERROR_STATUSES),
});

export function addLogRoutes(app: App, { store, logParsers: parsers, endpoints }: LogServices): void {
  app.openAPIRegistry.register('NewLog', newLogSchema);
  app.openapi(searchLogs, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { limit = LOGS_DEFAULT_LIMIT, cursor, ...filters } = c.req.valid('query');
    const { since, until, caller: clientKind, ...others } = filters;
    const search = { ...others, clientKind, ...resolveTimeRange({ since, until }, Date.now()) };
    const { items, next: more } = await store.logs.search(project.id, search, { limit, cursor, filters });
    return createLargeResponse(c, JSON.stringify({ logs: items, next: more }));
  });

  app.openapi(getLog, async (c) => {
    const { slug, logId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const { userId, keyId } = c.get('principal');
    // The audit entry is written in the same transaction, so that every returned log has an audit entry.
    const log = await store.transaction(async ({ logs, audit }) => {
      const logRecord = await logs.get(project.id, logId);
      await audit.record({
        slug,
        action: 'log.read',
        target: logId,
        actor: { kind: 'member', userId, keyId },
        requestId: c.get('requestId'),
        outcome: logRecord ? 'found' : 'not-found',
      });
      return logRecord;
    });
    c.set('audited', true);
    if (!log) throw createNotFoundError('log', logId);
    return createLargeResponse(c, formatLog(log));
  });

  app.openapi(addLog, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const [assigned] = await endpoints.assign(project.id, [await parsers.log(await readJsonBodyText(c))]);
    if (!assigned) throw new Error('a log was not assigned to an endpoint');
    const record = normalizeLog(assigned);
    return respondOnce(c, store, {
      async create(operations) {
        const { id } = await operations.logs.add(project.id, record);
        return { id };
      },
      location: ({ id }) => `${c.req.path}/${id}`,
      // The response contains the stored text, because large logs are parsed only in worker processes.
      body: ({ id }) => formatLog({ id, ...record }),
    });
  });
}
