import type { ApiError } from '@context-sync/core';
import type { Change } from '../plan/plan-change.ts';
import type { PlanCounts } from '../plan/plan-counts.ts';
import type { PortalResult } from '../portal/portal-result.ts';
import type { State } from '../state/state-schema.ts';

/** A change that was applied. */
export interface CompletedChange {
  readonly change: Change;
  readonly id: string | undefined;
}

/** A change that failed, or whose outcome is unknown (`error.outcomeUnknown` is true). */
export interface FailedChange {
  /** The change; undefined for the connection of the data source. */
  readonly change: Change | undefined;
  readonly error: Error;
}

/** The outcome for the data source. */
export interface Connection {
  /** The outcome of the connection; undefined if there was nothing to do. */
  readonly connected: 'connected' | 'failed' | 'in-doubt' | undefined;
  /**
   * The 409 error of a platform that had already connected the repository before this run and kept that data source, possibly with other settings.
   */
  readonly existing?: ApiError | undefined;
}

/** The result of one step of an apply. */
export interface StepResult {
  readonly connection?: Connection;
  readonly done?: readonly CompletedChange[];
  readonly failures?: readonly FailedChange[];
  /** Number of changes that were not started because the run was stopped. */
  readonly unsent?: number;
  /** The result for the docs portal. */
  readonly portal?: PortalResult | undefined;
  /** The error that ended the step early: the plan is outdated, or the state cannot be written. */
  readonly error?: unknown;
}

/** The results of all steps so far. */
export interface StepResults {
  readonly connection: Connection;
  readonly done: readonly CompletedChange[];
  readonly failures: readonly FailedChange[];
  readonly unsent: number;
  readonly portal?: PortalResult | undefined;
}

export const NO_RESULTS: StepResults = { connection: { connected: undefined }, done: [], failures: [], unsent: 0 };

/** Adds the result of a step to the results of the previous steps. */
export function addResult(results: StepResults, step: StepResult): StepResults {
  return {
    connection: step.connection ?? results.connection,
    done: [...results.done, ...(step.done ?? [])],
    failures: [...results.failures, ...(step.failures ?? [])],
    unsent: results.unsent + (step.unsent ?? 0),
    portal: step.portal ?? results.portal,
  };
}

/** Results of the previous rounds. There are previous rounds if the plan had to be created again. */
export interface EarlierRounds extends Connection {
  readonly done: readonly CompletedChange[];
  readonly portal?: PortalResult | undefined;
}

export const NO_EARLIER_ROUNDS: EarlierRounds = { done: [], connected: undefined };

export interface ApplyResult extends Connection {
  /**
   * How the run ended. `complete`: the service contains exactly the wanted items. `incomplete`: some changes failed or are in doubt. `stopped`: an
   * error made further requests pointless. `cancelled`: the signal was aborted. `out-of-time`: the deadline passed, and the next run continues.
   */
  readonly end: 'complete' | 'incomplete' | 'stopped' | 'cancelled' | 'out-of-time';
  readonly existing: ApiError | undefined;
  readonly done: readonly CompletedChange[];
  readonly failures: readonly FailedChange[];
  /** The error that stopped the run; undefined if no error stopped it. */
  readonly stoppedBy: ApiError | undefined;
  readonly counts: PlanCounts;
  /** The changes that the run has made to the docs portal; undefined if nothing had to be sent. */
  readonly portal?: PortalResult | undefined;
  readonly state: State;
}
