import { expect, it } from 'vitest';
import { classifyError } from './classify-error.ts';

it.each([
  // Without a code, the status determines the class.
  [401, undefined, 'UnauthorizedError'],
  [403, undefined, 'ForbiddenError'],
  [404, undefined, 'NotFoundError'],
  [410, undefined, 'NotFoundError'],
  [400, undefined, 'InvalidRequestError'],
  [409, undefined, 'InvalidRequestError'],
  [413, undefined, 'InvalidRequestError'],
  [422, undefined, 'InvalidRequestError'],
  [429, undefined, 'RateLimitedError'],
  [408, undefined, 'ServerError'],
  [500, undefined, 'ServerError'],
  [302, undefined, 'RedirectedError'],
  // A known code takes precedence over the status.
  [400, 'UNAUTHORIZED', 'UnauthorizedError'],
  [403, 'Unauthorized', 'UnauthorizedError'],
  [400, 'invalid_api_key', 'UnauthorizedError'],
  [401, 'READ_ONLY_KEY', 'ForbiddenError'],
  [400, 'NotFound', 'NotFoundError'],
  [403, 'project_not_found', 'NotFoundError'],
  [404, 'forbidden', 'ForbiddenError'],
  [400, 'rate_limit_exceeded', 'RateLimitedError'],
  [401, 'invalid_credentials', 'UnauthorizedError'],
  [401, 'user_not_found', 'UnauthorizedError'],
  // A code that concerns neither the key nor access does not take precedence over the status.
  [403, 'validation_error', 'ForbiddenError'],
  [404, 'invalid_project', 'NotFoundError'],
  [400, 'invalid_permission_value', 'InvalidRequestError'],
  // An unknown code has no effect. A known code has no effect either if the status is unambiguous.
  [404, 'E_1234', 'NotFoundError'],
  [500, 'not_found', 'ServerError'],
  [429, 'invalid', 'RateLimitedError'],
])('classifyError maps status %i with code %j to %s', (status, code, name) => {
  expect(classifyError(status, code).name).toBe(name);
});
