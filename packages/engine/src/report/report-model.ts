import type {
  ApplyResult,
  Correction,
  MassChange,
  Plan,
  PlanCounts,
  PortalLoss,
  PortalPlan,
  Reminder,
  RemoteItem,
} from '@context-sync/sync';
import type { DocsWarning } from '../docs/docs-warning.ts';
import type { SkippedDocument } from '../docs/find-docs.ts';
import type { QuestionsReport } from '../questions/answers-model.ts';
import type { Review } from '../review/review-model.ts';

/** The results of a run for one source. The log, the summary, the comment and the outputs are rendered from them. */
export interface Report {
  /**
   * The outcome of a run. `unchanged`: docs and settings have not changed since the last sync. `outdated`: a newer commit was already synced.
   * `off-branch`: the branch no longer contains the commit. `planned`: the run only planned. `applied`: changes were sent.
   */
  readonly outcome: 'unchanged' | 'outdated' | 'off-branch' | 'planned' | 'applied';
  readonly project: string;
  /** The docs folder; empty for the whole repository. */
  readonly docs: string;
  readonly commit: string;
  /** URL of the repository on its host, for links. */
  readonly repositoryUrl?: string;
  readonly counts: PlanCounts;
  readonly plan: Plan | undefined;
  readonly result: ApplyResult | undefined;
  /** The superseded and orphaned items, and the items in doubt. The platform contains or may contain them. `counts` contains their total number. */
  readonly leftovers: readonly Reminder[];
  /** The skipped files of the docs folder that this run has read. `skippedCount` is the number of all skipped files. */
  readonly skipped: readonly SkippedDocument[];
  readonly skippedCount: number;
  readonly warnings: readonly DocsWarning[];
  /** The changed files because of which unchanged documents were read again, by the path of the document. Default: none. */
  readonly causes?: ReadonlyMap<string, readonly string[]>;
  /** The result of the drift check; undefined if there was no drift check. */
  readonly verified: DriftCheckResult | undefined;
  readonly dataSourceId: string | undefined;
  /** The losses of a plan that removes most of the items; undefined for any other plan. */
  readonly massChange?: MassChange | undefined;
  /** The docs portal; undefined if this repository publishes none. */
  readonly portal?: PortalReport;
  /** The facts for the review of a plan; undefined for a run that applies the plan. */
  readonly review?: Review;
  /** The results of the golden questions; undefined if there are none, or if the plan is applied. */
  readonly questions?: QuestionsReport;
  /** The run that created the report. */
  readonly run?: ReportedRun;
  /** The hash of the plan, which is equal for equal plans. */
  readonly planHash?: string;
  /** The comparison with the plan that was reviewed on the pull request; undefined if no plan was reviewed. */
  readonly reviewed?: ReviewedPlanSummary;
}

/** The data about the docs portal in reports, besides the completed changes, which the result of the run contains. */
export interface PortalReport {
  /** URL of the portal. */
  readonly url: string;
  /** The plan of the last round, with the pages that are not changed, because others have created or changed them. */
  readonly plan: PortalPlan;
  /** The losses of a plan that removes most of the pages. */
  readonly loss: PortalLoss | undefined;
  /** Whether the portal is published, so that readers see its pages; absent if unknown, and for a plan that is applied. */
  readonly isPublished?: boolean;
  /** The preview of the pages of a plan; absent if there is none. */
  readonly preview?: PortalPreview;
}

/** A preview of the pages that a plan creates, updates and moves. Everyone who knows its URL can read it. */
export interface PortalPreview {
  readonly url: string;
  /** Number of pages in the preview, and of all pages that the plan creates, updates and moves. */
  readonly pages: number;
  readonly of: number;
  /** Time at which the preview is deleted, in ISO 8601. */
  readonly expiresAt: string;
}

/** The run that created a report, which readers of a comment may want to open. */
export interface ReportedRun {
  /** URL of the run, whose page contains the summary; undefined outside of GitHub. */
  readonly url: string | undefined;
  /** Time of the plan. */
  readonly time: Date;
}

export interface ReviewedPlanSummary {
  readonly pullRequest: number;
  /** Whether the plan after the merge equals the reviewed plan. */
  readonly same: boolean;
  /** Paths of documents whose changes differ from the reviewed changes; undefined if unknown. */
  readonly differing?: readonly string[];
}

/** The result of comparing the platform's list of items with the state. */
export interface DriftCheckResult {
  /** Whether the whole state was compared. Otherwise, only the items in doubt were compared. */
  readonly complete: boolean;
  readonly corrections: readonly Correction[];
  /** Items that are not in the state, because others created them. The action never changes them. */
  readonly unknown: readonly RemoteItem[];
}
