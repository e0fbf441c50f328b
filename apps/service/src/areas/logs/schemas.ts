import { CLIENT_KINDS, logFilters } from '@context-sync/core';
import { z } from '@hono/zod-openapi';
import {
  createQueryIntegerSchema,
  cursor,
  EXTENSION,
  STATUS_CLASSES,
  slugParameters,
} from '../../platform/http/common-schemas.ts';
import { createTimeSchema } from '../../platform/http/time-range-schemas.ts';

export const logSchema = z
  .object({
    id: z.string(),
    status: z.int(),
    method: z.string(),
    url: z.string(),
    groupEmail: z.string().nullable(),
    timestamp: z.iso.datetime(),
    durationMs: z.number().nullable().describe('Null if it was not measured'),
    route: z
      .string()
      .nullable()
      .describe(
        'Route of the endpoint: from the OpenAPI document, otherwise as sent, otherwise `{unmatched}` or derived from the URL',
      ),
    userAgent: z.string().nullable(),
    errorCode: z.string().nullable(),
    environment: z.string(),
    traceId: z.string().nullable(),
    recoveryHintId: z.string().nullable(),
    request: z.unknown().optional(),
    response: z.unknown().optional(),
  })
  .meta({ id: 'Log' });

export const logSummarySchema = logSchema.omit({ request: true, response: true }).meta({ id: 'LogSummary' });

export const LOGS_DEFAULT_LIMIT = 50;

const createExtensionTextSchema = (maxChars: number, description: string) =>
  z
    .string()
    .max(maxChars)
    .optional()
    .openapi({ description, ...EXTENSION });

/**
 * Query parameters of a log search: the filters of the specification and the service's own filters, where `status` and `limit` are converted to numbers.
 */
export const logQuery = logFilters.extend({
  status: createQueryIntegerSchema(100, 599).optional(),
  limit: createQueryIntegerSchema(1, 1_000).optional(),
  since: createTimeSchema(
    'Only requests captured at or after this time. Relative times, such as `-24h`, are an extension',
  ),
  until: createTimeSchema('Only requests captured at or before this time'),
  statusClass: z
    .enum(STATUS_CLASSES)
    .optional()
    .openapi({ description: 'Class of the HTTP status', ...EXTENSION }),
  route: createExtensionTextSchema(1_024, 'Template of the endpoint, such as `/pets/{petId}`'),
  caller: z
    .enum(CLIENT_KINDS)
    .optional()
    .openapi({ description: 'Kind of client, derived from the user agent', ...EXTENSION }),
  errorCode: createExtensionTextSchema(128, 'Code of the error'),
  environment: createExtensionTextSchema(32, 'Name of the environment'),
  traceId: createExtensionTextSchema(64, 'Trace id'),
  recoveryHintId: createExtensionTextSchema(64, 'Id of the recovery hint that the response contained'),
  minDurationMs: createQueryIntegerSchema(0, 999_999_999)
    .optional()
    .openapi({ description: 'Only requests that took at least this long', ...EXTENSION }),
  cursor,
});

/** Schema of the user (`group`) to whom all logs of a HAR file belong. */
export const groupEmail = z.string().max(320).optional().openapi({ description: 'Email address of the group' });

export const logParameters = slugParameters.extend({ logId: z.string().openapi({ description: 'Id of the log' }) });
