import { CLIENT_KINDS } from '@context-sync/core/client-kind';
import { z } from '@hono/zod-openapi';
import { NAME_LIMITS } from '../../platform/database/name-limits.ts';
import { createQueryIntegerSchema, cursor, nextCursor, slugParameters } from '../../platform/http/common-schemas.ts';
import { createTimeSchema } from '../../platform/http/time-range-schemas.ts';
import { MAX_LOGS_READ } from '../metrics/newest-logs.ts';
import { RISK_THRESHOLDS, type RiskThresholds, THRESHOLD_BOUNDS } from './risk-thresholds.ts';
import { RISK_REASONS, USER_SORTS } from './store.ts';
import { MAX_HINT_DELIVERIES, MAX_LAST_ERRORS, MAX_RECENT_REQUESTS, MAX_TOP_ENDPOINTS } from './user-activity.ts';

const MAX_NAME_CHARS = 120;
const MAX_NOTE_CHARS = 2_000;

const riskSchema = z
  .object({
    level: z.enum(['low', 'high']).describe('`high` for several reasons or more than 14 days of silence'),
    reasons: z.array(
      z.object({
        code: z.enum(RISK_REASONS),
        since: z.iso.datetime(),
        facts: z.record(z.string(), z.number()).describe('The figures that the reason is based on'),
      }),
    ),
  })
  .meta({ id: 'UserRisk' });

export const userSchema = z
  .object({
    id: z.string(),
    groupEmail: z
      .string()
      .nullable()
      .describe('Email address in lower case. Null if it is unknown, or if retention deleted the logs of the user'),
    name: z.string().nullable(),
    note: z.string().nullable(),
    ignored: z.boolean().describe('Whether the user is never listed as at risk'),
    snoozedUntil: z.iso.datetime().nullable().describe('Time until which the user is not listed as at risk'),
    firstSeen: z.iso.datetime(),
    lastSeen: z.iso.datetime(),
    caller: z
      .enum(CLIENT_KINDS)
      .nullable()
      .describe('Kind of client that sent the newest requests; null if they contained no user agent'),
    requests7d: z.int().describe('Number of requests of today and the 6 UTC days before, at the last check'),
    requests30d: z.int().describe('Number of requests of today and the 29 UTC days before, at the last check'),
    errors30d: z.int().describe('Number of these requests with status 4xx or 5xx'),
    change: z
      .number()
      .nullable()
      .describe('Relative change of `requests7d` from the 7 days before; null if there were no requests in them'),
    risk: riskSchema
      .nullable()
      .describe('Risk at the last check, also for ignored and snoozed users; null if the user is not at risk'),
  })
  .meta({ id: 'User' });

const pointSchema = z.object({
  at: z.iso.datetime().describe('Start of the hour or UTC day'),
  requests: z.int(),
  status2xx: z.int(),
  status4xx: z.int(),
  status5xx: z.int(),
  throttled: z.int().describe('Requests with status 429, which `status4xx` includes'),
  bots: z
    .int()
    .nullable()
    .describe(
      'Requests of bots; null if an older version of the service, which did not count bots, counted some requests of the day',
    ),
});

const endpointShape = {
  method: z.string(),
  route: z.string().describe('Template of the path; `{unknown}` for logs from before endpoints were assigned'),
};

const recentRequestsSchema = z
  .object({
    requests: z.int().describe(`Number of the newest requests of these 30 days, at most ${MAX_RECENT_REQUESTS}`),
    complete: z.boolean().describe('Whether these are all requests of the 30 days whose logs are stored'),
    since: z.iso.datetime().nullable().describe('Time of the oldest of these requests; null if there are none'),
    topEndpoints: z
      .array(z.object({ endpointId: z.string(), ...endpointShape, requests: z.int(), errors: z.int() }))
      .describe(`The endpoints with most of these requests, at most ${MAX_TOP_ENDPOINTS}`),
    lastErrors: z
      .array(
        z.object({
          logId: z.string().describe('Id of the log'),
          timestamp: z.iso.datetime(),
          ...endpointShape,
          status: z.int(),
          errorCode: z.string().nullable().describe('Null if the response had no error code'),
        }),
      )
      .describe(`The newest of these requests with status 4xx or 5xx, at most ${MAX_LAST_ERRORS}`),
  })
  .meta({ id: 'UserRecentRequests' });

const hintDeliverySchema = z
  .object({
    hintId: z.string(),
    title: z.string(),
    at: z.iso.datetime(),
    ...endpointShape,
    withheld: z.boolean().describe('Whether the hint was withheld, to measure its effect'),
    recovered: z
      .boolean()
      .nullable()
      .describe('Whether a request to the endpoint succeeded within 10 minutes; null while there is still time'),
  })
  .meta({ id: 'HintDelivery' });

export const userDetailSchema = userSchema
  .extend({
    groupEmails: z
      .array(z.string())
      .describe(
        `The email address in lower case, and at most ${NAME_LIMITS.spellings} variants of it that requests contained`,
      ),
    days: z.array(pointSchema).describe('One entry for each of the last 30 UTC days'),
    recent: recentRequestsSchema,
    hints: z
      .array(hintDeliverySchema)
      .describe(
        `The newest deliveries of recovery hints to the user, at most ${MAX_HINT_DELIVERIES}: for each hint and UTC day, the first delivery`,
      ),
  })
  .meta({ id: 'UserDetail' });
export const usersSchema = z.object({ users: z.array(userSchema), next: nextCursor }).meta({ id: 'Users' });
const USER_INTERVALS = ['hour', 'day'] as const;
export const userSeriesSchema = z
  .object({
    since: z.iso.datetime(),
    until: z.iso.datetime(),
    interval: z.enum(USER_INTERVALS).describe('Length of a bucket'),
    points: z.array(pointSchema).describe('One entry for each hour or UTC day of the range'),
  })
  .meta({ id: 'UserTimeSeries' });

export const usersQuery = z.strictObject({
  sort: z.enum(USER_SORTS).optional().openapi({ description: 'Sort key, in descending order. Default: `requests`' }),
  atRisk: z
    .enum(['true', 'false'])
    .optional()
    .openapi({ description: '`true`: only users at risk who are neither ignored nor snoozed' }),
  reason: z.enum(RISK_REASONS).optional().openapi({ description: 'Only users at risk for this reason' }),
  caller: z
    .enum(CLIENT_KINDS)
    .optional()
    .openapi({ description: 'Only users whose newest requests this kind of client sent' }),
  q: z
    .string()
    .min(1)
    .max(320)
    .optional()
    .openapi({ description: 'Part of the email address or the name, in upper or lower case' }),
  limit: createQueryIntegerSchema(1, 500).optional(),
  cursor,
});

export const userSeriesQuery = z.strictObject({
  since: createTimeSchema(
    'Start: a time with an offset, or relative to now, such as `-7d`. Default: `-30d` for days, `-7d` for hours',
  ),
  until: createTimeSchema('End: a time with an offset, or relative to now. Default: now'),
  interval: z
    .enum(USER_INTERVALS)
    .optional()
    .openapi({
      description: `Length of a bucket. \`hour\` reads the logs of the user, at most ${MAX_LOGS_READ}. Default: \`day\``,
    }),
});

export const userChangesSchema = z
  .strictObject({
    name: z.string().max(MAX_NAME_CHARS).nullable().optional(),
    note: z.string().max(MAX_NOTE_CHARS).nullable().optional(),
    ignored: z.boolean().optional(),
    snoozedUntil: z.iso.datetime({ offset: true }).nullable().optional(),
  })
  .meta({ id: 'UserChanges' });

export const erasureSchema = z
  .object({
    userId: z.string(),
    requestedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable().describe('Time at which the job finished; null until then'),
    logs: z.int().describe('Number of logs from which the email address was removed so far'),
  })
  .meta({ id: 'UserErasure' });

const THRESHOLD_NAMES = Object.keys(THRESHOLD_BOUNDS) as (keyof RiskThresholds)[];

function createThresholdShape<T>(
  createSchema: (schema: z.ZodNumber, name: keyof RiskThresholds) => T,
): Record<keyof RiskThresholds, T> {
  const entries = THRESHOLD_NAMES.map((name) => {
    const { min, max, integer } = THRESHOLD_BOUNDS[name];
    return [name, createSchema((integer ? z.int() : z.number()).min(min).max(max), name)];
  });
  return Object.fromEntries(entries) as Record<keyof RiskThresholds, T>;
}

export const thresholdsSchema = z.object(createThresholdShape((schema) => schema)).meta({ id: 'RiskThresholds' });
export const thresholdsInput = z
  .strictObject(createThresholdShape((schema, name) => schema.optional().describe(`Default: ${RISK_THRESHOLDS[name]}`)))
  .meta({ id: 'RiskThresholdsInput' });

export const userParameters = slugParameters.extend({
  userId: z.string().openapi({ description: 'Id of the user' }),
});
