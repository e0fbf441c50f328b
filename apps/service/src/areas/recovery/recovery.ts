import { addMember, findHint, formatHelpLink, formatHintMember, getErrorCode } from '@context-sync/core/recovery';
import type { AreaStore } from '../../platform/ports.ts';
import type { Endpoints } from '../api-description/endpoint-matchers.ts';
import { getPath } from '../api-description/normalize-path.ts';
import type { MetricsPorts } from '../metrics/store.ts';
import { findProblemsOfHint } from './check-hint.ts';
import { compileHintSet, compileHints, type HintSet } from './hint-set.ts';
import { getMatchKey, resolveMatch } from './resolved-match.ts';
import type { Hint, HintInput, RecoveryPorts } from './store.ts';

/** An error of the API for which to search a hint. */
export interface ErrorExample {
  readonly method: string;
  /** URL or path of the request; empty if unknown. */
  readonly url: string;
  readonly status: number;
  readonly errorCode?: string | undefined;
  /** The response body: a JSON value or a text. */
  readonly body?: unknown;
}

/** The properties that the SDK adds to a response body. */
export interface DeliveredHint {
  readonly link: string | null;
  readonly retryAfterSeconds: number | null;
  /** The response body with the hint; null if the hint cannot be added to this body. */
  readonly body: unknown;
}

const HINT_MEMBER = 'recovery';

/** The recovery hints of projects. Hints are matched as in the SDK. */
export class Recovery {
  readonly #hints: AreaStore<RecoveryPorts & MetricsPorts>['hints'];
  readonly #endpoints: Endpoints;

  constructor({ hints }: Pick<AreaStore<RecoveryPorts & MetricsPorts>, 'hints'>, endpoints: Endpoints) {
    this.#hints = hints;
    this.#endpoints = endpoints;
  }

  /** Returns the problems of a hint, and its key, which is the same for all hints that match the same errors. */
  async check(projectId: string, input: HintInput) {
    const matcher = await this.#endpoints.getMatcher(projectId);
    const problems = findProblemsOfHint(input, matcher);
    const match = resolveMatch(input.match, matcher);
    return { problems, matchKey: match ? getMatchKey(match) : '' };
  }

  /** Returns hints with their current problems. For example, the operation of a hint may no longer be in the OpenAPI document. */
  async describe(projectId: string, hints: readonly Hint[]) {
    const matcher = await this.#endpoints.getMatcher(projectId);
    return hints.map((hint) => ({
      ...hint,
      problems: findProblemsOfHint(hint, matcher).map(
        ({ where, message }) => `${where.replace('body.', '')}: ${message}`,
      ),
    }));
  }

  async hintSet(projectId: string): Promise<HintSet> {
    return compileHintSet(await this.#hints.all(projectId), await this.#endpoints.getMatcher(projectId));
  }

  /** Returns the hint for an error, and the properties that the SDK would add to the response. */
  async find(projectId: string, { method, url, status, errorCode, body }: ErrorExample) {
    const hints = await this.#hints.all(projectId);
    const text = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body);
    const matchingHint = findHint(compileHints(hints, await this.#endpoints.getMatcher(projectId)), {
      method: method.toUpperCase(),
      path: getPath(url),
      route: undefined,
      status,
      errorCode: errorCode ?? getErrorCode(parseOrUndefined(text)),
      body: text,
    });
    const hint = matchingHint && hints.find(({ id }) => id === matchingHint.id);
    if (!matchingHint || !hint) return undefined;
    const extendedBody =
      text === undefined ? undefined : addMember(text, HINT_MEMBER, formatHintMember(HINT_MEMBER, matchingHint));
    const sentHint: DeliveredHint = {
      link: formatHelpLink(matchingHint) ?? null,
      retryAfterSeconds: matchingHint.retryAfterSeconds ?? null,
      body: parseOrUndefined(extendedBody) ?? null,
    };
    return { hint, sent: sentHint };
  }
}

function parseOrUndefined(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
