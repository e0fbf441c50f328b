import type { RouteMatcher } from '@context-sync/openapi';
import { createInvalidRequestError } from '../../platform/errors/invalid-request.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { computeInterval, formatMinute, getGrain, type Interval } from '../../platform/time/metrics-period.ts';
import {
  alignPeriods,
  alignToGrain,
  getPreviousRange,
  getSegments,
  type MinuteRange,
  type TimeGrain,
} from '../../platform/time/time-range.ts';
import type { Endpoints } from '../api-description/endpoint-matchers.ts';
import {
  type EndpointName,
  getEndpointId,
  getEndpointName,
  OTHER_ROUTE,
  UNKNOWN_ROUTE,
  UNMATCHED_ROUTE,
} from '../logs/endpoint-name.ts';
import type { LogPorts } from '../logs/store.ts';
import { type LogSearch, readClientKind } from '../logs/store.ts';
import { getDelta } from '../logs/traffic-delta.ts';
import { listExamplePaths } from './example-paths.ts';
import { createEmptyTotal, getChange, getCounts, getPercentiles } from './metrics-reports.ts';
import { listLogsOfRange } from './newest-logs.ts';
import type { MetricsPorts, TrafficFilter } from './store.ts';
import { compareNames, type EndpointSort, rankEndpoints } from './top-endpoints.ts';
import { countAgents, TrafficTotals } from './traffic-totals.ts';

const DAY_MINUTES = 1_440;
const MAX_ERRORS_OF_ENDPOINT = 50;

/** Resolution of reports that read logs, which contain the exact time of each request. */
const ALL_RESOLUTIONS = { minutesSince: 0, hoursSince: 0 };

/** Filters of a time series. The stored counts do not distinguish users or statuses, so these filters read the logs. */
export interface TimeSeriesFilter extends TrafficFilter, Pick<LogSearch, 'groupEmail' | 'statusClass'> {}

/** Creates reports about the captured requests of a project. */
export class TrafficMetrics {
  readonly #store: AreaStore<MetricsPorts & LogPorts>;
  readonly #traffic: AreaStore<MetricsPorts & LogPorts>['traffic'];
  readonly #endpoints: Endpoints;

  constructor(store: AreaStore<MetricsPorts & LogPorts>, endpoints: Endpoints) {
    this.#store = store;
    this.#traffic = store.traffic;
    this.#endpoints = endpoints;
  }

  async summary(projectId: string, range: MinuteRange, filter: TrafficFilter, now: number) {
    const { current, previous } = await this.#alignPeriods(projectId, range, now);
    const days = extendToWholeDays(current);
    return {
      ...(await this.#totals(projectId, current, filter)),
      activeUsers: await this.#countActiveUsers(projectId, days, filter),
      previous: {
        ...(await this.#totals(projectId, previous, filter)),
        // If extended to whole days, the two periods could overlap. So the previous period is the same number of whole days before the first one.
        activeUsers: await this.#countActiveUsers(projectId, getPreviousRange(days), filter),
      },
    };
  }

  async timeSeries(
    projectId: string,
    range: MinuteRange,
    interval: Interval | 'auto',
    { groupEmail, statusClass, ...filter }: TimeSeriesFilter,
    now: number,
  ) {
    const readsLogs = groupEmail !== undefined || statusClass !== undefined;
    const resolution = readsLogs ? ALL_RESOLUTIONS : await this.#traffic.resolution(projectId, now);
    const grain = getGrain(interval, range, resolution);
    const alignedRange = alignToGrain(range, grain);
    const totals = readsLogs
      ? await this.#countLogs(projectId, alignedRange, grain, { groupEmail, statusClass, ...filter })
      : await this.#traffic.totals(projectId, [{ grain, ...alignedRange }], filter, grain);
    const points = Array.from({ length: (alignedRange.to - alignedRange.from) / grain }, (_, index) => {
      const start = alignedRange.from + index * grain;
      const total = totals.get(start) ?? createEmptyTotal();
      return { at: formatMinute(start), ...getCounts(total), ...getPercentiles(total.durations) };
    });
    return { ...formatRange(alignedRange), interval: computeInterval(grain), points };
  }

  async topEndpoints(
    projectId: string,
    range: MinuteRange,
    options: { sort: EndpointSort; limit: number; filter: TrafficFilter },
    now: number,
  ) {
    const { current, previous } = await this.#alignPeriods(projectId, range, now);
    const periods = { current: getSegments(current), previous: getSegments(previous) };
    const rankedEndpoints = await rankEndpoints(this.#traffic, projectId, periods, options);
    const matcher = await this.#endpoints.getMatcher(projectId);
    return {
      ...formatRange(current),
      endpoints: rankedEndpoints.map(({ method, route, ...figures }) => ({
        ...describe({ method, route }, matcher),
        ...figures,
      })),
    };
  }

  /**
   * Returns the report of an endpoint.
   * @returns undefined if no log was assigned to an endpoint with this id
   */
  async endpoint(projectId: string, endpointId: string, range: MinuteRange, filter: TrafficFilter, now: number) {
    const endpoint = (await this.#traffic.endpoints(projectId)).find((each) => getEndpointId(each) === endpointId);
    if (!endpoint) return undefined;
    const endpointFilter = { ...filter, endpoint };
    const { current, previous } = await this.#alignPeriods(projectId, range, now);
    const totals = await this.#totals(projectId, current, endpointFilter);
    const previousTotals = await this.#totals(projectId, previous, endpointFilter);
    return {
      ...describe(endpoint, await this.#endpoints.getMatcher(projectId)),
      ...totals,
      change: getChange(totals.requests, previousTotals.requests),
      examplePaths: endpoint.route === UNMATCHED_ROUTE ? await listExamplePaths(this.#store, projectId, current) : [],
      errors: selectsPart(filter) ? null : await this.#listErrors(projectId, current, endpoint),
    };
  }

  async #listErrors(projectId: string, range: MinuteRange, endpoint: EndpointName) {
    const errors = await this.#traffic.errors(projectId, extendToWholeDays(range), endpoint);
    return errors
      .toSorted((a, b) => b.n - a.n || a.status - b.status)
      .slice(0, MAX_ERRORS_OF_ENDPOINT)
      .map(({ status, errorCode, n }) => ({ status, errorCode: errorCode || null, requests: n }));
  }

  async errors(projectId: string, range: MinuteRange, limit: number) {
    const days = extendToWholeDays(range);
    const errors = await this.#traffic.errors(projectId, days);
    const matcher = await this.#endpoints.getMatcher(projectId);
    return {
      ...formatRange(days),
      errors: errors
        .toSorted((a, b) => b.n - a.n || a.status - b.status || compareNames(a, b))
        .slice(0, limit)
        .map(({ status, errorCode, n, ...name }) => ({
          ...describe(name, matcher),
          status,
          errorCode: errorCode || null,
          requests: n,
        })),
    };
  }

  /** Returns the endpoint of an operation in the project's OpenAPI document. */
  async findEndpoint(projectId: string, operationId: string): Promise<EndpointName | undefined> {
    return (await this.#endpoints.getMatcher(projectId)).getEndpoint(operationId);
  }

  async #countLogs(projectId: string, range: MinuteRange, grain: TimeGrain, filter: TimeSeriesFilter) {
    const { groupEmail, statusClass, endpoint, environment, clientKind } = filter;
    if (endpoint?.route === OTHER_ROUTE) {
      const message = `"${OTHER_ROUTE}" counts several endpoints, and their logs cannot be found by it: leave out groupEmail and statusClass`;
      throw createInvalidRequestError([{ where: 'query.route', message }]);
    }
    // Logs without a route cannot be searched by route.
    const scannedRoute = endpoint && endpoint.route !== UNKNOWN_ROUTE ? { route: endpoint.route } : {};
    const search = groupEmail === undefined ? scannedRoute : { groupEmail };
    const logs = (await listLogsOfRange(this.#store, projectId, range, [search], grain))
      .map((log) => ({ ...log, clientKind: readClientKind(log) }))
      .filter(
        (log) =>
          (statusClass === undefined || `${Math.floor(log.status / 100)}xx` === statusClass) &&
          (endpoint === undefined || getEndpointId(endpoint) === getEndpointId(getEndpointName(log))) &&
          (environment === undefined || environment === log.environment) &&
          (clientKind === undefined || clientKind === log.clientKind),
      );
    const totals = new TrafficTotals(grain);
    for (const cell of getDelta(projectId, logs).cells) totals.add(countAgents(cell));
    return totals.finish();
  }

  async #totals(projectId: string, range: MinuteRange, filter: TrafficFilter) {
    const segments = getSegments(range);
    const [total = createEmptyTotal()] = (await this.#traffic.totals(projectId, segments, filter)).values();
    return {
      ...formatRange(range),
      ...getCounts(total),
      ...getPercentiles(total.durations),
      agentShare: total.n === 0 ? null : total.agents / total.n,
    };
  }

  /** Returns the number of users; null if the filter selects only some requests, because the counts of users include all requests. */
  async #countActiveUsers(projectId: string, days: MinuteRange, filter: TrafficFilter): Promise<number | null> {
    return selectsPart(filter) ? null : this.#traffic.activeUsers(projectId, days);
  }

  async #alignPeriods(projectId: string, range: MinuteRange, now: number) {
    return alignPeriods(range, await this.#traffic.resolution(projectId, now));
  }
}

/** Returns whether a filter selects requests by a property that the counts of users and of errors do not distinguish. */
function selectsPart({ environment, clientKind }: TrafficFilter): boolean {
  return environment !== undefined || clientKind !== undefined;
}

function describe({ method, route }: EndpointName, matcher: RouteMatcher) {
  const operationId = matcher.operationId(method, route) ?? null;
  return { endpointId: getEndpointId({ method, route }), method, route, operationId };
}

function formatRange({ from, to }: MinuteRange) {
  return { since: formatMinute(from), until: formatMinute(to) };
}

function extendToWholeDays({ from, to }: MinuteRange): MinuteRange {
  return alignToGrain({ from, to }, DAY_MINUTES);
}
