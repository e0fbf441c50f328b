import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';

/** Maximum length of the name of a client in characters. */
const MAX_CLIENT_CHARS = 80;

/**
 * Returns the client name that a request contains, without unreadable characters.
 * @param envelope protocol metadata of the request. Clients of earlier protocol revisions send their name only in another request.
 */
export function readClientName(envelope: object | undefined): string | undefined {
  const info = (envelope as Readonly<Record<string, unknown>> | undefined)?.[CLIENT_INFO_META_KEY];
  const name = (info as { readonly name?: unknown } | undefined)?.name;
  return (typeof name === 'string' && cleanName(name)) || undefined;
}

/** Returns the name of the first program in a `User-Agent` header, without its version; an empty text if there is no name. */
export function readProgram(userAgent = ''): string {
  return cleanName(/^[\w.-]+/.exec(userAgent)?.[0] ?? '');
}

function cleanName(name: string): string {
  const readable = name.toWellFormed().replaceAll(/[\p{C}\s]+/gu, ' ');
  return [...readable.trim().slice(0, MAX_CLIENT_CHARS)].join('').toWellFormed();
}
