import { createHash } from 'node:crypto';
import { type CompiledHint, parseHintSet } from '@context-sync/core/recovery';
import type { RouteMatcher } from '@context-sync/openapi';
import { getHintVersion } from './hint-version.ts';
import { compareSpecificity, findDocumentedPath, type ResolvedMatch, resolveMatch } from './resolved-match.ts';
import type { Hint } from './store.ts';

/** The hint set that the SDK fetches. */
export interface HintSet {
  readonly json: string;
  readonly etag: string;
}

/** A hint whose operation exists, with its resolved conditions. */
export interface ResolvedHint {
  readonly hint: Hint;
  readonly match: ResolvedMatch;
}

/**
 * Returns the enabled hints whose operations exist, in order of precedence. More specific hints come first, and of equally specific hints, the older
 * one.
 */
export function resolveHints(hints: readonly Hint[], matcher: RouteMatcher): ResolvedHint[] {
  const resolvedHints = hints.flatMap((hint) => {
    const match = hint.enabled ? resolveMatch(hint.match, matcher) : undefined;
    return match ? [{ hint, match }] : [];
  });
  return resolvedHints.sort((a, b) => compareSpecificity(a.match, b.match));
}

/** Compiles hints, sorted from oldest to newest, into the hint set that the SDK fetches. */
export function compileHintSet(hints: readonly Hint[], matcher: RouteMatcher): HintSet {
  const json = JSON.stringify({
    version: 1,
    hints: resolveHints(hints, matcher).flatMap(({ hint, match }) =>
      getRoutes(match, matcher).map((route) => compileHint(hint, { ...match, route })),
    ),
  });
  const hash = createHash('sha256').update(json).digest('base64url').slice(0, 27);
  return { json, etag: `"${hash}"` };
}

/** Compiles hints into the format that the SDK uses. */
export function compileHints(hints: readonly Hint[], matcher: RouteMatcher): readonly CompiledHint[] {
  return parseHintSet(compileHintSet(hints, matcher).json) ?? [];
}

/**
 * Returns all routes that a framework can report for an endpoint: the path of the OpenAPI document without a base path, and with the base path of
 * each server.
 */
function getRoutes({ route }: ResolvedMatch, matcher: RouteMatcher): (string | undefined)[] {
  if (route === undefined || findDocumentedPath(route, matcher) === undefined) return [route];
  return matcher.basePaths.map((base) => base + route);
}

function compileHint(hint: Hint, match: ResolvedMatch) {
  const { id, title, documentation, retryable, retryAfterSeconds, steps, audience, holdOutPercent } = hint;
  const version = getHintVersion(hint);
  return { id, version, title, match, documentation, retryable, retryAfterSeconds, steps, audience, holdOutPercent };
}
