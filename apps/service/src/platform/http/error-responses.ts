import type { RouteConfig, z } from '@hono/zod-openapi';
import { errorSchema } from './common-schemas.ts';

const STATUS_DESCRIPTIONS = {
  400: 'The request is invalid',
  401: 'The API key is missing or invalid',
  403: 'The API key does not allow this operation',
  404: 'The project or resource does not exist, or the key has no access to it',
  409: 'The resource already exists with different values, or its state does not allow the change; the message states which',
  410: 'The invite cannot be used; the message states why',
  412: 'Something was changed in the meantime, so nothing was executed; `details` lists it',
  413: 'The body exceeds the size limit',
  415: 'The media type is not supported',
  422: 'Parsing the body takes too long, or the Idempotency-Key was used before with a different body or query',
  429: 'Too many requests; wait for the number of seconds in Retry-After',
  503: 'The service is unavailable. With Retry-After, the request was not executed',
} as const;

type ErrorStatus = keyof typeof STATUS_DESCRIPTIONS;

/** Returns the success and error responses of an operation for the OpenAPI document. */
export function createOperationResponses<T extends z.ZodType>(
  status: 200 | 201 | 202,
  schema: T,
  description: string,
  ...errors: ErrorStatus[]
): RouteConfig['responses'] {
  return { [status]: { description, content: { 'application/json': { schema } } }, ...createErrorResponses(...errors) };
}

/** Returns the given error responses and the error responses of every operation. */
export function createErrorResponses(...errors: ErrorStatus[]): RouteConfig['responses'] {
  const statuses: ErrorStatus[] = [400, 401, 403, 404, 429, 503, ...errors];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: STATUS_DESCRIPTIONS[status], content: { 'application/json': { schema: errorSchema } } },
    ]),
  );
}

/** Additional error statuses of operations with a request body. */
export const WRITE_ERROR_STATUSES = [413, 415, 422] as const;
