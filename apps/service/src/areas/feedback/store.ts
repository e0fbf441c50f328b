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
  /** Maximum number of notes of a project. A new one takes the place of the oldest closed one or, if none is closed, of the oldest one. */
  readonly notes: number;
}
export const FEEDBACK_LIMITS: FeedbackLimits = { perHour: 5, perDay: 500, notes: 10_000 };
/** Maximum number of subjects in a summary. */
export const MAX_SUBJECTS = 10;

/** What a report is about. */
export interface FeedbackSubject {
  readonly type: (typeof FEEDBACK_SUBJECTS)[number];
  /** For example the path of a page, or the id of an operation. */
  readonly ref: string;
}

/** What a person or program reported. No one has checked it, and all texts come from outside. */
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
  /** Id of who reports: a member, a user, or the hash of an address. */
  readonly reporter: string;
  /** Hash of the subject and of the letters and digits of the detail. */
  readonly fingerprint: string;
}

/** What members have made of a note. */
export interface FeedbackHandling {
  readonly status: FeedbackStatus;
  readonly note: string | null;
}

/** A change of how a note is handled. */
export type HandlingChange = { readonly [Name in keyof FeedbackHandling]?: FeedbackHandling[Name] | undefined };

/** Equal reports about the same subject. */
export interface FeedbackNote extends ReportedProblem, FeedbackHandling {
  readonly id: string;
  /** Number of reports. Each reporter counts once a day. */
  readonly times: number;
  readonly firstAt: string;
  readonly lastAt: string;
}

export type ReportResult =
  | {
      /** `counted`: there was such a note. `known`: the reporter has reported it within a day, so nothing was changed. */
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
  /** Notes that are open or in progress. */
  readonly byKind: Readonly<Record<FeedbackKind, number>>;
  /** The subjects with the most reports in notes that are open or in progress. */
  readonly subjects: readonly { readonly about: FeedbackSubject; readonly notes: number; readonly times: number }[];
}

/** What users, agents and readers report about the API and its docs. */
export interface Feedback {
  /**
   * Stores a report, or counts it if there is an equal one about the same subject.
   * @param limits default: `FEEDBACK_LIMITS`
   */
  report(projectId: string, report: NewReport, limits?: Partial<FeedbackLimits>): Promise<ReportResult>;
  get(projectId: string, id: string): Promise<FeedbackNote | undefined>;
  /**
   * Returns a page of notes, the most recently reported first.
   * @throws CursorError
   */
  list(
    projectId: string,
    query: FeedbackQuery,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<ListPage<FeedbackNote>>;
  summary(projectId: string): Promise<FeedbackSummary>;
  /** Changes how members handle a note. @returns undefined if the note does not exist */
  handle(projectId: string, id: string, change: HandlingChange): Promise<FeedbackNote | undefined>;
}

/** The port of feedback. */
export interface FeedbackPorts {
  readonly feedback: Feedback;
}
