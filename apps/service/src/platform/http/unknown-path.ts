import { computeEditDistance, truncate } from '@context-sync/base';
import { API_PREFIX } from '@context-sync/core';
import type { HonoRequest } from 'hono';
import type { App } from '../access/request-environment.ts';
import { HttpError } from '../errors/errors.ts';

const MAX_PATH_CHARS = 120;
/** Maximum number of path segments that are compared. No path of the API has more segments. */
const MAX_SEGMENTS = 12;
const MAX_SEGMENT_CHARS = 40;
/** Segments that may be missing at the start of a requested path. An id may be missing at the end. */
const PREFIX_SEGMENTS = new Set(API_PREFIX.split('/'));
/** Cost of a missing segment. Two segments may be missing. */
const MISSING_SEGMENT_COST = 0.45;
/** Maximum ratio of different characters in a misspelled segment. */
const MAX_EDIT_RATIO = 0.5;

/** Returns the methods that a path supports; none if the path does not exist. */
export function getMethods(app: App, path: string): string[] {
  const matches = (template: string) =>
    new RegExp(`^${template.replaceAll(/[.]/g, '\\.').replaceAll(/:[^/]+/g, '[^/]+')}$`).test(path);
  const methods = app.routes
    .filter(({ method, path: template }) => method !== 'ALL' && matches(template))
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...new Set(methods)];
}

/**
 * Creates the error for a path or method that does not exist. The error depends only on the path template, so it does not reveal whether a project
 * exists.
 */
export function createUnknownPathError(
  app: App,
  pages: { has(path: string): boolean },
  { method, path }: Pick<HonoRequest, 'method' | 'path'>,
): HttpError {
  const shortPath = truncate(path, MAX_PATH_CHARS);
  const methods = getMethods(app, path);
  if (methods.length > 0) {
    const allow = methods.join(', ');
    const message = `${truncate(method, 20)} is not allowed for ${shortPath}; allowed: ${allow}`;
    return new HttpError('method_not_allowed', message, { headers: { allow } });
  }
  const closestPath = findClosestPath(app, pages, path);
  const fix = closestPath === undefined ? '' : `: did you mean ${closestPath}?`;
  return new HttpError(
    'not_found',
    `The path ${shortPath} does not exist${fix || '.'} All paths are in /openapi.json`,
    {
      pageMessage: `The page ${shortPath} does not exist. Your projects are at /projects, and the docs of a project are at /p/ followed by its name.`,
    },
  );
}

/** Returns the template of the path that is most similar to a path; undefined if no template is similar. */
function findClosestPath(app: App, pages: { has(path: string): boolean }, path: string): string | undefined {
  const segments = splitPath(path);
  if (segments.length === 0 || segments.length > MAX_SEGMENTS) return undefined;
  const templates = new Set(
    app.routes.filter((route) => route.method !== 'ALL' && !pages.has(route.path)).map((route) => route.path),
  );
  const [best] = [...templates]
    .map((template) => ({ template, cost: computePathDistance(segments, splitPath(template)) }))
    .sort((a, b) => a.cost - b.cost);
  return best && best.cost < 1 ? best.template.replaceAll(/:(\w+)/g, '{$1}') : undefined;
}

function splitPath(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/**
 * Returns how much a path differs from a template: 0 for a path that matches, less than 1 for a similar one.
 * @param budget difference at which the comparison can stop
 */
function computePathDistance(path: readonly string[], template: readonly string[], budget = 1): number {
  if (budget <= 0) return Number.POSITIVE_INFINITY;
  const [segment, ...others] = path;
  const [expected, ...rest] = template;
  if (expected === undefined) return path.length;
  const canBeMissing = PREFIX_SEGMENTS.has(expected) || (segment === undefined && expected.startsWith(':'));
  const missingCost = canBeMissing
    ? MISSING_SEGMENT_COST + computePathDistance(path, rest, budget - MISSING_SEGMENT_COST)
    : Number.POSITIVE_INFINITY;
  if (segment === undefined) return missingCost;
  const change = computeSegmentDistance(segment, expected);
  return Math.min(missingCost, change + computePathDistance(others, rest, budget - change));
}

function computeSegmentDistance(segment: string, expected: string): number {
  if (expected.startsWith(':') || segment === expected) return 0;
  const written = segment.slice(0, MAX_SEGMENT_CHARS).toLowerCase();
  const ratio = computeEditDistance(written, expected) / Math.max(written.length, expected.length);
  return ratio <= MAX_EDIT_RATIO ? ratio : 1;
}
