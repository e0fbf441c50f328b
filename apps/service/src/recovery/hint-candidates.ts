import { findHint } from '@context-sync/core/recovery';
import { createInvalidRequestError } from '../errors/invalid-request.ts';
import type { Store } from '../store/store.ts';
import { alignToGrain, type MinuteRange } from '../store/traffic/time-range.ts';
import { type EndpointName, type ErrorTotal, endpointIdOf } from '../store/traffic/traffic.ts';
import type { Endpoints } from '../traffic/endpoint-matchers.ts';
import { formatMinute } from '../traffic/metrics-period.ts';
import { compiledHints } from './hint-set.ts';

const DAY_MINUTES = 1_440;
/** A caller that gets the same error this often, without a 2xx of the endpoint in between, is stuck. */
const STUCK_ERRORS = 3;
/** Number of endpoints whose logs are read: the endpoints with the most errors that no hint matches. */
const MAX_ENDPOINTS = 20;
/** Reading this many logs takes about half a second. */
const MAX_LOGS = 100_000;

/** An error that no hint matches, and how many callers it stops. */
export interface HintCandidate extends EndpointName {
  readonly status: number;
  readonly errorCode: string;
  readonly requests: number;
  readonly callers: number;
  readonly stuckCallers: number;
}

/** Returns the errors on the UTC days of a range that no enabled hint matches, those with most callers stuck on them first. */
export async function findCandidates(
  { hints, traffic }: Pick<Store, 'hints' | 'traffic'>,
  endpoints: Endpoints,
  projectId: string,
  range: MinuteRange,
): Promise<{ days: MinuteRange; candidates: HintCandidate[] }> {
  const days = alignToGrain(range, DAY_MINUTES);
  const hintsWithMatcher = compiledHints(await hints.all(projectId), await endpoints.matcher(projectId));
  const errors = (await traffic.errors(projectId, days)).filter(({ method, route, status, errorCode }) => {
    const facts = { method, path: route, route, status, errorCode: errorCode || undefined, body: undefined };
    return findHint(hintsWithMatcher, facts) === undefined;
  });
  const chosenEndpoints = endpointsOf(errors).slice(0, MAX_ENDPOINTS);
  await checkSize(traffic, projectId, days, chosenEndpoints);
  const candidates: HintCandidate[] = [];
  for (const endpoint of chosenEndpoints) {
    const callers = await countCallers(hints, projectId, endpoint, days);
    for (const { n, ...error } of errors.filter((each) => endpointIdOf(each) === endpointIdOf(endpoint))) {
      const callerCounts = callers.get(keyOf(error));
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

/** Returns the endpoints of errors, those with most errors first. */
function endpointsOf(errors: readonly ErrorTotal[]): EndpointName[] {
  const totals = new Map<string, { readonly name: EndpointName; n: number }>();
  for (const { method, route, n } of errors) {
    const id = endpointIdOf({ method, route });
    const total = totals.get(id) ?? { name: { method, route }, n: 0 };
    total.n += n;
    totals.set(id, total);
  }
  return [...totals.values()].sort((a, b) => b.n - a.n).map(({ name }) => name);
}

/** @throws HttpError if the chosen endpoints have too many logs in the range; the message suggests a shorter range or states that one day has too many logs */
async function checkSize(
  traffic: Store['traffic'],
  projectId: string,
  { from, to }: MinuteRange,
  chosen: readonly EndpointName[],
): Promise<void> {
  const ids = new Set(chosen.map(endpointIdOf));
  const totals = await traffic.byEndpoint(projectId, [{ grain: DAY_MINUTES, from, to }], {});
  const logs = totals.filter((each) => ids.has(endpointIdOf(each))).reduce((sum, { n }) => sum + n, 0);
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
  /** Errors of each caller since its last 2xx. */
  const openCalls = new Map<string, Map<string, number>>();
  for await (const outcomes of hints.outcomes(projectId, endpoint, {
    since: formatMinute(from),
    until: formatMinute(to),
  })) {
    for (const { caller, ...outcome } of outcomes) {
      if (outcome.status < 300) openCalls.delete(caller);
      if (outcome.status < 400) continue;
      const key = keyOf(outcome);
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

const keyOf = ({ status, errorCode }: Pick<ErrorTotal, 'status' | 'errorCode'>): string => `${status} ${errorCode}`;
