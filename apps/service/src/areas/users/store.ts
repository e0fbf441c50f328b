import type { ListPage } from '../../platform/database/list-page.ts';
import type { AreaStore } from '../../platform/ports.ts';
import type { MinuteRange } from '../../platform/time/time-range.ts';
import type { ClientKind, LogPorts } from '../logs/store.ts';
import type { MetricsPorts } from '../metrics/store.ts';
import type { RecoveryPorts } from '../recovery/store.ts';
import type { Erasures } from './erasures.ts';

export type { ClientKind };

export const CALLER_SORTS = ['requests', 'errors', 'lastSeen'] as const;
export type CallerSort = (typeof CALLER_SORTS)[number];
export const RISK_REASONS = ['silent', 'falling', 'failing', 'stuck'] as const;
export type RiskReasonCode = (typeof RISK_REASONS)[number];

/** A reason why a caller is at risk, with the figures that led to it. */
export interface RiskReason {
  readonly code: RiskReasonCode;
  /** Minute at which the reason started to apply. */
  readonly since: number;
  readonly facts: Readonly<Record<string, number>>;
}

/** Figures that are computed from the days on which a caller was active. */
export interface CallerAssessment {
  readonly n7: number;
  /** Requests of the seven days before those of `n7`. */
  readonly n7Before: number;
  readonly n30: number;
  readonly e30: number;
  /** Risk level: 0 is not at risk, 1 is low, 2 is high. */
  readonly riskLevel: number;
  readonly reasons: readonly RiskReason[];
}

/** Notes and settings that members make for a caller. */
export interface CallerNotes {
  readonly name: string | null;
  readonly note: string | null;
  /** Whether the caller is excluded from the list of callers at risk. */
  readonly ignored: boolean;
  /** Minute until which the caller is excluded from the list of callers at risk; null if the caller is not snoozed. */
  readonly snoozedUntil: number | null;
}

/** A user of the captured API. Times are minutes since 1970. */
export interface CallerRecord extends CallerAssessment, CallerNotes {
  readonly id: string;
  /**
   * Email address of the caller. Null for a caller whose requests are older than caller records, until the caller's next request or until the logs
   * are counted again.
   */
  readonly email: string | null;
  /** Other spellings of the address in the logs, for example with capital letters. */
  readonly spellings: readonly string[];
  readonly firstSeen: number;
  readonly lastSeen: number;
  /** Kind of the client that sent the newest requests; null if no request since the upgrade contained a user agent. */
  readonly clientKind: ClientKind | null;
}

export interface CallerDay {
  /** First minute of the UTC day. */
  readonly day: number;
  readonly n: number;
  readonly e4: number;
  readonly e5: number;
  /** Requests with status 1xx or 3xx. */
  readonly other: number;
  /** Requests with status 429, which `e4` also includes. */
  readonly throttled: number;
  /** Requests of bots; null if some requests of the day were counted before bots were counted. */
  readonly bots: number | null;
}

export interface CallerQuery {
  readonly sort: CallerSort;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Minute for which to list the callers that are at risk and neither ignored nor snoozed; undefined for all callers. */
  readonly atRisk?: number | undefined;
  readonly reason?: RiskReasonCode | undefined;
  readonly clientKind?: ClientKind | undefined;
  /** Text that the address or name of a listed caller must contain. */
  readonly q?: string | undefined;
}

/** A caller with the daily counts that an assessment needs. */
export interface CallerHistory {
  readonly caller: CallerRecord;
  /** Daily counts, oldest first. */
  readonly days: readonly CallerDay[];
}

/** The users of the captured API. A caller's record is created when the first log of the caller is folded. */
export interface Callers {
  /**
   * Returns a page of callers in descending order of `query.sort`.
   * @throws CursorError
   */
  list(projectId: string, query: CallerQuery): Promise<ListPage<CallerRecord>>;
  get(projectId: string, id: string): Promise<CallerRecord | undefined>;
  /** Returns the days on which a caller sent requests, in chronological order, including logs that are not folded yet. */
  days(projectId: string, id: string, range: MinuteRange): Promise<CallerDay[]>;
  /**
   * Changes the notes of a caller.
   * @returns undefined if the caller does not exist
   */
  update(projectId: string, id: string, changes: Partial<CallerNotes>): Promise<CallerRecord | undefined>;
  /** Creates the missing records of callers in a project, for example after an old backup was restored. */
  addMissing(projectId: string): Promise<void>;
  /**
   * Returns callers in the order of their ids, with their days since `since`.
   * @param after id of the last caller of the previous page
   */
  histories(projectId: string, after: string, since: number, limit: number): Promise<CallerHistory[]>;
  /**
   * Removes the address, the name and the note of callers whose last request was before a minute.
   * @returns the number of changed records
   */
  anonymize(projectId: string, before: number, limit: number): Promise<number>;
  /** Returns the thresholds of the risk check that the project has set, by name. */
  thresholds(projectId: string): Promise<Readonly<Record<string, number>>>;
  /** Replaces all thresholds that the project has set. */
  setThresholds(projectId: string, thresholds: Readonly<Record<string, number>>): Promise<void>;
  /**
   * Returns whether the project has callers whose other spellings have not been looked up in the logs. Their records were created before spellings
   * were recorded.
   */
  hasUnknownSpellings(projectId: string): Promise<boolean>;
  /**
   * Sets the spellings of callers whose spellings have not been looked up.
   * @param known spellings by caller
   * @returns the number of changed records; 0 if there are no such callers
   */
  setUnknownSpellings(projectId: string, known: ReadonlyMap<string, readonly string[]>, limit: number): Promise<number>;
  setAssessments(projectId: string, assessments: ReadonlyMap<string, CallerAssessment>): Promise<void>;
}

/** The ports of the users of the captured API. */
export interface UserPorts {
  readonly callers: Callers;
  readonly erasures: Erasures;
}

/** The store as the area sees it. */
export type UserStore = AreaStore<UserPorts & RecoveryPorts & MetricsPorts & LogPorts>;
