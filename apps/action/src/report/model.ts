import type { ApplyResult, Correction, Counts, Plan, Reminder, RemoteItem } from '@context-sync/sync';
import type { DocsWarning } from '../docs/docs-warning.ts';
import type { Skipped } from '../docs/documents.ts';

/** What a run has found and done; everything that is shown of it is rendered from this. */
export interface Report {
  /**
   * `unchanged`: the docs and settings are those of the last sync, nothing was read; `outdated`: a newer commit was synced already;
   * `off-branch`: the branch was set back from the commit; `planned`: nothing was written; `applied`.
   */
  readonly outcome: 'unchanged' | 'outdated' | 'off-branch' | 'planned' | 'applied';
  readonly project: string;
  /** The docs folder; empty for the whole repository. */
  readonly docs: string;
  readonly commit: string;
  readonly counts: Counts;
  readonly plan: Plan | undefined;
  readonly result: ApplyResult | undefined;
  /** Superseded, orphaned and in-doubt items that are on the service, or may be; `counts` says how many there are in all. */
  readonly leftovers: readonly Reminder[];
  /** Files of the docs folder that were left out, as far as this run has looked at them; `skippedCount` is the number of all. */
  readonly skipped: readonly Skipped[];
  readonly skippedCount: number;
  readonly warnings: readonly DocsWarning[];
  /** What the service's own list has shown, where it was asked. */
  readonly verified: Verified | undefined;
  readonly dataSourceId: string | undefined;
  /** What the plan comes to; equal plans have equal hashes. */
  readonly planHash?: string;
  /** How this plan compares with the one that was shown on the pull request, where that is known. */
  readonly reviewed?: Reviewed;
}

export interface Reviewed {
  readonly pullRequest: number;
  /** Whether exactly what was reviewed is what was planned after the merge. */
  readonly same: boolean;
  /** Paths of the documents that come to something else than what was reviewed, as far as they can be told. */
  readonly differing?: readonly string[];
}

/** How the service's list of items compares with the state. */
export interface Verified {
  /** Whether all of the state was held against it, and not only what was in doubt. */
  readonly complete: boolean;
  readonly corrections: readonly Correction[];
  /** Items that are not in the state: put there by others, and left alone. */
  readonly unknown: readonly RemoteItem[];
}
