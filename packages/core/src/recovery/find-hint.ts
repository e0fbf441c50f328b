import { type CompiledHint, templateSegments } from './hint-set.ts';

/** An error response, as hints are matched against it. */
export interface ErrorFacts {
  readonly method: string;
  readonly path: string;
  /** The framework's template, if it is known; without it, the path is compared with the templates of hints. */
  readonly route: string | undefined;
  readonly status: number;
  readonly errorCode: string | undefined;
  /** Text of the body; undefined if it was not read. */
  readonly body: string | undefined;
}

/** Finds the first hint that matches an error. */
export function findHint(hints: readonly CompiledHint[], facts: ErrorFacts): CompiledHint | undefined {
  const segments = facts.route === undefined ? pathSegments(facts.path) : templateSegments(facts.route);
  return hints.find(({ match }) => {
    if (
      match.status !== undefined &&
      match.status !== facts.status &&
      match.status !== Math.trunc(facts.status / 100)
    ) {
      return false;
    }
    if (match.method !== undefined && match.method !== facts.method) return false;
    if (match.errorCode !== undefined && match.errorCode !== facts.errorCode) return false;
    if (match.route !== undefined && !matchesRoute(match.route, segments, facts.route !== undefined)) return false;
    return match.messageContains === undefined || facts.body?.includes(match.messageContains) === true;
  });
}

function matchesRoute(template: readonly string[], segments: readonly string[], isTemplate: boolean): boolean {
  if (template.length !== segments.length) return false;
  return template.every((part, index) => part === segments[index] || (part === '{}' && !isTemplate));
}

const pathSegments = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
