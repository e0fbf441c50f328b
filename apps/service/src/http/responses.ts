import type { RouteConfig, z } from '@hono/zod-openapi';
import { errorSchema } from './schemas.ts';

const MEANINGS = {
  400: 'The request is not as described',
  401: 'The API key is missing or invalid',
  403: 'The key is read-only',
  404: 'There is no such project or resource that the caller can reach',
  409: 'What the request would create exists already, and differs from it',
  413: 'The body is too large',
  415: 'The body is not of the type that is taken',
  422: 'Parsing the body takes too long, or the Idempotency-Key was used with another body or query',
  429: 'Too many requests; Retry-After says when to go on',
  503: 'The service cannot be used at the moment. With Retry-After, the request was not carried out',
} as const;

type ErrorStatus = keyof typeof MEANINGS;

/** The success and error answers of an operation, for its description. */
export function answers<T extends z.ZodType>(
  status: 200 | 201,
  schema: T,
  description: string,
  ...errors: ErrorStatus[]
): RouteConfig['responses'] {
  return { [status]: { description, content: { 'application/json': { schema } } }, ...errorAnswers(...errors) };
}

/** The error answers that every operation has, and the given ones. */
export function errorAnswers(...errors: ErrorStatus[]): RouteConfig['responses'] {
  const statuses: ErrorStatus[] = [400, 401, 404, 429, 503, ...errors];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: MEANINGS[status], content: { 'application/json': { schema: errorSchema } } },
    ]),
  );
}

/** The error answers of operations that take a body. */
export const WRITE_ERRORS = [403, 413, 415, 422] as const;
