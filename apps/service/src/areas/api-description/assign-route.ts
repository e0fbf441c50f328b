import type { RouteMatcher } from '@context-sync/openapi';
import { hasDottedDomain, replaceEmailsInRoute } from '../../platform/personal-data/replace-emails.ts';
import { isReservedRoute, type RouteSource, UNMATCHED_ROUTE } from '../logs/endpoint-name.ts';
import type { CountedLog } from '../logs/traffic-delta.ts';

import { getPath, normalizePath } from './normalize-path.ts';

/** The properties of a log that determine the log's route. */
interface RoutedLog {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** The route that the sender reported; null if it reported none. */
  readonly route: string | null;
}

/** Assigns a stored log to a route again. */
export type AssignRoute = (
  log: Pick<CountedLog, 'method' | 'route' | 'routeSource' | 'status'> & { readonly url: string },
) => { readonly route: string; readonly routeSource: RouteSource | null };

export interface AssignedRoute {
  readonly route: string;
  readonly routeSource: RouteSource;
}

/**
 * Returns the route of a log: the matching path of the project's OpenAPI document, otherwise the route that the sender reported, otherwise a template
 * derived from the URL. Anyone can request made-up paths. So a path that neither the document nor the sender defines becomes a template only if the
 * project has no document and the response is not 404.
 */
export function assignRoute(matcher: RouteMatcher, { method, url, status, route }: RoutedLog): AssignedRoute {
  const path = getPath(url);
  const documentedRoute = matcher.match(path);
  const sentRoute = parseSentRoute(route);
  if (documentedRoute !== undefined) {
    if (hasMethod(matcher, documentedRoute, method)) return { route: documentedRoute, routeSource: 'documented' };
    return { route: documentedRoute, routeSource: sentRoute === undefined ? 'inferred' : 'sent' };
  }
  if (sentRoute !== undefined) return { route: sentRoute, routeSource: 'sent' };
  const isUnmatched = status === 404 || matcher.hasRoutes;
  return { route: isUnmatched ? UNMATCHED_ROUTE : normalizePath(path), routeSource: 'inferred' };
}

/**
 * Assigns stored logs again, with the current OpenAPI document. A log contains the assigned route instead of the route that was sent. A log of an older
 * version does not contain the source of its route. It may have been derived from the URL if deriving it again has the same result.
 */
export function createRouteAssigner(matcher: RouteMatcher): AssignRoute {
  return ({ routeSource = null, route, ...log }) => {
    const isInferred =
      routeSource === 'inferred' || (routeSource === null && route === normalizePath(getPath(log.url)));
    const assignedRoute = assignRoute(matcher, { ...log, route: isInferred ? null : route });
    // If a path without parameters was sent as the route, deriving it again also returns the same path.
    const wasPerhapsSent = routeSource === null && route !== null && log.status !== 404;
    return wasPerhapsSent && assignedRoute.route === UNMATCHED_ROUTE ? { route, routeSource } : assignedRoute;
  };
}

/** Returns the route that a sender reported; undefined if it reported none, or a name that the service uses itself. */
function parseSentRoute(route: string | null): string | undefined {
  // Some frameworks report parameters in the form `:petId`. They are converted to `{petId}`.
  const text = route
    ?.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
    .replaceAll(/\/:(\w+)/g, '/{$1}');
  return text === undefined || text === '' || isReservedRoute(text)
    ? undefined
    : replaceEmailsInRoute(text, hasDottedDomain);
}

/** Returns whether the document defines a method for a path. A server responds to HEAD wherever it responds to GET. */
function hasMethod(matcher: RouteMatcher, path: string, method: string): boolean {
  const methods = matcher.getMethods(path);
  return methods.includes(method) || (method === 'HEAD' && methods.includes('GET'));
}
