import { CALLER_KINDS, contextItemInput, dataSourceInput, logFilters } from '@context-sync/core';
import { z } from '@hono/zod-openapi';
import { MATCH_KINDS } from '../../areas/context/store.ts';
import { STATUS_CLASSES } from '../../areas/logs/store.ts';
import { ACCESSES } from '../access/accounts.ts';
import { AUDIT_ACTIONS, AUDIT_ACTOR_KINDS, AUDIT_OUTCOMES } from '../audit/audit.ts';
import { ERRORS, type ErrorCode } from '../errors/errors.ts';
import { createTimeSchema } from './time-range-schemas.ts';

/** The schemas of the shared contract, with their names in the OpenAPI document. */
export const errorSchema = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
      message: z.string(),
      requestId: z.string().optional().describe('Request id, as in the X-Request-Id header'),
      details: z
        .array(z.object({ where: z.string(), message: z.string() }))
        .optional()
        .describe('The problems of the request, with their location'),
    }),
  })
  .meta({ id: 'Error' });
export const contextItemInputSchema = contextItemInput.meta({ id: 'ContextItemInput' });
export const dataSourceInputSchema = dataSourceInput.meta({ id: 'DataSourceInput' });

export const projectSchema = z
  .object({ id: z.string(), slug: z.string(), name: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'Project' });

export const accountSchema = z
  .object({
    user: z.object({ id: z.string(), email: z.string(), createdAt: z.iso.datetime() }),
    key: z.object({
      id: z.string(),
      name: z.string(),
      access: z.enum(ACCESSES),
      project: z
        .string()
        .nullable()
        .describe('Slug of the only project that the key can access; null for all projects of its owner'),
      createdAt: z.iso.datetime(),
      expiresAt: z.iso.datetime().nullable(),
    }),
    projects: z.array(projectSchema),
  })
  .meta({ id: 'Account' });

export const memberSchema = z
  .object({ userId: z.string(), email: z.string(), since: z.iso.datetime() })
  .meta({ id: 'Member' });

export const contextItemSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    content: z.string(),
    public: z.boolean(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'ContextItem' });

const foundContextItemSchema = contextItemSchema
  .extend({ score: z.number().describe('Higher is better; only comparable within one response') })
  .meta({ id: 'FoundContextItem' });

export const foundContextItemsSchema = z.object({
  matched: z
    .enum(MATCH_KINDS)
    .describe(
      '`all`: at least one item contains every word of `q`; `some`: no item contains all words, these are the closest; `none`: no item contains any',
    ),
  items: z.array(foundContextItemSchema),
});

export const dataSourceSchema = z
  .object({ id: z.string(), ...dataSourceInput.shape, createdAt: z.iso.datetime() })
  .meta({ id: 'DataSource' });

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

export const auditEntrySchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    actor: z
      .enum(AUDIT_ACTOR_KINDS)
      .describe('`member`: a request with a key; `command-line`: an operator; `service`: a background job'),
    action: z.enum(AUDIT_ACTIONS),
    targetKind: z.string(),
    target: z.string().describe('Id of the target; empty if a refused request would have created it'),
    userId: z.string().nullable(),
    email: z.string().nullable(),
    keyId: z.string().nullable(),
    systemUser: z.string().nullable().describe('Name of the operating-system user; only for `command-line`'),
    hashBefore: z
      .string()
      .nullable()
      .describe('SHA-256 of the target before the change, as canonical JSON (RFC 8785); null if it did not exist'),
    hashAfter: z.string().nullable().describe('The same after the change; null if the target no longer exists'),
    requestId: z.string(),
    outcome: z.enum(AUDIT_OUTCOMES),
  })
  .meta({ id: 'AuditEntry' });

/** Returns the schema of an integer in a query string. */
export const createQueryIntegerSchema = (min: number, max: number) =>
  z
    .string()
    .refine(
      (text) => /^-?\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `must be an integer between ${min} and ${max}`,
    )
    .transform(Number)
    .openapi({ type: 'integer', minimum: min, maximum: max });

export const LOGS_DEFAULT_LIMIT = 50;

export const cursor = z
  .string()
  .max(256)
  .optional()
  .openapi({ description: 'Cursor: `next` of the previous page', 'x-extension': true });

/** Schema of the cursor of the next page. A page can contain fewer entries than requested, or none, even if there are more pages. */
export const nextCursor = z.string().nullable().describe('Cursor of the next page; null on the last page');

const EXTENSION = { 'x-extension': true };
const createExtensionTextSchema = (maxChars: number, description: string) =>
  z
    .string()
    .max(maxChars)
    .optional()
    .openapi({ description, ...EXTENSION });

/**
 * Query parameters of a log search: the filters of the contract and the service's own filters, where `status` and `limit` are converted to numbers.
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
    .enum(CALLER_KINDS)
    .optional()
    .openapi({ description: 'Kind of the caller, by its user agent', ...EXTENSION }),
  errorCode: createExtensionTextSchema(128, 'Code of the error'),
  environment: createExtensionTextSchema(32, 'Name of the environment'),
  traceId: createExtensionTextSchema(64, 'Trace id'),
  recoveryHintId: createExtensionTextSchema(64, 'Id of the recovery hint that the response contained'),
  minDurationMs: createQueryIntegerSchema(0, 999_999_999)
    .optional()
    .openapi({ description: 'Only requests that took at least this long', ...EXTENSION }),
  cursor,
});

/** Schema of the group to which all logs of an archive belong. */
export const groupEmail = z.string().max(320).optional().openapi({ description: 'Email address of the group' });

/** Default page size of all lists whose page size is not defined in the contract. */
export const LIST_DEFAULT_LIMIT = 100;
export const pageQuery = z.strictObject({ limit: createQueryIntegerSchema(1, 500).optional(), cursor });

export const auditQuery = pageQuery.extend({
  actor: z.string().min(1).max(320).optional().openapi({
    description: 'Id or email address of a member, id of a key, name of an operating-system user, or kind of an actor',
  }),
  action: z.enum(AUDIT_ACTIONS).optional(),
  target: z.string().min(1).max(256).optional().openapi({ description: 'Id of the target' }),
  since: createTimeSchema('Time of the first entry: a time with an offset, or relative to now, such as `-7d`'),
  until: createTimeSchema('Time before which the entries were recorded'),
});

export const itemsQuery = z.strictObject({
  limit: createQueryIntegerSchema(1, 500).optional(),
  after: z.string().max(64).optional().openapi({ description: 'Id of the last item of the previous page' }),
});

export const searchQuery = z.strictObject({
  q: z.string().min(1).max(1_000).openapi({ description: 'Words to search for' }),
  limit: createQueryIntegerSchema(1, 50).optional(),
});

/** Query schema of operations without query parameters, which rejects any parameter as unknown. */
export const noQuery = z.strictObject({});

export const slugParameters = z.strictObject({ slug: z.string().openapi({ description: 'Project slug' }) });
export const itemParameters = slugParameters.extend({
  itemId: z.string().openapi({ description: 'Id of the context item' }),
});
export const sourceParameters = slugParameters.extend({
  sourceId: z.string().openapi({ description: 'Id of the data source' }),
});
export const logParameters = slugParameters.extend({ logId: z.string().openapi({ description: 'Id of the log' }) });

export const idempotencyHeader = z.object({
  'Idempotency-Key': z.string().optional().openapi({
    description: 'Makes retries idempotent: within 24 hours, requests with the same key are executed only once',
    maxLength: 255,
  }),
});
