import type { ApiError } from '@context-sync/core';
import type { Change } from '../plan/plan-change.ts';
import type { PlanCounts } from '../plan/plan-counts.ts';
import type { State } from '../state/state-schema.ts';

/** A change that was applied. */
export interface CompletedChange {
  readonly change: Change;
  readonly id: string | undefined;
}

/** A change that failed, or whose outcome is unknown (`error.outcomeUnknown`). */
export interface FailedChange {
  /** undefined: the connection of the data source. */
  readonly change: Change | undefined;
  readonly error: Error;
}

/** Outcome for the data source. */
export interface Connection {
  /** undefined if nothing had to be done. */
  readonly connected: 'connected' | 'failed' | 'in-doubt' | undefined;
  /** The 409 of a platform that had connected the repository before this run and kept that data source, maybe with other settings. */
  readonly existing?: ApiError | undefined;
}

/** Result of one step of an apply. */
export interface StepResult {
  readonly connection?: Connection;
  readonly done?: readonly CompletedChange[];
  readonly failures?: readonly FailedChange[];
  /** Changes that were not started because the run was stopped. */
  readonly unsent?: number;
  /** The reason why the step ended early: the plan is outdated, or the state cannot be written. */
  readonly error?: unknown;
}

/** The results of all steps so far. */
export interface StepResults {
  readonly connection: Connection;
  readonly done: readonly CompletedChange[];
  readonly failures: readonly FailedChange[];
  readonly unsent: number;
}

export const NO_RESULTS: StepResults = { connection: { connected: undefined }, done: [], failures: [], unsent: 0 };

/** Adds the result of a step to those before it. */
export function addResult(results: StepResults, step: StepResult): StepResults {
  return {
    connection: step.connection ?? results.connection,
    done: [...results.done, ...(step.done ?? [])],
    failures: [...results.failures, ...(step.failures ?? [])],
    unsent: results.unsent + (step.unsent ?? 0),
  };
}

/** Results of the previous rounds, if the plan had to be created again. */
export interface EarlierRounds extends Connection {
  readonly done: readonly CompletedChange[];
}

export const NO_EARLIER_ROUNDS: EarlierRounds = { done: [], connected: undefined };

export interface ApplyResult extends Connection {
  /**
   * `complete`: the service has exactly the wanted items. `incomplete`: some changes failed or are in doubt. `stopped`: an error made further
   * requests pointless. `cancelled`: by the signal. `out-of-time`: at the deadline; the next run continues.
   */
  readonly end: 'complete' | 'incomplete' | 'stopped' | 'cancelled' | 'out-of-time';
  readonly existing: ApiError | undefined;
  readonly done: readonly CompletedChange[];
  readonly failures: readonly FailedChange[];
  /** The error that stopped the run. */
  readonly stoppedBy: ApiError | undefined;
  readonly counts: PlanCounts;
  readonly state: State;
}
