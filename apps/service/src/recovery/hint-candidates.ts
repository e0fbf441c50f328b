import { findHint } from '@context-sync/core/recovery';
import { createInvalidRequestError } from '../errors/invalid-request.ts';
import type { Store } from '../store/store.ts';
import { type EndpointName, getEndpointId, isReservedRoute } from '../store/traffic/endpoint-name.ts';
import { alignToGrain, type MinuteRange } from '../store/traffic/time-range.ts';
import type { ErrorTotal } from '../store/traffic/traffic.ts';
import type { Endpoints } from '../traffic/endpoint-matchers.ts';
import { formatMinute } from '../traffic/metrics-period.ts';
import { compileHints } from './hint-set.ts';

const DAY_MINUTES = 1_440;
/** Number of equal errors after which a caller is stuck, unless the endpoint returned a 2xx response in between. */
const STUCK_ERRORS = 3;
/** Maximum number of endpoints whose logs are read. Endpoints with the most errors that no hint matches are read first. */
const MAX_ENDPOINTS = 20;
/** Maximum number of logs to read, which takes about half a second. */
const MAX_LOGS = 100_000;

/** An error that no hint matches, and the number of callers that are stuck on it. */
export interface HintCandidate extends EndpointName {
  readonly status: number;
  readonly errorCode: string;
  readonly requests: number;
  readonly callers: number;
  readonly stuckCallers: number;
}

/** Returns the errors on the UTC days of a range that no enabled hint matches. Errors with the most stuck callers come first. */
export async function findCandidates(
  { hints, traffic }: Pick<Store, 'hints' | 'traffic'>,
  endpoints: Endpoints,
  projectId: string,
  range: MinuteRange,
): Promise<{ days: MinuteRange; candidates: HintCandidate[] }> {
  const days = alignToGrain(range, DAY_MINUTES);
  const hintsWithMatcher = compileHints(await hints.all(projectId), await endpoints.getMatcher(projectId));
  const errors = (await traffic.errors(projectId, days)).filter(({ method, route, status, errorCode }) => {
    // A hint matches one endpoint, and these routes count several together.
    if (isReservedRoute(route)) return false;
    const facts = { method, path: route, route, status, errorCode: errorCode || undefined, body: undefined };
    return findHint(hintsWithMatcher, facts) === undefined;
  });
  const sources = new Map((await traffic.endpoints(projectId)).map((each) => [getEndpointId(each), each.source]));
  const chosenEndpoints = getEndpoints(
    errors,
    (each) => (sources.get(getEndpointId(each)) ?? 'inferred') !== 'inferred',
  );
  chosenEndpoints.splice(MAX_ENDPOINTS);
  await checkSize(traffic, projectId, days, chosenEndpoints);
  const candidates: HintCandidate[] = [];
  for (const endpoint of chosenEndpoints) {
    const callers = await countCallers(hints, projectId, endpoint, days);
    for (const { n, ...error } of errors.filter((each) => getEndpointId(each) === getEndpointId(endpoint))) {
      const callerCounts = callers.get(getKey(error));
      candidates.push({
        ...error,
        requests: n,
        callers: callerCounts?.all.size ?? 0,
        stuckCallers: callerCounts?.stuck.size ?? 0,
      });
    }
  }
  candidates.sort((a, b) => b.stuckCallers - a.stuckCallers || b.callers - a.callers || b.requests - a.requests);
  return { days, candidates };
}

/**
 * Returns the endpoints of the errors. Endpoints with the most errors come first, those with inferred routes last, because anyone can request
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
  traffic: Store['traffic'],
  projectId: string,
  { from, to }: MinuteRange,
  chosen: readonly EndpointName[],
): Promise<void> {
  const ids = new Set(chosen.map(getEndpointId));
  const totals = await traffic.byEndpoint(projectId, [{ grain: DAY_MINUTES, from, to }], {});
  const logs = totals.filter((each) => ids.has(getEndpointId(each))).reduce((sum, { n }) => sum + n, 0);
  if (logs <= MAX_LOGS) return;
  const days = Math.floor((((to - from) / DAY_MINUTES) * MAX_LOGS) / logs);
  const fix = days < 1 ? 'one day has too many logs' : `use ${formatMinute(to - days * DAY_MINUTES)} or later`;
  throw createInvalidRequestError([
    { where: 'query.since', message: `would read ${logs} logs; the maximum is ${MAX_LOGS}: ${fix}` },
  ]);
}

interface CallersOfError {
  readonly all: Set<string>;
  readonly stuck: Set<string>;
}

async function countCallers(
  hints: Store['hints'],
  projectId: string,
  endpoint: EndpointName,
  { from, to }: MinuteRange,
): Promise<Map<string, CallersOfError>> {
  const errors = new Map<string, CallersOfError>();
  /** Number of errors of each caller since the caller's last 2xx response. */
  const openCalls = new Map<string, Map<string, number>>();
  for await (const outcomes of hints.outcomes(projectId, endpoint, {
    since: formatMinute(from),
    until: formatMinute(to),
  })) {
    for (const { caller, ...outcome } of outcomes) {
      if (outcome.status < 300) openCalls.delete(caller);
      if (outcome.status < 400) continue;
      const key = getKey(outcome);
      const counts = openCalls.get(caller) ?? new Map<string, number>();
      const count = (counts.get(key) ?? 0) + 1;
      openCalls.set(caller, counts.set(key, count));
      const callers = errors.get(key) ?? { all: new Set(), stuck: new Set() };
      errors.set(key, callers);
      callers.all.add(caller);
      if (count >= STUCK_ERRORS) callers.stuck.add(caller);
    }
  }
  return errors;
}

const getKey = ({ status, errorCode }: Pick<ErrorTotal, 'status' | 'errorCode'>): string => `${status} ${errorCode}`;
