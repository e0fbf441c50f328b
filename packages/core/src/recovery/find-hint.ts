import { type CompiledHint, splitTemplate } from './hint-set.ts';

/** The properties of an error response that are compared with the conditions of hints. */
export interface ErrorFacts {
  readonly method: string;
  readonly path: string;
  /** The framework's route template. If undefined, the path is compared with the templates of the hints. */
  readonly route: string | undefined;
  readonly status: number;
  readonly errorCode: string | undefined;
  /** Text of the body; undefined if the body was not read. */
  readonly body: string | undefined;
}

/** Returns the first hint that matches an error, or undefined if none matches. */
export function findHint(hints: readonly CompiledHint[], facts: ErrorFacts): CompiledHint | undefined {
  const segments = facts.route === undefined ? splitPath(facts.path) : splitTemplate(facts.route);
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

const splitPath = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
