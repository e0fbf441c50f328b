import { getExisting } from '@context-sync/base';
import type { RangeSegment } from '../../platform/time/time-range.ts';
import { type EndpointName, getEndpointId, isReservedRoute } from '../logs/endpoint-name.ts';
import { computeErrorRate, getChange, getCounts, NO_DURATIONS } from './metrics-reports.ts';
import type { EndpointTotal, Traffic, TrafficFilter } from './store.ts';

/** Sort orders of a list of endpoints. */
export const ENDPOINT_SORTS = ['requests', 'errors', 'errorRate', 'p95', 'change', 'p95Change'] as const;
export type EndpointSort = (typeof ENDPOINT_SORTS)[number];

/**
 * Minimum number of requests with a duration, in each of the two periods, for which the change of the 95th percentile is computed. With 50 requests,
 * at least three slow requests are needed to raise the percentile; with fewer requests, a single one could be enough.
 */
export const MIN_TIMED_REQUESTS = 50;

/**
 * Returns the first endpoints in a sort order, with their metrics and the change since the previous period.
 * @param periods segments of both periods
 */
export async function rankEndpoints(
  traffic: Pick<Traffic, 'byEndpoint' | 'durations'>,
  projectId: string,
  periods: { readonly current: readonly RangeSegment[]; readonly previous: readonly RangeSegment[] },
  { sort, limit, filter }: { sort: EndpointSort; limit: number; filter: TrafficFilter },
) {
  // Only these sort orders need the durations of all endpoints. The other orders need only the durations of the listed endpoints.
  const needsAll = sort === 'p95' || sort === 'p95Change';
  const totals = await traffic.byEndpoint(projectId, periods.current, filter, needsAll);
  const previousTotals = new Map(
    (await traffic.byEndpoint(projectId, periods.previous, filter, needsAll)).map((each) => [
      getEndpointId(each),
      each,
    ]),
  );
  const getPrevious = (each: EndpointTotal) => previousTotals.get(getEndpointId(each));
  const changes = new Map(totals.map((each) => [each, getChange(each.n, getPrevious(each)?.n ?? 0)] as const));
  const readDurations = async (endpoints: readonly EndpointTotal[]) => {
    const current = await traffic.durations(projectId, periods.current, filter, endpoints);
    const previous = await traffic.durations(projectId, periods.previous, filter, endpoints);
    return new Map(endpoints.map((each, index) => [each, compareDurations(current[index], previous[index])]));
  };
  const allDurations = needsAll
    ? new Map(totals.map((each) => [each, compareDurations(each.durations, getPrevious(each)?.durations)]))
    : undefined;
  const ranks = new Map(
    totals.map((each) => [each, getRank(each, sort, changes.get(each), allDurations?.get(each))] as const),
  );
  const findRank = (each: EndpointTotal) => getExisting(ranks, each);
  const top = totals.toSorted((a, b) => findRank(b) - findRank(a) || b.n - a.n || compareNames(a, b)).slice(0, limit);
  const durations = allDurations ?? (await readDurations(top));
  const totalRequests = totals.reduce((sum, { n }) => sum + n, 0);
  return top.map((each) => ({
    method: each.method,
    route: each.route,
    ...getCounts(each),
    ...getExisting(durations, each),
    share: each.n / totalRequests,
    change: changes.get(each) ?? null,
  }));
}

type ComparedDurations = ReturnType<typeof compareDurations>;

function compareDurations(current = NO_DURATIONS, previous = NO_DURATIONS) {
  const { timed, ...percentiles } = current;
  const previousP95Ms = previous.p95Ms;
  const isComparable = Math.min(timed, previous.timed) >= MIN_TIMED_REQUESTS;
  const p95Change = isComparable ? getChange(percentiles.p95Ms ?? 0, previousP95Ms ?? 0) : null;
  return { ...percentiles, previousP95Ms, p95Change };
}

function getRank(
  total: EndpointTotal,
  sort: EndpointSort,
  change: number | null | undefined,
  durations: ComparedDurations | undefined,
): number {
  switch (sort) {
    case 'requests':
      return total.n;
    case 'errors':
      return total.c4 + total.c5;
    case 'errorRate':
      return computeErrorRate(total) ?? 0;
    case 'p95':
      return durations?.p95Ms ?? -1;
    case 'change':
      // An endpoint without requests in the previous period is new. Its change is treated as the largest.
      return change ?? Number.MAX_VALUE;
    case 'p95Change':
      // -1 is the lowest possible change. For a route that counts several endpoints together, no slowdown is computed.
      return isReservedRoute(total.route) ? -2 : (durations?.p95Change ?? -2);
  }
}

/** Compares endpoints by route and method. */
export function compareNames(a: EndpointName, b: EndpointName): number {
  const [first, second] = [`${a.route} ${a.method}`, `${b.route} ${b.method}`];
  return first < second ? -1 : Number(first > second);
}
