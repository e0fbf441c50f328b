import { z } from '@hono/zod-openapi';
import { createInvalidRequestError } from '../errors/invalid-request.ts';
import { parseTime, TIME_RULE } from '../time/parse-time.ts';

const RELATIVE_TIME_SCHEMA = { type: 'string' as const, pattern: '^-\\d{1,6}[mhd]$', 'x-extension': true };

/** Returns the schema of a time in a query: a time with an offset, or a time relative to now. */
export const createTimeSchema = (description: string) =>
  z
    .string()
    .refine((text) => parseTime(text, 0) !== undefined, TIME_RULE)
    .optional()
    .openapi({
      description,
      // The specification has only absolute times, so relative times are marked as an extension.
      anyOf: [{ type: 'string', format: 'date-time' }, RELATIVE_TIME_SCHEMA],
    });

/** The bounds of a range of times in a query. */
export interface TimeBounds {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/**
 * Converts the bounds of a range to times in UTC.
 * @throws HttpError 400 if the range ends before it starts
 */
export function resolveTimeRange({ since, until }: TimeBounds, now: number): { since?: string; until?: string } {
  const from = since === undefined ? undefined : parseTime(since, now);
  const to = until === undefined ? undefined : parseTime(until, now);
  if (from !== undefined && to !== undefined && from > to) {
    const message = `must be before until: the range ends at ${formatTime(to)} (got ${JSON.stringify(since)})`;
    throw createInvalidRequestError([{ where: 'query.since', message }]);
  }
  return {
    ...(from === undefined ? {} : { since: formatTime(from) }),
    ...(to === undefined ? {} : { until: formatTime(to) }),
  };
}

function formatTime(time: number): string {
  return new Date(time).toISOString();
}
