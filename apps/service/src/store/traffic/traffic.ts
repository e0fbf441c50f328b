import { createHash } from 'node:crypto';
import type { Histogram } from './histogram.ts';
import type { MinuteRange, RangeSegment, Resolution } from './time-range.ts';

/** Maximum number of endpoints of a project; further ones are counted together as `OTHER`. */
export const MAX_ENDPOINTS = 2_000;
export const MAX_ENVIRONMENTS = 20;
export const MAX_ERRORS_PER_DAY = 1_000;
/** Route under which the requests of all endpoints beyond the maximum are counted. */
export const OTHER_ROUTE = '{other}';

/** Method and route of an endpoint. */
export interface EndpointName {
  readonly method: string;
  readonly route: string;
}

/** Returns the id of an endpoint, which is the same in every database. */
export function endpointIdOf({ method, route }: EndpointName): string {
  return `ep_${createHash('sha256').update(`${method} ${route}`).digest('hex').slice(0, 24)}`;
}

export interface TrafficCounts {
  n: number;
  c2: number;
  c3: number;
  c4: number;
  c5: number;
}

/** Selects requests. Without an endpoint, all of them. */
export interface TrafficFilter {
  readonly endpoint?: EndpointName | undefined;
  readonly environment?: string | undefined;
  readonly caller?: string | undefined;
}

/** Requests of one bucket, or of several together. */
export interface TrafficTotal extends TrafficCounts {
  readonly histogram: Histogram;
  /** Requests of AI agents, by their user agent. */
  agents: number;
}

export interface EndpointTotal extends TrafficCounts, EndpointName {}

export interface ErrorTotal extends EndpointName {
  readonly status: number;
  /** Error code of the responses; empty if they had none. */
  readonly errorCode: string;
  n: number;
}

/**
 * Counts of requests by minute, hour and day. A batch of logs adds a row with what it contributes in its own transaction; `fold` adds these
 * rows to the counts. All reads include the rows that are not folded yet, so every stored log counts exactly once.
 */
export interface Traffic {
  /** Returns the projects with rows to fold. */
  pendingProjects(): Promise<string[]>;
  /** Folds at most `limit` rows. @returns the number of folded rows */
  fold(projectId: string, limit: number): Promise<number>;
  /** Returns from when on the counts by minute and hour are complete. @param now Unix time in milliseconds */
  resolution(projectId: string, now: number): Promise<Resolution>;
  /** Returns the totals of buckets with requests, by the start of the bucket. All segments together are one bucket if `bucket` is undefined. */
  totals(
    projectId: string,
    segments: readonly RangeSegment[],
    filter: TrafficFilter,
    bucket?: number,
  ): Promise<Map<number, TrafficTotal>>;
  /** Returns the counts of each endpoint with requests. */
  byEndpoint(projectId: string, segments: readonly RangeSegment[], filter: TrafficFilter): Promise<EndpointTotal[]>;
  /** Returns the durations of endpoints, in the same order. */
  durations(
    projectId: string,
    segments: readonly RangeSegment[],
    filter: TrafficFilter,
    endpoints: readonly EndpointName[],
  ): Promise<Histogram[]>;
  endpoints(projectId: string): Promise<EndpointName[]>;
  /** Returns the errors of whole days. */
  errors(projectId: string, days: MinuteRange, endpoint?: EndpointName): Promise<ErrorTotal[]>;
  /** Counts the users with requests on these whole days. */
  activeUsers(projectId: string, days: MinuteRange): Promise<number>;
  /** Deletes counts by minute and hour that are too old, at most `limit`. @returns the number of deleted rows */
  prune(projectId: string, now: number, limit: number): Promise<number>;
  /**
   * Counts the logs of one day again, in whole. @param day its first minute
   * @returns false if nothing was changed, because some logs of the day were deleted, and only its counts include them
   */
  rebuildDay(projectId: string, day: number): Promise<boolean>;
  /** Returns the first day with logs that starts at `from` or later; undefined if there is none. @param from first minute of a day */
  nextDayWithLogs(projectId: string, from: number): Promise<number | undefined>;
}
