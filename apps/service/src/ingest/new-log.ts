import { isWithinDepth, MAX_JSON_DEPTH } from '@context-sync/redaction';
import { z } from '@hono/zod-openapi';

/** A captured request or response: any JSON value, with limited depth because `JSON.stringify` is recursive. */
const captured = z
  .unknown()
  .optional()
  .refine(isWithinDepth, `must not be nested deeper than ${MAX_JSON_DEPTH} levels`);

/** A log as it is ingested. */
export const newLogSchema = z
  .strictObject({
    status: z.int().min(100).max(599),
    method: z
      .string()
      .min(1)
      .max(32)
      .transform((method) => method.toUpperCase()),
    url: z.string().min(1).max(8_192),
    groupEmail: z.string().max(320).nullable().default(null),
    timestamp: z.iso
      .datetime({ offset: true })
      .transform((time) => new Date(time).toISOString())
      // PostgreSQL has no year 0, and five-digit years do not sort as text.
      .refine((time) => time.length === 24 && time >= '0001', 'must be in the years 1 to 9999, in UTC'),
    request: captured,
    response: captured,
  })
  .meta({ id: 'NewLog' });
