import type { IncomingMessage } from 'node:http';
import type { FindOrigin, ForwardedOrigin } from '../proxy/find-origin.ts';

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

/** Returns what trusted proxies have forwarded about a request; undefined if no proxy is trusted. */
export function getOrigin(req: IncomingMessage, findOrigin: FindOrigin | undefined): ForwardedOrigin | undefined {
  return findOrigin?.((name) => req.headers[name]?.toString(), req.socket.remoteAddress);
}

/** Returns the URL of a request with the host that its Host header or `:authority` contains, or that a trusted proxy has forwarded. */
export function getUrl(req: IncomingMessage, target: string, origin: ForwardedOrigin | undefined): string {
  if (/^https?:\/\//i.test(target)) return target.slice(0, MAX_URL_LENGTH);
  const { headers } = req;
  const host = origin?.host ?? headers[':authority'] ?? headers.host ?? 'localhost';
  const isEncrypted = 'encrypted' in req.socket && req.socket.encrypted === true;
  const scheme = origin?.protocol ?? (isEncrypted ? 'https' : 'http');
  return `${scheme}://${String(host)}${target}`.slice(0, MAX_URL_LENGTH);
}

export function getPath(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

export const canHaveBody = (method: string): boolean => HAS_BODY.test(method);

/** Returns a text that identifies a client if its user is unknown. The text selects the control group of hints and does not leave the process. */
export function identifyAnonymousCaller(
  { headers, socket }: IncomingMessage,
  origin: ForwardedOrigin | undefined,
): string {
  const address = origin?.address ?? socket.remoteAddress;
  return String(headers.authorization ?? headers['x-api-key'] ?? `${address} ${headers['user-agent'] ?? ''}`);
}

/** Returns whether a request has the header of CORS preflights, which are OPTIONS requests. */
export const isPreflight = ({ headers }: IncomingMessage): boolean =>
  headers['access-control-request-method'] !== undefined;

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
