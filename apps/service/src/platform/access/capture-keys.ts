import type { RouteConfig } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { ERRORS, HttpError } from '../errors/errors.ts';
import type { Environment } from './request-environment.ts';

/** Marks a route that capture keys may use. */
export const CAPTURE_KEY_MARKER = { 'x-capture-key': true } as const;

/**
 * Rejects requests with a capture key, unless the operation is marked with `CAPTURE_KEY_MARKER`.
 * @param findOperation returns the operation of a request; undefined if there is none
 */
export function limitCaptureKeys(
  findOperation: (c: Context<Environment>) => RouteConfig | undefined,
): MiddlewareHandler<Environment> {
  return async (c, next) => {
    if (c.get('principal').access !== 'capture') return next();
    const operation = findOperation(c);
    if (operation && !('x-capture-key' in operation)) throw new HttpError('capture_key', ERRORS.capture_key[1]);
    return next();
  };
}
