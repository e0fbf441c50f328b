import type { Context, MiddlewareHandler } from 'hono';
import type { Environment } from '../access/request-environment.ts';
import { createMediaTypeError, selectMediaType } from '../errors/media-type.ts';
import type { DeclaredOperations } from './declared-operations.ts';

/**
 * Rejects bodies in a media type or character encoding that the operation does not accept. Replaces the Content-Type of an accepted body with the
 * media type that the operation declares, so that the code that reads the body need not handle aliases.
 */
export function checkContentType(operations: DeclaredOperations): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const declaredTypes = Object.keys(operations.find(c)?.request?.body?.content ?? {});
    const header = c.req.header('content-type');
    if (declaredTypes.length > 0 && header !== undefined) {
      c.req.raw.headers.set('content-type', selectMediaType(header, declaredTypes));
    }
    return next();
  };
}

/**
 * Returns the media type of a body that `checkContentType` has selected.
 * @throws HttpError 415 if the header is missing
 */
export function requireMediaType(c: Context<Environment>, declaredTypes: readonly string[]): string {
  const type = c.req.header('content-type');
  if (type === undefined) throw createMediaTypeError(declaredTypes, undefined);
  return type;
}
