import { ApiError } from '@context-sync/core';
import { type ApplyResult, type FailedChange, isOutcomeUnknown } from '@context-sync/sync';

/** Failed changes, divided by whether their outcome is known. */
export interface ClassifiedFailures {
  /** Changes that definitely failed. The next run tries them again. */
  readonly failed: readonly FailedChange[];
  /** Changes with an unknown outcome. They are reported as in doubt instead of failed. */
  readonly inDoubt: readonly FailedChange[];
}

/** Divides failures into failed changes and changes in doubt. */
export function classifyFailures(
  failures: readonly FailedChange[],
  result: Pick<ApplyResult, 'connected'>,
): ClassifiedFailures {
  const inDoubt = failures.filter((failure) => isInDoubt(failure, result));
  return { failed: failures.filter((failure) => !inDoubt.includes(failure)), inDoubt };
}

/** Returns the number of changes that definitely failed. */
export function countFailed(result: ApplyResult | undefined): number {
  return result ? classifyFailures(result.failures, result).failed.length : 0;
}

/**
 * Returns whether only a person can determine the outcome of a request, because the platform supports neither a list of items nor idempotent
 * requests.
 */
export function needsManualCheck(what: 'item' | 'data source', { state }: ApplyResult): boolean {
  const { idempotency, list } = state.meta.capabilities;
  return !idempotency && !(list && what === 'item');
}

/**
 * Returns whether a change is in doubt. Only creations can be in doubt, because updates and deletions can be repeated safely. A request in doubt
 * stays in doubt if its repetition fails.
 */
function isInDoubt({ change, error }: FailedChange, { connected }: Pick<ApplyResult, 'connected'>): boolean {
  if (!change) return connected === 'in-doubt';
  const isCreation = change.kind === 'create' || change.kind === 'supersede' || change.kind === 'update';
  if (!isCreation || (change.kind === 'update' && change.by === 'in-place')) return false;
  return change.resend !== undefined || isOutcomeUnknown(error);
}

/** Returns the failures with another cause than the failure that stopped the run. */
export function listOtherFailures(result: ApplyResult | undefined): FailedChange[] {
  const stoppedBy = result?.stoppedBy;
  return (result?.failures ?? []).filter(({ error }) => !stoppedBy || getKind(error) !== getKind(stoppedBy));
}

function getKind(error: Error): string {
  return error instanceof ApiError ? error.kind : error.name;
}
