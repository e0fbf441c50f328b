import { CLIENT_KINDS } from '@context-sync/core/client-kind';
import { z } from '@hono/zod-openapi';
import { createQueryIntegerSchema, STATUS_CLASSES, slugParameters } from '../../platform/http/common-schemas.ts';
import { createTimeSchema } from '../../platform/http/time-range-schemas.ts';
import { INTERVALS } from '../../platform/time/metrics-period.ts';
import { MAX_EXAMPLE_PATHS } from './example-paths.ts';
import { MAX_LOGS_READ } from './newest-logs.ts';
import { ENDPOINT_SORTS, MIN_TIMED_REQUESTS } from './top-endpoints.ts';

const exactMarker = { 'x-computed': 'exact' };
const approximateMarker = { 'x-computed': 'within-2-percent' };
const count = (description: string) => z.int().openapi({ description, ...exactMarker });
const createDurationSchema = (share: number, period?: string) =>
  z
    .number()
    .nullable()
    .openapi({
      description: `${share} % of the requests${period === undefined ? '' : ` ${period}`} took at most this long; null if no duration was measured`,
      ...approximateMarker,
    });

const counts = {
  requests: count('Requests'),
  status2xx: count('Requests with status 200 to 299'),
  status3xx: count('Requests with status 300 to 399'),
  status4xx: count('Requests with status 400 to 499'),
  status5xx: count('Requests with status 500 to 599'),
  errorRate: z
    .number()
    .nullable()
    .openapi({
      description: 'Share of requests with status 4xx or 5xx; null if there were no requests',
      ...exactMarker,
    }),
};
const percentiles = {
  p50Ms: createDurationSchema(50),
  p95Ms: createDurationSchema(95),
  p99Ms: createDurationSchema(99),
};
const endpoint = {
  endpointId: z.string(),
  method: z.string(),
  route: z
    .string()
    .describe(
      'Template of the path. `{unmatched}` counts requests to unknown paths, `{other}` requests to endpoints beyond the maximum number',
    ),
  operationId: z.string().nullable().describe('From the OpenAPI document of the project'),
};
/** The range that the report covers: the requested range, extended to whole minutes, hours or days of the stored counts. */
const range = { since: z.iso.datetime(), until: z.iso.datetime() };

const NULL_IF_FILTERED = 'Null with `environment` or `caller`, because the counts do not distinguish them here';

const totals = z
  .object({
    ...range,
    ...counts,
    ...percentiles,
    agentShare: z
      .number()
      .nullable()
      .openapi({ description: 'Share of requests by AI agents', ...exactMarker }),
    activeUsers: z
      .int()
      .nullable()
      .openapi({
        description: `Users who sent a request on any UTC day of the range; in \`previous\`, on the same number of UTC days before these days. ${NULL_IF_FILTERED}`,
        ...exactMarker,
      }),
  })
  .meta({ id: 'MetricsTotals' });

export const summarySchema = totals
  .extend({ previous: totals.describe('The previous period of equal length') })
  .meta({ id: 'MetricsSummary' });

export const timeSeriesSchema = z
  .object({
    ...range,
    interval: z.enum(INTERVALS),
    points: z
      .array(z.object({ at: z.iso.datetime().describe('Start of the bucket'), ...counts, ...percentiles }))
      .describe('One entry for each bucket of the range, in chronological order'),
  })
  .meta({ id: 'MetricsTimeSeries' });

export const topEndpointsSchema = z
  .object({
    ...range,
    endpoints: z.array(
      z.object({
        ...endpoint,
        ...counts,
        ...percentiles,
        share: z.number().openapi({ description: 'Share of all requests', ...exactMarker }),
        change: z
          .number()
          .nullable()
          .openapi({
            description: 'Change in the number of requests from the previous period of equal length',
            ...exactMarker,
          }),
        previousP95Ms: createDurationSchema(95, 'in the previous period of equal length'),
        p95Change: z
          .number()
          .nullable()
          .openapi({
            description: `Change of \`p95Ms\` from \`previousP95Ms\`, such as 0.5 for 50 % slower; null unless both periods have at least ${MIN_TIMED_REQUESTS} requests with a duration, because the percentiles of fewer requests are noise`,
            ...approximateMarker,
          }),
      }),
    ),
  })
  .meta({ id: 'TopEndpoints' });

const errorCounts = {
  status: z.int(),
  errorCode: z.string().nullable().describe('Null if the response had no error code'),
  requests: count('Requests with this error'),
};

export const errorsSchema = z
  .object({ ...range, errors: z.array(z.object({ ...endpoint, ...errorCounts })) })
  .meta({ id: 'MetricsErrors' });

export const endpointSchema = totals
  .omit({ activeUsers: true })
  .extend({
    ...endpoint,
    change: z
      .number()
      .nullable()
      .openapi({
        description: 'Change in the number of requests from the previous period of equal length',
        ...exactMarker,
      }),
    examplePaths: z
      .array(z.string())
      .describe(
        `For \`{unmatched}\`, at most ${MAX_EXAMPLE_PATHS} of the paths in the newest logs, those with successful responses first; otherwise empty`,
      ),
    errors: z
      .array(z.object(errorCounts))
      .nullable()
      .describe(`The most frequent errors on the UTC days of the range. ${NULL_IF_FILTERED}`),
  })
  .meta({ id: 'EndpointMetrics' });

const periodQuery = {
  since: createTimeSchema(
    'Start: a time with an offset, or relative to now, such as `-30m`, `-24h` or `-7d`. Default: `-24h`',
  ),
  until: createTimeSchema('End: a time with an offset, or relative to now. Default: now'),
};
const environment = z.string().max(32).optional().openapi({ description: 'Only requests in this environment' });
const caller = z.enum(CLIENT_KINDS).optional().openapi({ description: 'Only requests of this kind of client' });

const READS_LOGS = `Reads the logs of the range, at most ${MAX_LOGS_READ}`;

export const summaryQuery = z.strictObject({ ...periodQuery, environment, caller });
export const timeSeriesQuery = z.strictObject({
  ...periodQuery,
  interval: z
    .enum(['auto', ...INTERVALS])
    .optional()
    .openapi({ description: 'Length of a bucket. Default: `auto`' }),
  method: z.string().max(32).optional().openapi({ description: 'Method of one endpoint, together with `route`' }),
  route: z.string().max(1_024).optional().openapi({ description: 'Route of one endpoint, together with `method`' }),
  operationId: z
    .string()
    .max(256)
    .optional()
    .openapi({ description: 'Operation of the OpenAPI document, instead of `method` and `route`' }),
  environment,
  caller,
  groupEmail: z
    .string()
    .min(1)
    .max(320)
    .optional()
    .openapi({ description: `Only requests of this user, in any letter case. ${READS_LOGS}` }),
  statusClass: z
    .enum(STATUS_CLASSES)
    .optional()
    .openapi({ description: `Only requests with these statuses. ${READS_LOGS}` }),
});

const SORT_DESCRIPTION =
  'Sort key, in descending order. Default: `requests`. `p95Change` lists the endpoints that got slower first';
export const topEndpointsQuery = z.strictObject({
  ...periodQuery,
  sort: z.enum(ENDPOINT_SORTS).optional().openapi({ description: SORT_DESCRIPTION }),
  limit: createQueryIntegerSchema(1, 100).optional(),
  environment,
  caller,
});
export const errorsQuery = z.strictObject({ ...periodQuery, limit: createQueryIntegerSchema(1, 500).optional() });
export const endpointParameters = slugParameters.extend({
  endpointId: z.string().openapi({ description: 'Id of the endpoint' }),
});
