import { type Attributes, getAttributeText } from './attributes.ts';

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };
const MAX_PORT = 65_535;

/**
 * Builds the URL that the client requested. Current attribute names take precedence over the names of older instrumentations.
 * @returns a path if the span does not name the host
 */
export function getSpanUrl(attributes: Attributes): string {
  const fullUrl = getAttributeText(attributes, 'url.full', 'http.url');
  if (fullUrl !== undefined) return fullUrl;
  const target = getTarget(attributes);
  // Clients of a proxy send the whole URL.
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(target)) return target;
  const path = target.startsWith('/') ? target : `/${target}`;
  const scheme = getAttributeText(attributes, 'url.scheme', 'http.scheme')?.toLowerCase() ?? 'http';
  const host = getHost(attributes, scheme);
  return host === undefined ? path : `${scheme}://${host}${path}`;
}

/** Returns the path and the query. */
function getTarget(attributes: Attributes): string {
  const path = getAttributeText(attributes, 'url.path');
  const target = getAttributeText(attributes, 'http.target');
  if (path === undefined && target !== undefined) return target;
  const query = getAttributeText(attributes, 'url.query')?.replace(/^\?/, '');
  return `${path ?? '/'}${query ? `?${query}` : ''}`;
}

/** Returns the host, with the port if it is not the default of the scheme. */
function getHost(attributes: Attributes, scheme: string): string | undefined {
  const address = getAttributeText(attributes, 'server.address');
  // The Host header contains the port that the client used. The other attributes contain the port on which the server listens.
  const header = address === undefined ? getAttributeText(attributes, 'http.host') : undefined;
  const hostname = address ?? header ?? getAttributeText(attributes, 'http.server_name', 'net.host.name');
  if (hostname === undefined) return undefined;
  const [, host = hostname, hostPort] = /^([^:]*|\[.*\]):(\d+)$/.exec(hostname) ?? [];
  const port = hostPort ?? (header === undefined ? getPort(attributes) : undefined);
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return port === undefined || port === DEFAULT_PORTS[scheme] ? name : `${name}:${port}`;
}

function getPort(attributes: Attributes): string | undefined {
  const port = Number(getAttributeText(attributes, 'server.port', 'net.host.port'));
  return Number.isInteger(port) && port > 0 && port <= MAX_PORT ? String(port) : undefined;
}
