import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { ERRORS, HttpError } from '../errors/errors.ts';
import type { App, Environment } from './request-environment.ts';

/** Marks a route that capture keys may use. */
export const CAPTURE_KEY_MARKER = { 'x-capture-key': true } as const;

/** Rejects requests with a capture key, unless the operation is marked with `CAPTURE_KEY_MARKER`. */
export function limitCaptureKeys(app: App): MiddlewareHandler<Environment> {
  let allowedRoutes: ReadonlySet<string> | undefined;
  return async (c, next) => {
    if (c.get('caller').access !== 'capture') return next();
    const operation = matchedRoutes(c).find(({ method }) => method !== 'ALL');
    // The routes are computed on the first request, because all routes are registered by then.
    allowedRoutes ??= captureOperations(app);
    if (operation && !allowedRoutes.has(`${operation.method} ${operation.path}`)) {
      throw new HttpError('capture_key', ERRORS.capture_key[1]);
    }
    return next();
  };
}

function captureOperations(app: App): Set<string> {
  const operations = new Set<string>();
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type !== 'route' || !('x-capture-key' in definition.route)) continue;
    const path = definition.route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    operations.add(`${definition.route.method.toUpperCase()} ${path}`);
  }
  return operations;
}
