import type { ListPage } from './list-page.ts';
import type { MinuteRange } from './traffic/time-range.ts';

export const CALLER_SORTS = ['requests', 'errors', 'lastSeen'] as const;
export type CallerSort = (typeof CALLER_SORTS)[number];
export const RISK_REASONS = ['silent', 'falling', 'failing', 'stuck'] as const;
export type RiskReasonCode = (typeof RISK_REASONS)[number];

/** A reason why a caller is at risk, with its figures. */
export interface RiskReason {
  readonly code: RiskReasonCode;
  /** The minute since which the reason applies. */
  readonly since: number;
  readonly facts: Readonly<Record<string, number>>;
}

/** The figures derived from the days on which a caller was active. */
export interface CallerAssessment {
  readonly n7: number;
  readonly n30: number;
  readonly e30: number;
  /** Risk level: 0 is not at risk, 1 is low, 2 is high. */
  readonly riskLevel: number;
  readonly reasons: readonly RiskReason[];
}

/** The notes of members about a caller. */
export interface CallerNotes {
  readonly name: string | null;
  readonly note: string | null;
  /** Whether the caller is never listed as at risk. */
  readonly ignored: boolean;
  /** Minute until which the caller is not listed as at risk. */
  readonly snoozedUntil: number | null;
}

/** A user of the captured API. Times are minutes since 1970. */
export interface CallerRecord extends CallerAssessment, CallerNotes {
  readonly id: string;
  /** Null for callers that are older than caller records, until their next request or until the logs are counted again. */
  readonly email: string | null;
  readonly firstSeen: number;
  readonly lastSeen: number;
}

export interface CallerDay {
  /** First minute of the day. */
  readonly day: number;
  readonly n: number;
  readonly e4: number;
  readonly e5: number;
  /** Requests with status 1xx or 3xx. */
  readonly other: number;
  /** Requests with status 429, which `e4` includes. */
  readonly throttled: number;
}

export interface CallerQuery {
  readonly sort: CallerSort;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Minute at which listed callers are at risk and neither ignored nor snoozed. */
  readonly atRisk?: number | undefined;
  readonly reason?: RiskReasonCode | undefined;
  /** Filters callers by a text that their address or name contains. */
  readonly q?: string | undefined;
}

/** A caller with its days, to be assessed. */
export interface CallerHistory {
  readonly caller: CallerRecord;
  /** In order of time. */
  readonly days: readonly CallerDay[];
}

/** The users of the captured API. A caller exists as soon as its first log is folded. */
export interface Callers {
  /** Lists callers, highest first. @throws CursorError */
  list(projectId: string, query: CallerQuery): Promise<ListPage<CallerRecord>>;
  get(projectId: string, id: string): Promise<CallerRecord | undefined>;
  /** Returns the days with requests, in order, including logs that are not folded yet. */
  days(projectId: string, id: string, range: MinuteRange): Promise<CallerDay[]>;
  /** @returns undefined if there is no such caller */
  update(projectId: string, id: string, changes: Partial<CallerNotes>): Promise<CallerRecord | undefined>;
  /** Creates the records of a project that has none, as after the restore of an old backup. */
  addMissing(projectId: string): Promise<void>;
  /** Returns callers by id, with their days from `since` on. @param after id of the last caller of the previous page */
  histories(projectId: string, after: string, since: number, limit: number): Promise<CallerHistory[]>;
  /** Removes the address, name and note of callers not seen since a minute. @returns the number of changed records */
  anonymize(projectId: string, before: number, limit: number): Promise<number>;
  /** Returns the thresholds of the risk check that the project has set, by name. */
  thresholds(projectId: string): Promise<Readonly<Record<string, number>>>;
  /** Replaces all thresholds that the project has set. */
  setThresholds(projectId: string, thresholds: Readonly<Record<string, number>>): Promise<void>;
  setAssessments(projectId: string, assessments: ReadonlyMap<string, CallerAssessment>): Promise<void>;
}
