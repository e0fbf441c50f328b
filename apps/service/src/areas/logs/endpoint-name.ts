import { createHash } from 'node:crypto';

/** Method and route of an endpoint. */
export interface EndpointName {
  readonly method: string;
  readonly route: string;
}

/** Route that counts the requests to endpoints that exceed the limit of endpoints. */
export const OTHER_ROUTE = '{other}';
/** Route of requests that match neither the OpenAPI document nor a route that the sender reported. Anyone can request made-up paths. */
export const UNMATCHED_ROUTE = '{unmatched}';
/** Route of logs that were stored before logs were assigned to routes. */
export const UNKNOWN_ROUTE = '{unknown}';
const RESERVED_ROUTES: ReadonlySet<string> = new Set([OTHER_ROUTE, UNMATCHED_ROUTE, UNKNOWN_ROUTE]);

/** Method of endpoints that count requests with any method. */
const ALL_METHODS = '*';
/** Method that counts all methods that are not in `METHODS`. OpenTelemetry uses the same name. */
const OTHER_METHOD = '_OTHER';
/** Methods that are counted separately. A client can send any other token as its method. */
const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'QUERY',
]);

/** Sources of a route, from the least to the most reliable: the path of the URL, the sender, or the project's OpenAPI document. */
export const ROUTE_SOURCES = ['inferred', 'sent', 'documented'] as const;
export type RouteSource = (typeof ROUTE_SOURCES)[number];

/** The endpoint that counts all requests without a separate endpoint. */
export const OTHER_ENDPOINT: EndpointName = { method: ALL_METHODS, route: OTHER_ROUTE };

/** Returns the id of an endpoint, which is the same in every database. */
export function getEndpointId({ method, route }: EndpointName): string {
  return `ep_${createHash('sha256').update(`${method} ${route}`).digest('hex').slice(0, 24)}`;
}

/** Returns the endpoint that counts a log. */
export function getEndpointName({
  method,
  route,
}: {
  readonly method: string;
  readonly route: string | null;
}): EndpointName {
  if (route === UNMATCHED_ROUTE) return { method: ALL_METHODS, route };
  return { method: METHODS.has(method) ? method : OTHER_METHOD, route: route ?? UNKNOWN_ROUTE };
}

/** Returns whether a route is one of the names that count the requests to several endpoints together. */
export function isReservedRoute(route: string): boolean {
  return RESERVED_ROUTES.has(route);
}

/** Returns the more reliable of two sources. A missing source belongs to a log of an older version. */
export function getBestSource(a: RouteSource | undefined, b: RouteSource | undefined): RouteSource {
  const rank = (source: RouteSource | undefined) => (source === undefined ? 0 : ROUTE_SOURCES.indexOf(source));
  return ROUTE_SOURCES[Math.max(rank(a), rank(b))] ?? 'inferred';
}

/** Parses a stored source. An unknown text is treated as the least reliable source. */
export function parseRouteSource(text: string): RouteSource {
  return ROUTE_SOURCES.find((source) => source === text) ?? 'inferred';
}
