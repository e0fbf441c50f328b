import type { ListPage } from '../../platform/database/list-page.ts';
import type { AreaStore } from '../../platform/ports.ts';
import type { MinuteRange } from '../../platform/time/time-range.ts';
import type { LogClientKind, LogPorts } from '../logs/store.ts';
import type { MetricsPorts } from '../metrics/store.ts';
import type { RecoveryPorts } from '../recovery/store.ts';
import type { Erasures } from './erasures.ts';

export type { LogClientKind };

export const USER_SORTS = ['requests', 'errors', 'lastSeen'] as const;
export type UserSort = (typeof USER_SORTS)[number];
export const RISK_REASONS = ['silent', 'falling', 'failing', 'stuck'] as const;
export type RiskReasonCode = (typeof RISK_REASONS)[number];

/** A reason why a user is at risk, with the values from which it was determined. */
export interface RiskReason {
  readonly code: RiskReasonCode;
  /** Minute at which the reason started to apply. */
  readonly since: number;
  readonly facts: Readonly<Record<string, number>>;
}

/** Values that are computed from the days on which a user was active. */
export interface UserAssessment {
  readonly n7: number;
  /** Requests of the seven days before those of `n7`. */
  readonly n7Before: number;
  readonly n30: number;
  readonly e30: number;
  /** Risk level: 0 is not at risk, 1 is low, 2 is high. */
  readonly riskLevel: number;
  readonly reasons: readonly RiskReason[];
}

/** Notes and settings that members make for a user. */
export interface UserNotes {
  readonly name: string | null;
  readonly note: string | null;
  /** Whether the user is excluded from the list of users at risk. */
  readonly ignored: boolean;
  /** Minute until which the user is excluded from the list of users at risk; null if the user is not snoozed. */
  readonly snoozedUntil: number | null;
}

/** A user of the captured API. Times are minutes since 1970. */
export interface UserRecord extends UserAssessment, UserNotes {
  readonly id: string;
  /**
   * Email address of the user. Null for a user whose requests were stored before the service stored users, until the user's next request or until the
   * counts are rebuilt from logs.
   */
  readonly email: string | null;
  /** Other forms of the email address in the logs, for example with capital letters. */
  readonly spellings: readonly string[];
  readonly firstSeen: number;
  readonly lastSeen: number;
  /** Kind of the client that sent the newest requests; null if no request since the upgrade contained a user agent. */
  readonly clientKind: LogClientKind | null;
}

export interface UserDayCounts {
  /** First minute of the UTC day. */
  readonly day: number;
  readonly n: number;
  readonly e4: number;
  readonly e5: number;
  /** Requests with status 1xx or 3xx. */
  readonly other: number;
  /** Requests with status 429, which `e4` also includes. */
  readonly throttled: number;
  /** Requests of bots; null if an older version of the service, which did not count bots, counted some requests of the day. */
  readonly bots: number | null;
}

export interface UserQuery {
  readonly sort: UserSort;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Minute for which to list the users that are at risk and neither ignored nor snoozed; undefined for all users. */
  readonly atRisk?: number | undefined;
  readonly reason?: RiskReasonCode | undefined;
  readonly clientKind?: LogClientKind | undefined;
  /** Text that the email address or name of a listed user must contain. */
  readonly q?: string | undefined;
}

/** A user with the daily counts that an assessment needs. */
export interface StoredHistory {
  readonly user: UserRecord;
  /** Daily counts, oldest first. */
  readonly days: readonly UserDayCounts[];
}

/** The users of the captured API. A user is stored when the first log of the user is folded. */
export interface UserRecords {
  /**
   * Returns a page of users in descending order of `query.sort`.
   * @throws CursorError
   */
  list(projectId: string, query: UserQuery): Promise<ListPage<UserRecord>>;
  get(projectId: string, id: string): Promise<UserRecord | undefined>;
  /** Returns the days on which a user sent requests, in chronological order, including logs that are not folded yet. */
  days(projectId: string, id: string, range: MinuteRange): Promise<UserDayCounts[]>;
  /**
   * Changes the notes and settings that members make for a user.
   * @returns undefined if the user does not exist
   */
  update(projectId: string, id: string, changes: Partial<UserNotes>): Promise<UserRecord | undefined>;
  /** Stores missing users of a project that have counts, for example after an old backup was restored. */
  addMissing(projectId: string): Promise<void>;
  /**
   * Returns users in the order of their ids, with their days since `since`.
   * @param after id of the last user of the previous page
   */
  histories(projectId: string, after: string, since: number, limit: number): Promise<StoredHistory[]>;
  /**
   * Removes the email address, the name and the note of users whose last request was before a minute.
   * @returns the number of changed users
   */
  anonymize(projectId: string, before: number, limit: number): Promise<number>;
  /** Returns the thresholds of the risk check that the project has set, by name. */
  thresholds(projectId: string): Promise<Readonly<Record<string, number>>>;
  /** Replaces all thresholds that the project has set. */
  setThresholds(projectId: string, thresholds: Readonly<Record<string, number>>): Promise<void>;
  /**
   * Returns whether the project has users whose email address forms have not been read from the logs. These users were stored before the service
   * recorded the forms.
   */
  hasUnknownSpellings(projectId: string): Promise<boolean>;
  /**
   * Sets the email address forms of users whose forms have not been read from the logs.
   * @param known forms by user
   * @returns the number of changed users; 0 if there are no such users
   */
  setUnknownSpellings(projectId: string, known: ReadonlyMap<string, readonly string[]>, limit: number): Promise<number>;
  setAssessments(projectId: string, assessments: ReadonlyMap<string, UserAssessment>): Promise<void>;
}

/** The ports for the users of the captured API. */
export interface UserPorts {
  readonly users: UserRecords;
  readonly erasures: Erasures;
}

/** The store with the ports that this area uses. */
export type UserStore = AreaStore<UserPorts & RecoveryPorts & MetricsPorts & LogPorts>;
