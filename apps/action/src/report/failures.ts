import { ApiError } from '@context-sync/core';
import { type ApplyResult, type FailedChange, isOutcomeUnknown } from '@context-sync/sync';

/** Failures by what they leave behind. */
export interface ClassifiedFailures {
  /** Surely not carried out: the next run tries again. */
  readonly failed: readonly FailedChange[];
  /** The outcome is unknown; the counts have these as in doubt, not as failed. */
  readonly inDoubt: readonly FailedChange[];
}

/** Sorts failures as the state has recorded them. */
export function classifyFailures(
  failures: readonly FailedChange[],
  result: Pick<ApplyResult, 'connected'>,
): ClassifiedFailures {
  const inDoubt = failures.filter((failure) => isInDoubt(failure, result));
  return { failed: failures.filter((failure) => !inDoubt.includes(failure)), inDoubt };
}

/** How many changes have failed without a doubt. */
export function failedCount(result: ApplyResult | undefined): number {
  return result ? classifyFailures(result.failures, result).failed.length : 0;
}

/** Whether only a person can find out what became of the request: the platform neither lists its items nor makes repeated requests harmless. */
export function needsManualCheck(what: 'item' | 'data source', { state }: ApplyResult): boolean {
  const { idempotency, list } = state.meta.capabilities;
  return !idempotency && !(list && what === 'item');
}

/**
 * Creating something may have happened although no success was seen; updates and deletes can be repeated without harm. A request that repeats
 * one that was in doubt leaves it there, even if it surely failed itself.
 */
function isInDoubt({ change, error }: FailedChange, { connected }: Pick<ApplyResult, 'connected'>): boolean {
  if (!change) return connected === 'in-doubt';
  const creates = change.kind === 'create' || change.kind === 'supersede' || change.kind === 'update';
  if (!creates || (change.kind === 'update' && change.by === 'in-place')) return false;
  return change.resend !== undefined || isOutcomeUnknown(error);
}

/** The failures apart from those that are what stopped the run. */
export function otherFailures(result: ApplyResult | undefined): FailedChange[] {
  const stoppedBy = result?.stoppedBy;
  return (result?.failures ?? []).filter(({ error }) => !stoppedBy || kindOf(error) !== kindOf(stoppedBy));
}

function kindOf(error: Error): string {
  return error instanceof ApiError ? error.kind : error.name;
}
