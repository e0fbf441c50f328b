import { z } from '@hono/zod-openapi';
import { ERRORS, type ErrorCode } from '../errors/errors.ts';

/** The classes of HTTP statuses. */
export const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** Schema of an error response. */
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

export const cursor = z
  .string()
  .max(256)
  .optional()
  .openapi({ description: 'Cursor: `next` of the previous page', 'x-extension': true });

/** Schema of the cursor of the next page. A page can contain fewer entries than requested, or none, even if there are more pages. */
export const nextCursor = z.string().nullable().describe('Cursor of the next page; null on the last page');

export const EXTENSION = { 'x-extension': true };
/** Default page size of all lists whose page size the specification does not define. */
export const LIST_DEFAULT_LIMIT = 100;
export const pageQuery = z.strictObject({ limit: createQueryIntegerSchema(1, 500).optional(), cursor });

/** Query schema of operations without query parameters, which rejects any parameter as unknown. */
export const noQuery = z.strictObject({});

export const slugParameters = z.strictObject({ slug: z.string().openapi({ description: 'Project slug' }) });
export const idempotencyHeader = z.object({
  'Idempotency-Key': z.string().optional().openapi({
    description: 'Makes retries idempotent: within 24 hours, requests with the same key are executed only once',
    maxLength: 255,
  }),
});
