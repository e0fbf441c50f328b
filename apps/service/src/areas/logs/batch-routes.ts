import { createRoute, z } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import { CAPTURE_KEY_MARKER } from '../../platform/access/capture-keys.ts';
import type { App } from '../../platform/access/request-environment.ts';
import type { ErrorDetail } from '../../platform/errors/errors.ts';
import { createInvalidRequestError } from '../../platform/errors/invalid-request.ts';
import { CAPTURED_TRAFFIC } from '../../platform/http/audit.ts';
import { idempotencyHeader, slugParameters } from '../../platform/http/common-schemas.ts';
import { createOperationResponses, WRITE_ERROR_STATUSES } from '../../platform/http/error-responses.ts';
import { respondOnce } from '../../platform/http/idempotency.ts';
import { createSchemaReference, readJsonBodyText } from '../../platform/http/json-body.ts';
import { requireMediaType } from '../../platform/http/media-types.ts';
import { MAX_LOGS_PER_BATCH } from './ingest-limits.ts';
import type { LineProblem } from './ndjson.ts';
import { harSchema } from './parse-har.ts';
import { groupEmail } from './schemas.ts';
import type { LogServices } from './services.ts';
import { logIdFrom } from './store.ts';

const NDJSON = 'application/x-ndjson';
const EXAMPLE_LOGS = [
  { status: 200, method: 'GET', url: 'https://api.example.com/pets', timestamp: '2026-03-01T10:00:00Z' },
  { status: 404, method: 'GET', url: 'https://api.example.com/pets/1', timestamp: '2026-03-01T10:00:01Z' },
];

/** Schema of the ids of the logs, each with the position of the log in the body. */
const createPositionIdsSchema = (place: string) => z.array(z.object({ [place]: z.int(), id: z.string() }));
const acceptedLinesSchema = z
  .object({
    accepted: z.int(),
    rejected: z.int().describe('Number of lines that were not stored'),
    logs: createPositionIdsSchema('line'),
    problems: z
      .array(
        z.object({
          line: z.int(),
          field: z.string().nullable().describe('Path of the field; null for the whole line'),
          message: z.string().describe('The rule that the line violates'),
        }),
      )
      .describe('The problems of the rejected lines'),
  })
  .meta({ id: 'LogLines' });
const acceptedEntriesSchema = z
  .object({
    accepted: z.int(),
    logs: createPositionIdsSchema('entry'),
    skipped: z.array(z.int()).describe('Entries without a response, which were skipped'),
  })
  .meta({ id: 'LogEntries' });

/**
 * The stored record of a batch, which contains the seed from which the ids of its logs are derived. Older records contain the whole response instead.
 */
type StoredBatch = { readonly seed: string } | { readonly logs: unknown };

const BATCH_DESCRIPTION =
  'Each line gets its own result: an invalid line is rejected and the others are stored, unless `atomic` is true. If no line is valid, the response is 400. The body may be compressed with gzip.';

const batchQuery = z.strictObject({
  atomic: z
    .enum(['true', 'false'])
    .optional()
    .openapi({ description: '`true` stores all lines or, if one is invalid, none. Default: `false`' }),
});

const addLogs = createRoute({
  method: 'post',
  path: '/api/v1/projects/{slug}/logs-batch',
  operationId: 'addLogs',
  'x-role': 'member',
  ...CAPTURED_TRAFFIC,
  tags: ['Logs'],
  'x-area': 'logs',
  'x-extension': true,
  ...CAPTURE_KEY_MARKER,
  summary: 'Ingest captured requests in bulk (NDJSON)',
  description: BATCH_DESCRIPTION,
  request: {
    params: slugParameters,
    query: batchQuery,
    headers: idempotencyHeader,
    body: {
      required: true,
      content: {
        [NDJSON]: {
          schema: z.string().openapi({ description: `At most ${MAX_LOGS_PER_BATCH} lines; each line is a NewLog` }),
          example: EXAMPLE_LOGS.map((log) => `${JSON.stringify(log)}\n`).join(''),
        },
      },
    },
  },
  responses: createOperationResponses(
    201,
    acceptedLinesSchema,
    'The id of each stored log with its line number, and the problems of the other lines',
    ...WRITE_ERROR_STATUSES,
  ),
});

const addArchive = createRoute({
  method: 'post',
  path: '/api/v1/projects/{slug}/logs-har',
  operationId: 'addArchive',
  'x-role': 'member',
  ...CAPTURED_TRAFFIC,
  tags: ['Logs'],
  'x-area': 'logs',
  'x-extension': true,
  ...CAPTURE_KEY_MARKER,
  summary: 'Ingest the requests of an HTTP Archive (HAR 1.2), all or none',
  request: {
    params: slugParameters,
    query: z.strictObject({ groupEmail }),
    headers: idempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: createSchemaReference('HttpArchive') } } },
  },
  responses: createOperationResponses(
    201,
    acceptedEntriesSchema,
    'The id of each log with its entry index',
    ...WRITE_ERROR_STATUSES,
  ),
});

export function addLogBatchRoutes(app: App, { store, logParsers: parsers, endpoints }: LogServices): void {
  app.openAPIRegistry.register('HttpArchive', harSchema);
  app.openapi(addLogs, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    requireMediaType(c, [NDJSON]);
    const { logs: lines, problems } = await parsers.logLines(await c.req.text());
    if (problems.length > 0 && (lines.length === 0 || c.req.valid('query').atomic === 'true')) {
      throw createInvalidRequestError(problems.map(getDetail));
    }
    const records = await endpoints.assign(
      project.id,
      lines.map(({ record }) => record),
    );
    return respondOnce(c, store, {
      create: async ({ logs }): Promise<StoredBatch> => ({ seed: await logs.addAll(project.id, records) }),
      body: (storedBatch) => {
        if ('logs' in storedBatch) return storedBatch;
        return {
          accepted: lines.length,
          rejected: new Set(problems.map(({ line }) => line)).size,
          logs: lines.map(({ line }, index) => ({ line, id: logIdFrom(storedBatch.seed, index) })),
          problems,
        };
      },
    });
  });

  app.openapi(addArchive, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { groupEmail: email } = c.req.valid('query');
    const { logs: entries, skipped } = await parsers.logArchive(await readJsonBodyText(c), email);
    const records = await endpoints.assign(
      project.id,
      entries.map(({ record }) => record),
    );
    return respondOnce(c, store, {
      create: async ({ logs }): Promise<StoredBatch> => ({ seed: await logs.addAll(project.id, records) }),
      body: (storedBatch) => {
        if ('logs' in storedBatch) return storedBatch;
        const logs = entries.map(({ entry }, index) => ({ entry, id: logIdFrom(storedBatch.seed, index) }));
        return { accepted: entries.length, logs, skipped };
      },
    });
  });
}

function getDetail({ line, field, message }: LineProblem): ErrorDetail {
  return { where: field === null ? `line ${line}` : `line ${line}.${field}`, message };
}
