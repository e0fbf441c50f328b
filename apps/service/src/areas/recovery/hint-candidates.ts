import { type CompiledHint, type ErrorFacts, findHint } from '@context-sync/core/recovery';
import { createInvalidRequestError } from '../../platform/errors/invalid-request.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { formatMinute } from '../../platform/time/metrics-period.ts';
import { alignToGrain, type MinuteRange } from '../../platform/time/time-range.ts';
import type { Endpoints } from '../api-description/endpoint-matchers.ts';
import { type EndpointName, getEndpointId, isReservedRoute } from '../logs/endpoint-name.ts';
import type { ErrorTotal, MetricsPorts } from '../metrics/store.ts';
import { compileHints } from './hint-set.ts';
import type { RecoveryPorts } from './store.ts';

const DAY_MINUTES = 1_440;
/** Number of equal errors after which a user is stuck, unless the endpoint returned a 2xx response in between. */
const STUCK_ERRORS = 3;
/** Maximum number of endpoints whose logs are read. Endpoints with the most errors that no hint matches are read first. */
const MAX_ENDPOINTS = 20;
/** Maximum number of logs to read, which takes about half a second. */
const MAX_LOGS = 100_000;

/** An error that no hint is certain to match, and the number of users who are stuck on the error. */
export interface HintCandidate extends EndpointName {
  readonly status: number;
  readonly errorCode: string;
  /** Ids of the enabled hints that match the error if its body contains their text. */
  readonly hintIds: readonly string[];
  /** Number of requests with the error, without requests that one of these hints matched according to the logs. */
  readonly requests: number;
  readonly users: number;
  readonly stuckUsers: number;
}

/**
 * Returns the errors on the UTC days of a range that no enabled hint matches. Errors with the most stuck users come first. Whether a hint with
 * `messageContains` matches depends on the body, so an error that such a hint may match is included, but only with the requests that no hint matched
 * according to the logs.
 */
export async function findCandidates(
  { hints, traffic }: Pick<AreaStore<RecoveryPorts & MetricsPorts>, 'hints' | 'traffic'>,
  endpoints: Endpoints,
  projectId: string,
  range: MinuteRange,
): Promise<{ days: MinuteRange; candidates: HintCandidate[] }> {
  const days = alignToGrain(range, DAY_MINUTES);
  const hintsWithMatcher = compileHints(await hints.all(projectId), await endpoints.getMatcher(projectId));
  // Reserved routes are skipped: they count several endpoints together, but a hint matches one endpoint.
  const errors = (await traffic.errors(projectId, days)).filter(
    (error) => !isReservedRoute(error.route) && findHint(hintsWithMatcher, getFacts(error)) === undefined,
  );
  const sources = new Map((await traffic.endpoints(projectId)).map((each) => [getEndpointId(each), each.source]));
  const chosenEndpoints = getEndpoints(
    errors,
    (each) => (sources.get(getEndpointId(each)) ?? 'inferred') !== 'inferred',
  );
  chosenEndpoints.splice(MAX_ENDPOINTS);
  await checkSize(traffic, projectId, days, chosenEndpoints);
  const candidates: HintCandidate[] = [];
  for (const endpoint of chosenEndpoints) {
    const endpointErrors = errors
      .filter((each) => getEndpointId(each) === getEndpointId(endpoint))
      .map((error) => ({ ...error, hintIds: findPossibleHints(hintsWithMatcher, error) }));
    const matchedBy = new Map(endpointErrors.map((error) => [getKey(error), new Set(error.hintIds)]));
    const counts = await countOutcomes(hints, projectId, endpoint, days, matchedBy);
    for (const { n, ...error } of endpointErrors) {
      const outcome = counts.get(getKey(error));
      const requests = n - (outcome?.matched ?? 0);
      if (requests <= 0) continue;
      candidates.push({
        ...error,
        requests,
        users: outcome?.all.size ?? 0,
        stuckUsers: outcome?.stuck.size ?? 0,
      });
    }
  }
  candidates.sort((a, b) => b.stuckUsers - a.stuckUsers || b.users - a.users || b.requests - a.requests);
  return { days, candidates };
}

function getFacts({ method, route, status, errorCode }: ErrorTotal, body?: string): ErrorFacts {
  return { method, path: route, route, status, errorCode: errorCode || undefined, body };
}

/** Returns the ids of the hints with `messageContains` that match an error if its body contains their text. */
function findPossibleHints(hints: readonly CompiledHint[], error: ErrorTotal): string[] {
  const possibleHints = hints.filter((hint) => findHint([hint], getFacts(error, hint.match.messageContains)));
  return [...new Set(possibleHints.map(({ id }) => id))];
}

/**
 * Returns the endpoints of the errors. Endpoints with the most errors come first, endpoints with inferred routes last, because anyone can request
 * made-up paths.
 */
function getEndpoints(errors: readonly ErrorTotal[], isKnown: (endpoint: EndpointName) => boolean): EndpointName[] {
  const totals = new Map<string, { readonly name: EndpointName; n: number }>();
  for (const { method, route, n } of errors) {
    const id = getEndpointId({ method, route });
    const total = totals.get(id) ?? { name: { method, route }, n: 0 };
    total.n += n;
    totals.set(id, total);
  }
  const byErrors = [...totals.values()].sort((a, b) => b.n - a.n).map(({ name }) => name);
  return [...byErrors.filter(isKnown), ...byErrors.filter((name) => !isKnown(name))];
}

/**
 * Checks the number of logs to read.
 * @throws HttpError if the selected endpoints have too many logs in the range. The message suggests a shorter range, or states that a single day has
 * too many logs
 */
async function checkSize(
  traffic: AreaStore<RecoveryPorts & MetricsPorts>['traffic'],
  projectId: string,
  { from, to }: MinuteRange,
  chosenEndpoints: readonly EndpointName[],
): Promise<void> {
  const ids = new Set(chosenEndpoints.map(getEndpointId));
  const totals = await traffic.byEndpoint(projectId, [{ grain: DAY_MINUTES, from, to }], {});
  const logs = totals.filter((each) => ids.has(getEndpointId(each))).reduce((sum, { n }) => sum + n, 0);
  if (logs <= MAX_LOGS) return;
  const days = Math.floor((((to - from) / DAY_MINUTES) * MAX_LOGS) / logs);
  const fix = days < 1 ? 'one day has too many logs' : `use ${formatMinute(to - days * DAY_MINUTES)} or later`;
  throw createInvalidRequestError([
    { where: 'query.since', message: `would read ${logs} logs; the maximum is ${MAX_LOGS}: ${fix}` },
  ]);
}

/** The users with an error that no hint matched, and the number of requests that a hint matched. */
interface OutcomesOfError {
  readonly all: Set<string>;
  readonly stuck: Set<string>;
  matched: number;
}

/** @param matchedBy ids of the hints that may match each error. The logs of these hints are counted separately */
async function countOutcomes(
  hints: AreaStore<RecoveryPorts & MetricsPorts>['hints'],
  projectId: string,
  endpoint: EndpointName,
  { from, to }: MinuteRange,
  matchedBy: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Map<string, OutcomesOfError>> {
  const errors = new Map<string, OutcomesOfError>();
  /** Number of errors of each user since the user's last 2xx response. */
  const openCalls = new Map<string, Map<string, number>>();
  for await (const outcomes of hints.outcomes(projectId, endpoint, {
    since: formatMinute(from),
    until: formatMinute(to),
  })) {
    for (const { user, ...outcome } of outcomes) {
      if (user !== null && isSuccess(outcome.status)) openCalls.delete(user);
      if (outcome.status < 400) continue;
      const key = getKey(outcome);
      const error = errors.get(key) ?? { all: new Set(), stuck: new Set(), matched: 0 };
      errors.set(key, error);
      if (outcome.hintId !== null && matchedBy.get(key)?.has(outcome.hintId) === true) {
        error.matched += 1;
        continue;
      }
      if (user === null) continue;
      const counts = openCalls.get(user) ?? new Map<string, number>();
      const count = (counts.get(key) ?? 0) + 1;
      openCalls.set(user, counts.set(key, count));
      error.all.add(user);
      if (count >= STUCK_ERRORS) error.stuck.add(user);
    }
  }
  return errors;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const getKey = ({ status, errorCode }: Pick<ErrorTotal, 'status' | 'errorCode'>): string => `${status} ${errorCode}`;
