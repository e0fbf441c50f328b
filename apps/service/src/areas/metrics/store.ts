import type { MinuteRange, RangeSegment, Resolution } from '../../platform/time/time-range.ts';
import type { AssignRoute } from '../api-description/assign-route.ts';
import type { EndpointName, RouteSource } from '../logs/endpoint-name.ts';

/** An endpoint with counts, and the most reliable source of its route. */
export interface KnownEndpoint extends EndpointName {
  readonly source: RouteSource;
}

export interface TrafficCounts {
  n: number;
  c2: number;
  c3: number;
  c4: number;
  c5: number;
}

/** Filters requests. Without an endpoint, the requests to all endpoints match. */
export interface TrafficFilter {
  readonly endpoint?: EndpointName | undefined;
  readonly environment?: string | undefined;
  /** Kind of client; empty for requests without a user agent. */
  readonly clientKind?: string | undefined;
}

/** Statistics of durations in reports. They are computed in the database thread, because sending histograms between threads takes longer than adding them. */
export interface DurationFigures {
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
  /** Number of requests with a duration. */
  readonly timed: number;
}

/** The requests of one or more buckets. */
export interface TrafficTotal extends TrafficCounts {
  readonly durations: DurationFigures;
  /** Requests of AI agents, which are recognized by their user agent. */
  agents: number;
}

export interface EndpointTotal extends TrafficCounts, EndpointName {
  /** Statistics of the durations, if they were requested. */
  readonly durations?: DurationFigures;
}

export interface ErrorTotal extends EndpointName {
  readonly status: number;
  /** Error code of the responses; empty if they contained none. */
  readonly errorCode: string;
  n: number;
}

export interface RebuildOptions {
  /** Returns the new route of a log and of its counts. By default, the stored route is kept. */
  readonly assignRoute?: AssignRoute | undefined;
  /** Current time as Unix time in milliseconds. Default: the system time. */
  readonly now?: number;
  /**
   * Whether to correct the times since which the counts by minute and hour are complete, if these times are too late after a deletion with a wrong clock.
   * Default: false.
   */
  readonly extendsResolution?: boolean;
  /** Ends the counting with the reason of the signal as the error. The counts of the current day stay as they were. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Counts of requests by minute, hour and day. The transaction that stores a batch of logs also adds a row with the counts of the batch, and `fold`
 * adds these rows to the counts. All reads include the rows that are not folded yet, so every stored log is counted exactly once.
 */
export interface Traffic {
  /** Returns the projects with rows that are not folded yet. */
  pendingProjects(): Promise<string[]>;
  /**
   * Folds at most `limit` rows.
   * @returns the number of folded rows, and whether these were all
   */
  fold(projectId: string, limit: number): Promise<{ readonly rows: number; readonly isComplete: boolean }>;
  /**
   * Returns the times since which the counts by minute and by hour are complete.
   * @param now Unix time in milliseconds
   */
  resolution(projectId: string, now: number): Promise<Resolution>;
  /** Returns the first minute since which all logs are stored; 0 if no logs were deleted. */
  logsSince(projectId: string): Promise<number>;
  /** Returns the totals of nonempty buckets, by the start of the bucket. If `bucket` is undefined, all segments form one bucket. */
  totals(
    projectId: string,
    segments: readonly RangeSegment[],
    filter: TrafficFilter,
    bucket?: number,
  ): Promise<Map<number, TrafficTotal>>;
  /**
   * Returns the counts of each endpoint with requests.
   * @param withDurations whether to also return the duration statistics. Default: false.
   */
  byEndpoint(
    projectId: string,
    segments: readonly RangeSegment[],
    filter: TrafficFilter,
    withDurations?: boolean,
  ): Promise<EndpointTotal[]>;
  /** Returns the duration statistics of endpoints, in the order of the given endpoints. */
  durations(
    projectId: string,
    segments: readonly RangeSegment[],
    filter: TrafficFilter,
    endpoints: readonly EndpointName[],
  ): Promise<DurationFigures[]>;
  endpoints(projectId: string): Promise<KnownEndpoint[]>;
  /** Returns the errors on whole days. */
  errors(projectId: string, days: MinuteRange, endpoint?: EndpointName): Promise<ErrorTotal[]>;
  /** Returns the number of users with requests on the given whole days. */
  activeUsers(projectId: string, days: MinuteRange): Promise<number>;
  /**
   * Deletes at most `limit` counts by minute and hour that exceed their retention.
   * @returns the number of deleted rows
   */
  prune(projectId: string, now: number, limit: number): Promise<number>;
  /**
   * Counts all logs of one day again. Endpoints and environments without other counts are deleted first, and added again if the logs contain them.
   * @param day first minute of the day
   * @returns false without changes if some logs of the day have been deleted, because only the existing counts include them
   */
  rebuildDay(projectId: string, day: number, options?: RebuildOptions): Promise<boolean>;
  /**
   * Returns the first day at or after `from` on which logs were captured; undefined if there is none.
   * @param from first minute of a UTC day
   */
  nextDayWithLogs(projectId: string, from: number): Promise<number | undefined>;
}

/** The port for counted requests. */
export interface MetricsPorts {
  readonly traffic: Traffic;
}
