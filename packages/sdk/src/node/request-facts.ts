import type { IncomingMessage } from 'node:http';
import { readProxyHeaders } from '../log/proxy-headers.ts';

const MAX_URL_LENGTH = 8_192;
const HAS_BODY = /^(POST|PUT|PATCH|DELETE|QUERY)$/;

/** Facts about a Node request that only the framework provides, such as its route. */
export interface NodeRequestLookup {
  /** Returns the template of the route; undefined while it is not known. */
  readonly route: () => string | undefined;
  readonly user: () => string | undefined;
}

/**
 * Returns the path and the query that the client requested. Express changes `url` within mounted routers and keeps the original in `originalUrl`.
 */
export function getTarget(req: IncomingMessage): string {
  const originalUrl = 'originalUrl' in req ? req.originalUrl : undefined;
  return typeof originalUrl === 'string' ? originalUrl : (req.url ?? '/');
}

/**
 * Returns the URL of a request with the host that its Host header or `:authority` contains.
 * @param trustsProxy whether the headers of a proxy replace the scheme and the host
 */
export function getUrl(req: IncomingMessage, target: string, trustsProxy: boolean): string {
  if (/^https?:\/\//i.test(target)) return target.slice(0, MAX_URL_LENGTH);
  const { headers } = req;
  const proxy = trustsProxy ? readProxyHeaders((name) => formatHeaderList(headers[name])) : {};
  const host = proxy.host ?? headers[':authority'] ?? headers.host ?? 'localhost';
  const scheme = proxy.scheme ?? ('encrypted' in req.socket && req.socket.encrypted === true ? 'https' : 'http');
  return `${scheme}://${String(host)}${target}`.slice(0, MAX_URL_LENGTH);
}

function formatHeaderList(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}

export function getPath(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

export const canHaveBody = (method: string): boolean => HAS_BODY.test(method);

/** Returns a text that identifies a caller without a user for the hold-out group of hints. This text does not leave the process. */
export function identifyAnonymousCaller({ headers, socket }: IncomingMessage): string {
  return String(
    headers.authorization ?? headers['x-api-key'] ?? `${socket.remoteAddress} ${headers['user-agent'] ?? ''}`,
  );
}

/** Returns the headers of a request that are captured. */
export function pickHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  names: ReadonlySet<string>,
): Record<string, string> | undefined {
  let pickedHeaders: Record<string, string> | undefined;
  for (const name in headers) {
    if (!names.has(name)) continue;
    const value = headers[name];
    if (value === undefined) continue;
    pickedHeaders ??= {};
    pickedHeaders[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return pickedHeaders;
}
