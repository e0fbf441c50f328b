import { createRoute, z } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import { CAPTURE_KEY_MARKER } from '../../platform/access/capture-keys.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { deriveId } from '../../platform/database/new-id.ts';
import { CAPTURED_TRAFFIC } from '../../platform/http/audit.ts';
import { idempotencyHeader, noQuery, slugParameters } from '../../platform/http/common-schemas.ts';
import { createOperationResponses, WRITE_ERROR_STATUSES } from '../../platform/http/error-responses.ts';
import { createSchemaReference } from '../../platform/http/json-body.ts';
import { requireMediaType } from '../../platform/http/media-types.ts';
import { MAX_LOGS_PER_BATCH } from './ingest-limits.ts';
import { createTracesResponse, OTLP_TRACES_PATH, PROTOBUF } from './otlp-response.ts';
import type { LogServices } from './services.ts';

const ENDPOINT_DESCRIPTION =
  'The endpoint of OTLP/HTTP, in JSON or protocol buffers, optionally compressed with gzip. Server spans of HTTP requests become logs; other spans are skipped. The id of a log is derived from the ids of the span, so a repeated request adds nothing. Errors have the body that the protocol defines, google.rpc.Status.';

const exportResponseSchema = z
  .object({
    partialSuccess: z
      .object({ rejectedSpans: z.string(), errorMessage: z.string() })
      .optional()
      .describe('Spans that were not stored, and the problem of one of them'),
  })
  .meta({ id: 'ExportTraceServiceResponse' });

const exportRequest = z
  .looseObject({ resourceSpans: z.array(z.looseObject({})).optional() })
  .meta({ id: 'ExportTraceServiceRequest' });

const addTraces = createRoute({
  method: 'post',
  path: `/api/v1/projects/{slug}${OTLP_TRACES_PATH}`,
  operationId: 'addTraces',
  'x-role': 'member',
  ...CAPTURED_TRAFFIC,
  tags: ['Logs'],
  'x-area': 'logs',
  'x-extension': true,
  ...CAPTURE_KEY_MARKER,
  summary: 'Ingest the server spans of OpenTelemetry as logs',
  description: ENDPOINT_DESCRIPTION,
  request: {
    params: slugParameters,
    query: noQuery,
    // Like every POST, the operation accepts the Idempotency-Key header, although a repeated request creates no duplicates even without it.
    headers: idempotencyHeader,
    body: {
      required: true,
      content: {
        // The schema is only a reference, because the route parses the body itself and reports problems in the format of the OTLP protocol.
        'application/json': { schema: createSchemaReference('ExportTraceServiceRequest') },
        [PROTOBUF]: {
          schema: z.string().openapi({ format: 'binary', description: 'ExportTraceServiceRequest' }),
          // An empty body is a valid message without fields.
          example: '',
        },
      },
    },
  },
  responses: createOperationResponses(
    200,
    exportResponseSchema,
    'What was not stored, if anything',
    ...WRITE_ERROR_STATUSES,
  ),
});

export function addOtlpRoutes(app: App, { store, logParsers: parsers, endpoints }: LogServices): void {
  app.openAPIRegistry.register('ExportTraceServiceRequest', exportRequest);
  app.openapi(addTraces, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const isProtobuf = requireMediaType(c, [PROTOBUF, 'application/json']) === PROTOBUF;
    const body = Buffer.from(await c.req.arrayBuffer());
    const { logs, rejected, problem } = await parsers.traces(
      body.toString(isProtobuf ? 'base64' : 'utf8'),
      isProtobuf ? 'protobuf' : 'json',
    );
    const records = await endpoints.assign(
      project.id,
      logs.map(({ record }) => record),
    );
    const logsWithIds = records.map((record, index) => ({ ...record, id: getLogId(project.id, logs[index]) }));
    for (let start = 0; start < logsWithIds.length; start += MAX_LOGS_PER_BATCH) {
      await store.logs.addNew(project.id, logsWithIds.slice(start, start + MAX_LOGS_PER_BATCH));
    }
    return createTracesResponse(c, rejected, problem);
  });
}

/** Returns the id of the log for a span. The id is the same each time the span is sent. */
function getLogId(projectId: string, span: { traceId: string; spanId: string } | undefined): string {
  return deriveId('log', `${projectId} ${span?.traceId} ${span?.spanId}`, 0);
}
