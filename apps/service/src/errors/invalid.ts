import type { z } from '@hono/zod-openapi';
import { type ErrorDetail, HttpError } from './errors.ts';

/** Most things that an answer tells about a request. */
const MOST_DETAILS = 20;

/** What a schema finds wrong, place by place. @param at what was looked at: `json`, `query`, `line 3` */
export function detailsOf(at: string, error: z.core.$ZodError): ErrorDetail[] {
  return error.issues.map(({ path, message }) => ({ where: [at, ...path.map(String)].join('.'), message }));
}

/** The refusal of a request that is not as described: the first thing that is wrong, and a list of all, up to a bound. */
export function invalidRequest(details: readonly ErrorDetail[]): HttpError {
  const [first] = details;
  const message = first ? `${first.where}: ${first.message}` : 'not as described';
  return new HttpError('invalid_request', message, { details: details.slice(0, MOST_DETAILS) });
}
