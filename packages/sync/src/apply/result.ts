import type { ApiError } from '@context-sync/core';
import type { Change } from '../plan/change.ts';
import type { Counts } from '../plan/counts.ts';
import type { State } from '../state/schema.ts';

/** A change that was carried out. */
export interface Done {
  readonly change: Change;
  readonly id: string | undefined;
}

/** What the rounds before this one did, when a plan had to be made anew. */
export interface Earlier {
  readonly done: readonly Done[];
  readonly connected: ApplyResult['connected'];
  readonly existing?: ApplyResult['existing'];
}

export const NOTHING_EARLIER: Earlier = { done: [], connected: undefined };

/** A change that failed, or whose end is not known (`error.outcomeUnknown`). */
export interface Failure {
  /** undefined for the connection of the data source. */
  readonly change: Change | undefined;
  readonly error: Error;
}

export interface ApplyResult {
  /**
   * `complete`: the service holds exactly what is wanted. `stopped`: something made going on pointless. `cancelled`: by the signal.
   * `out-of-time`: the deadline came first; the next run goes on.
   */
  readonly end: 'complete' | 'incomplete' | 'stopped' | 'cancelled' | 'out-of-time';
  /** What became of the data source; undefined when nothing had to be done about it. */
  readonly connected: 'connected' | 'failed' | 'in-doubt' | undefined;
  /** The platform's 409, where it had connected the repository before this run and kept that data source, perhaps with other settings. */
  readonly existing: ApiError | undefined;
  readonly done: readonly Done[];
  readonly failures: readonly Failure[];
  /** What made the run stop. */
  readonly stoppedBy: ApiError | undefined;
  readonly counts: Counts;
  readonly state: State;
}
