import { truncate } from '@context-sync/base';
import type { MiddlewareHandler } from 'hono';
import type { Environment } from '../access/request-environment.ts';
import type { ErrorDetail } from '../errors/errors.ts';
import { createInvalidRequestError } from '../errors/invalid-request.ts';

const MAX_NAME_CHARS = 60;

/**
 * Rejects URLs that are not percent-encoded UTF-8, contain NUL characters, or have query parameters without a value. Otherwise, the service would use
 * a different value from the one that the client meant.
 */
export function checkUrlEncoding(): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const details = [
      ...findProblems('path', pathname),
      ...search
        .slice(1)
        .split('&')
        .flatMap((parameter) => [...findProblems(getPlace(parameter), parameter), ...findEmptyValue(parameter)]),
    ];
    if (details.length > 0) throw createInvalidRequestError(details);
    return next();
  };
}

function findProblems(location: string, encodedText: string): ErrorDetail[] {
  const text = decode(encodedText);
  if (text === undefined) {
    const invalidPart = /%(?![0-9a-f]{2}).{0,2}|(?:%[89a-f][0-9a-f])+/i.exec(encodedText)?.[0] ?? '%';
    const message = `must be percent-encoded UTF-8 (got "${truncate(invalidPart, 20)}"): encode "%" as "%25"`;
    return [{ where: location, message }];
  }
  if (!text.includes('\0')) return [];
  return [{ where: location, message: 'must not contain a NUL character (got "%00"): remove it' }];
}

function findEmptyValue(parameter: string): ErrorDetail[] {
  if (parameter === '' || !/^[^=]*=?$/.test(parameter)) return [];
  return [{ where: getPlace(parameter), message: 'must not be empty; set a value, or leave the parameter out' }];
}

/** Returns the location of a query parameter for error messages. */
function getPlace(parameter: string): string {
  const [name = ''] = parameter.split('=');
  return `query.${truncate(decode(name)?.replaceAll('\0', '') ?? name, MAX_NAME_CHARS)}`;
}

function decode(encodedText: string): string | undefined {
  try {
    return decodeURIComponent(encodedText.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
