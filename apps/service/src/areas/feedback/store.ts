import type { ListPage } from '../../platform/database/list-page.ts';

export const FEEDBACK_SOURCES = ['mcp', 'portal', 'sdk', 'api'] as const;
export type FeedbackSource = (typeof FEEDBACK_SOURCES)[number];
export const FEEDBACK_KINDS = ['missing', 'wrong', 'outdated', 'confusing', 'broken'] as const;
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number];
export const FEEDBACK_IMPACTS = ['blocked', 'worked_around', 'friction'] as const;
export const FEEDBACK_STATUSES = ['open', 'in_progress', 'resolved', 'dismissed'] as const;
export type FeedbackStatus = (typeof FEEDBACK_STATUSES)[number];
export const FEEDBACK_SUBJECTS = ['page', 'operation', 'tool', 'use-case', 'hint', 'error'] as const;

/** Limits of the reports of a project. */
export interface FeedbackLimits {
  /** Maximum number of reports of one reporter in an hour. */
  readonly perHour: number;
  /** Maximum number of reports of a project in a day. */
  readonly perDay: number;
  /** Maximum number of stored reports of a project. A new one replaces the oldest closed one or, if none is closed, the oldest one. */
  readonly notes: number;
}
export const FEEDBACK_LIMITS: FeedbackLimits = { perHour: 5, perDay: 500, notes: 10_000 };
/** Maximum number of subjects in a summary. */
export const MAX_SUBJECTS = 10;

/** The subject of a report. */
export interface FeedbackSubject {
  readonly type: (typeof FEEDBACK_SUBJECTS)[number];
  /** For example the path of a page, or the id of an operation. */
  readonly ref: string;
}

/** A problem that a person or a program reported. Its content is untrusted and unverified. */
export interface ReportedProblem {
  readonly source: FeedbackSource;
  readonly kind: FeedbackKind;
  readonly impact: (typeof FEEDBACK_IMPACTS)[number] | null;
  /** What the reporter wanted to do. */
  readonly task: string | null;
  readonly detail: string;
  readonly suggestion: string | null;
  readonly about: FeedbackSubject | null;
  readonly agent: { readonly name: string; readonly version: string | null } | null;
  /** Id of the user of the API for whom the report was sent; null if unknown. */
  readonly userId: string | null;
  /** The newest failed request of the same user or member before the first report; null if there is none. */
  readonly logId: string | null;
  readonly endpointId: string | null;
}

export interface NewReport extends ReportedProblem {
  /** Id of the reporter: that of a member or a user, or a hash of an IP address. */
  readonly reporter: string;
  /** Hash of the subject and of the letters and digits of the detail. */
  readonly fingerprint: string;
}

/** How members handle a report. */
export interface FeedbackHandling {
  readonly status: FeedbackStatus;
  readonly note: string | null;
}

/** A change of how members handle a report. */
export type HandlingChange = { readonly [Name in keyof FeedbackHandling]?: FeedbackHandling[Name] | undefined };

/** A stored report. Equal reports about the same subject are stored once, with their number. */
export interface FeedbackNote extends ReportedProblem, FeedbackHandling {
  readonly id: string;
  /** Number of equal reports. Each reporter is counted at most once a day. */
  readonly times: number;
  readonly firstAt: string;
  readonly lastAt: string;
}

export type ReportResult =
  | {
      /** `counted`: an equal report was stored already. `known`: the reporter sent an equal report within the last day, so nothing was changed. */
      readonly result: 'created' | 'counted' | 'known';
      readonly id: string;
      readonly times: number;
    }
  | { readonly result: 'too-many'; readonly of: 'reporter' | 'project'; readonly retryAfterSeconds: number };

export interface FeedbackQuery {
  readonly status?: FeedbackStatus | undefined;
  readonly kind?: FeedbackKind | undefined;
  readonly source?: FeedbackSource | undefined;
  readonly about?: { readonly type: FeedbackSubject['type']; readonly ref?: string | undefined } | undefined;
  /** Text that the report or the note of the members contains. */
  readonly q?: string | undefined;
}

export interface FeedbackSummary {
  readonly byStatus: Readonly<Record<FeedbackStatus, number>>;
  /** Number of reports that are open or in progress, by kind. */
  readonly byKind: Readonly<Record<FeedbackKind, number>>;
  /** The subjects with the most reports that are open or in progress. */
  readonly subjects: readonly { readonly about: FeedbackSubject; readonly notes: number; readonly times: number }[];
}

/** What users, agents and readers report about the API and its docs. */
export interface Feedback {
  /**
   * Stores a report or, if an equal report about the same subject exists, increases its number.
   * @param limits default: `FEEDBACK_LIMITS`
   */
  report(projectId: string, report: NewReport, limits?: Partial<FeedbackLimits>): Promise<ReportResult>;
  get(projectId: string, id: string): Promise<FeedbackNote | undefined>;
  /**
   * Returns a page of stored reports, the most recently reported first.
   * @throws CursorError
   */
  list(
    projectId: string,
    query: FeedbackQuery,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<ListPage<FeedbackNote>>;
  summary(projectId: string): Promise<FeedbackSummary>;
  /** Changes the status of a report or the members' note about it. @returns undefined if the report does not exist */
  handle(projectId: string, id: string, change: HandlingChange): Promise<FeedbackNote | undefined>;
}

/** The port for feedback. */
export interface FeedbackPorts {
  readonly feedback: Feedback;
}
