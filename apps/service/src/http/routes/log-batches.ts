import { createRoute, z } from '@hono/zod-openapi';
import { reach } from '../../access/authenticate.ts';
import type { App } from '../../access/environment.ts';
import { HttpError } from '../../errors/errors.ts';
import { MOST_LOGS } from '../../ingest/bounds.ts';
import { harSchema } from '../../ingest/har.ts';
import { logIdFrom } from '../../store/logs.ts';
import { answerOnce } from '../idempotency.ts';
import { componentOf, jsonTextOf } from '../json-body.ts';
import { answers, WRITE_ERRORS } from '../responses.ts';
import { groupEmail, idempotencyHeader, noQuery, slugParameters } from '../schemas.ts';
import type { Services } from '../services.ts';

const NDJSON = 'application/x-ndjson';
const TWO_LOGS = [
  { status: 200, method: 'GET', url: 'https://api.example.com/pets', timestamp: '2026-03-01T10:00:00Z' },
  { status: 404, method: 'GET', url: 'https://api.example.com/pets/1', timestamp: '2026-03-01T10:00:01Z' },
];

/** Every log that came of a request, and where in its body it stood. */
const placed = (place: string) => z.array(z.object({ [place]: z.int(), id: z.string() }));
const linesTaken = z.object({ accepted: z.int(), logs: placed('line') }).meta({ id: 'LogLines' });
const entriesTaken = z
  .object({
    accepted: z.int(),
    logs: placed('entry'),
    skipped: z.array(z.int()).describe('Entries without an answer, which were left out'),
  })
  .meta({ id: 'LogEntries' });

/** What is kept of the answer to a batch: where its ids come from. Before, it was the whole answer. */
type KeptBatch = { readonly seed: string } | { readonly logs: unknown };

const addLogs = createRoute({
  method: 'post',
  path: '/api/v1/projects/{slug}/logs-batch',
  operationId: 'addLogs',
  tags: ['Logs'],
  'x-extension': true,
  summary: 'Put many captured requests in, one on each line, all or none',
  request: {
    params: slugParameters,
    query: noQuery,
    headers: idempotencyHeader,
    body: {
      required: true,
      content: {
        [NDJSON]: {
          schema: z.string().openapi({ description: `At most ${MOST_LOGS} lines, each a NewLog` }),
          example: TWO_LOGS.map((log) => `${JSON.stringify(log)}\n`).join(''),
        },
      },
    },
  },
  responses: answers(201, linesTaken, 'The id of every log, by its line', ...WRITE_ERRORS),
});

const addArchive = createRoute({
  method: 'post',
  path: '/api/v1/projects/{slug}/logs-har',
  operationId: 'addArchive',
  tags: ['Logs'],
  'x-extension': true,
  summary: 'Put the captured requests of an HTTP Archive (HAR 1.2) in, all or none',
  request: {
    params: slugParameters,
    query: z.strictObject({ groupEmail }),
    headers: idempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: componentOf('HttpArchive') } } },
  },
  responses: answers(201, entriesTaken, 'The id of every log, by its entry', ...WRITE_ERRORS),
});

export function logBatchRoutes(app: App, { store, parsers }: Services): void {
  app.openAPIRegistry.register('HttpArchive', harSchema);
  app.openapi(addLogs, async (c) => {
    const project = await reach(c, store, c.req.valid('param').slug);
    if (!/^application\/(x-)?ndjson *(;|$)/i.test(c.req.header('content-type') ?? '')) {
      throw new HttpError('unsupported_media_type', `The body must be lines of JSON: Content-Type: ${NDJSON}`);
    }
    const lines = await parsers.logLines(await c.req.text());
    const records = lines.map(({ record }) => record);
    return answerOnce(c, store, {
      create: async ({ logs }): Promise<KeptBatch> => ({ seed: await logs.addAll(project.id, records) }),
      body: (kept) => {
        if ('logs' in kept) return kept;
        return { accepted: lines.length, logs: lines.map(({ line }, at) => ({ line, id: logIdFrom(kept.seed, at) })) };
      },
    });
  });

  app.openapi(addArchive, async (c) => {
    const project = await reach(c, store, c.req.valid('param').slug);
    const { groupEmail: email } = c.req.valid('query');
    const { logs: entries, skipped } = await parsers.logArchive(await jsonTextOf(c), email);
    const records = entries.map(({ record }) => record);
    return answerOnce(c, store, {
      create: async ({ logs }): Promise<KeptBatch> => ({ seed: await logs.addAll(project.id, records) }),
      body: (kept) => {
        if ('logs' in kept) return kept;
        const logs = entries.map(({ entry }, at) => ({ entry, id: logIdFrom(kept.seed, at) }));
        return { accepted: entries.length, logs, skipped };
      },
    });
  });
}
