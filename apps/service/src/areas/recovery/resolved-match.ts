import { createHash } from 'node:crypto';
import { splitTemplate } from '@context-sync/core/recovery';
import type { RouteMatcher } from '@context-sync/openapi';
import type { HintMatchInput } from './store.ts';

/** The conditions of a hint, with the operation replaced by its method and route. */
export interface ResolvedMatch {
  readonly method: string | undefined;
  /** Path of the OpenAPI document, or the given template if the document does not contain it. */
  readonly route: string | undefined;
  readonly status: HintMatchInput['status'];
  readonly errorCode: string | undefined;
  readonly messageContains: string | undefined;
}

/**
 * Resolves the operation of a match.
 * @returns undefined if the operation does not exist
 */
export function resolveMatch(match: HintMatchInput, matcher: RouteMatcher): ResolvedMatch | undefined {
  const { operationId, status, errorCode, messageContains } = match;
  const errorFacts = { status, errorCode, messageContains };
  if (operationId !== undefined) {
    const endpoint = matcher.getEndpoint(operationId);
    return endpoint && { method: endpoint.method.toUpperCase(), route: endpoint.route, ...errorFacts };
  }
  const route = match.route === undefined ? undefined : (findDocumentedPath(match.route, matcher) ?? match.route);
  return { method: match.method, route, ...errorFacts };
}

/** Returns the path of the OpenAPI document for a template. The template can be in any notation, and with or without the base path of a server. */
export function findDocumentedPath(route: string, matcher: RouteMatcher): string | undefined {
  const path = matcher.match(route);
  if (path === undefined) return undefined;
  const templateKey = getTemplateKey(route);
  return matcher.basePaths.some((base) => getTemplateKey(base + path) === templateKey) ? path : undefined;
}

/** Returns a key that is the same for all hints that match the same errors. */
export function getMatchKey({ method, route, status, errorCode, messageContains }: ResolvedMatch): string {
  const conditions = [
    method,
    route === undefined ? undefined : getTemplateKey(route),
    status,
    errorCode,
    messageContains,
  ];
  return createHash('sha256')
    .update(JSON.stringify(conditions.map((condition) => condition ?? null)))
    .digest('base64url');
}

/** Returns the key of a template. Templates that differ only in the names of their parameters have the same key. */
const getTemplateKey = (template: string): string => splitTemplate(template).join('/');

/**
 * Compares two matches by how specific they are. The more specific match comes first. The criteria are, in this order: an endpoint before a path
 * before a method, the number of literal path segments, an error code, a status before a status class, and the length of the text. A hint therefore
 * never takes precedence over a more specific hint.
 */
export function compareSpecificity(a: ResolvedMatch, b: ResolvedMatch): number {
  const [first, second] = [getRanks(a), getRanks(b)];
  const position = first.findIndex((rank, index) => rank !== second[index]);
  return position < 0 ? 0 : (second[position] ?? 0) - (first[position] ?? 0);
}

function getRanks({ method, route, status, errorCode, messageContains }: ResolvedMatch): readonly number[] {
  const segments = route === undefined ? [] : splitTemplate(route);
  return [
    (route === undefined ? 0 : 2) + (method === undefined ? 0 : 1),
    segments.filter((segment) => segment !== '{}').length,
    errorCode === undefined ? 0 : 1,
    typeof status === 'number' ? 1 : 0,
    messageContains?.length ?? 0,
  ];
}
