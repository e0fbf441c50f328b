import type { z } from '@hono/zod-openapi';
import { type ErrorDetail, HttpError } from './errors.ts';

/** Maximum number of problems that one response lists. */
const MAX_DETAILS = 20;

/**
 * Converts the issues of a schema to error details.
 * @param at validated part of the request, such as `json`, `query` or `line 3`
 */
export function getDetails(at: string, error: z.core.$ZodError): ErrorDetail[] {
  return error.issues.map(({ path, message }) => ({ where: [at, ...path.map(String)].join('.'), message }));
}

/** Creates the error for an invalid request. The message is the first problem. The details contain up to `MAX_DETAILS` problems. */
export function createInvalidRequestError(details: readonly ErrorDetail[]): HttpError {
  const [first] = details;
  const message = first ? `${first.where}: ${first.message}` : 'invalid request';
  return new HttpError('invalid_request', message, { details: details.slice(0, MAX_DETAILS) });
}
