import { ERASED_TEXT } from '../../platform/personal-data/replace-emails.ts';

const MAX_ROUTE_CHARS = 512;
const UUID_PATTERN = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const HEX_PATTERN = /^[\da-f]{16,}$/i;
/** Matches ids such as `cus_4fT2x9`: a prefix, and letters and digits. */
const PREFIXED_ID = /^[a-z]{2,8}_(?=[a-z]*\d)[\da-z]{6,}$/i;

/** Returns the path of a URL or path, without query and fragment. */
export function getPath(url: string): string {
  const [path = ''] = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/);
  return path.startsWith('/') ? path : `/${path}`;
}

/** Derives the template of a path by replacing numbers, UUIDs, long hexadecimal numbers, ids and email addresses with `{id}`. */
export function normalizePath(path: string): string {
  const segments = path.split('/').map((segment) => (isId(segment) ? '{id}' : segment));
  const route = segments.join('/').slice(0, MAX_ROUTE_CHARS);
  return route.length > 1 ? route.replace(/\/+$/, '') || '/' : '/';
}

function isId(segment: string): boolean {
  if (/^\d+$/.test(segment) || HEX_PATTERN.test(segment) || UUID_PATTERN.test(segment) || PREFIXED_ID.test(segment))
    return true;
  // An erasure replaces an email address with this text. Deriving the route of such a log again must return the same route.
  return segment === ERASED_TEXT || /.(?:@|%(?:25){0,3}40)./i.test(segment);
}
