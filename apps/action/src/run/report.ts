import type { ApplyResult, Counts, Leftover, Plan } from '@context-sync/sync';
import type { Skipped } from '../docs/documents.ts';
import type { Remark } from '../docs/wanted.ts';

/** What a run has found and done; everything that is shown of it is rendered from this. */
export interface Report {
  /**
   * `unchanged`: the docs and settings are those of the last sync, nothing was read; `outdated`: a newer commit was synced already;
   * `planned`: nothing was written; `applied`.
   */
  readonly outcome: 'unchanged' | 'outdated' | 'planned' | 'applied';
  readonly project: string;
  readonly commit: string;
  readonly counts: Counts;
  readonly plan: Plan | undefined;
  readonly result: ApplyResult | undefined;
  /** Superseded, stale and in-doubt items that are on the service, or may be. */
  readonly leftovers: readonly Leftover[];
  readonly skipped: readonly Skipped[];
  readonly remarks: readonly Remark[];
  readonly dataSourceId: string | undefined;
}
