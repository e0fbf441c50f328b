import { isWithinDepth, MAX_JSON_DEPTH } from '@context-sync/redaction';
import { z } from '@hono/zod-openapi';
import { getMemberTexts } from '../../platform/parsing/json-members.ts';

/** Schema of a captured request or response: any JSON value. The depth is limited because `JSON.stringify` is recursive. */
const capturedMessage = z
  .unknown()
  .optional()
  .refine(isWithinDepth, `must not be nested deeper than ${MAX_JSON_DEPTH} levels`);

/** Maximum duration of a request: one year, because no stream is expected to stay open longer. */
const MAX_DURATION_MS = 31_536_000_000;

export const MAX_USER_AGENT_CHARS = 2_048;

const createTextSchema = (maxChars: number, description: string) =>
  z.string().min(1).max(maxChars).nullable().default(null).describe(description);

/** Schema of a log to ingest. */
export const newLogSchema = z
  .strictObject({
    status: z.int().min(100).max(599),
    method: z.string().min(1).max(32),
    url: z.string().min(1).max(8_192),
    groupEmail: z.string().max(320).nullable().default(null),
    durationMs: z
      .number()
      .min(0)
      .max(MAX_DURATION_MS)
      .nullable()
      .default(null)
      .describe('Time from the request to the end of the response'),
    route: createTextSchema(
      1_024,
      'Template of the route, such as `/pets/{petId}`. Default: `{unmatched}` or derived from the URL',
    ),
    userAgent: createTextSchema(MAX_USER_AGENT_CHARS, 'User-Agent of the request'),
    errorCode: createTextSchema(128, 'Code of the error in the response body'),
    environment: z.string().min(1).max(32).default('production').describe('Name of the environment'),
    traceId: createTextSchema(64, 'Trace id, as in the `traceparent` header'),
    recoveryHintId: createTextSchema(64, 'Recovery hint that the response contained'),
    timestamp: z.iso
      .datetime({ offset: true })
      .transform((time) => new Date(time).toISOString())
      // PostgreSQL has no year 0, and years with five digits would sort incorrectly as text.
      .refine((time) => time.length === 24 && time >= '0001', 'must be in the years 1 to 9999, in UTC'),
    request: capturedMessage,
    response: capturedMessage,
  })
  .meta({ id: 'NewLog' });

/** A valid log whose request and response are JSON texts before redaction. */
export type NewLog = Omit<z.output<typeof newLogSchema>, 'request' | 'response'> & {
  readonly request: string;
  readonly response: string;
};

/** Creates a log from a JSON text. @param log the parsed and validated value of the text */
export function createNewLog(text: string, log: z.output<typeof newLogSchema>): NewLog {
  const members = getMemberTexts(text);
  return { ...log, request: members.get('request') ?? 'null', response: members.get('response') ?? 'null' };
}
