import { isDeepStrictEqual } from 'node:util';
import { type Change, isEmpty, type Plan } from '../plan/plan-change.ts';
import { hasPortalConflicts } from '../portal/portal-plan.ts';
import { hasReferences, markLeftover, putRecord, putReferences, removeRecord } from '../state/item-records.ts';
import type { DocumentRecord } from '../state/state-schema.ts';
import type { WantedDocument } from '../wanted-items.ts';
import type { ApplyContext } from './apply-context.ts';
import type { ApplyInput } from './apply-input.ts';
import type { ApplyResult, StepResult, StepResults } from './apply-result.ts';
import { PlanOutdatedError, type StateDraft } from './state-ledger.ts';

type StateOnly = Extract<Change, { kind: 'restore' | 'orphan' | 'forget' }>;

/** Returns how a run with these results has ended. */
export function getRunEnd(
  { breaker, input }: ApplyContext,
  { connection, failures, unsent, portal }: StepResults,
): ApplyResult['end'] {
  if (breaker.openedBy) return 'stopped';
  if (input.signal?.aborted) return 'cancelled';
  if (unsent > 0) return 'out-of-time';
  const isHeld = connection.connected === 'in-doubt' || input.plan.changes.some((change) => change.kind === 'hold');
  const isPortalIncomplete = (portal?.failures.length ?? 0) > 0 || hasPortalConflicts(input.plan.portal);
  return failures.length > 0 || isHeld || isPortalIncomplete ? 'incomplete' : 'complete';
}

/**
 * Makes the last write of a run: the remaining results, the changes that require no request, and the documents that are now resolved.
 * @throws PlanOutdatedError if another run has written the state since, because only a new plan can determine whether work is left
 */
export async function finish(context: ApplyContext, results: StepResults): Promise<StepResult> {
  const { input, ledger } = context;
  if (hasNothingToRecord(context)) return {};
  const end = getRunEnd(context, results);
  const hasSentAll = end === 'complete' || end === 'incomplete';
  const awaitedCount = countAwaited(input.plan);
  const createWaitError = () => new PlanOutdatedError(`it is sending ${awaitedCount} of the same items`, true);
  if (hasSentAll && awaitedCount > 0 && isRecorded(context)) throw createWaitError();
  const stateOnly = hasSentAll && awaitedCount === 0 ? input.plan.changes.filter(isStateOnly) : [];
  await ledger.write(end === 'complete' && awaitedCount === 0 ? 'Synced' : 'Result', (draft) => {
    if (hasSentAll && ledger.rebased) throw new PlanOutdatedError('another run has written the state since');
    if (awaitedCount > 0) return;
    for (const change of stateOnly) recordStateOnly(draft, change);
    if (hasSentAll) recordResolvedDocuments(draft, input, results.failures);
    if (end === 'complete') draft.meta.synced = input.target;
  });
  // The previous write shows the other run that it was overtaken, so that the other run records what it has sent.
  if (hasSentAll && awaitedCount > 0) throw createWaitError();
  return { done: stateOnly.map((change) => ({ change, id: undefined })) };
}

/** Returns the number of changes that wait for another run, including the connection. */
function countAwaited({ changes, connect }: Plan): number {
  return changes.filter(({ kind }) => kind === 'wait').length + (connect?.kind === 'wait' ? 1 : 0);
}

/** Returns whether a write would contain nothing new for other runs. */
function isRecorded({ ledger, input }: ApplyContext): boolean {
  return !ledger.hasResults && ledger.state.meta.commit === input.target.commit;
}

function hasNothingToRecord({ input }: ApplyContext): boolean {
  const { base, plan, documents, state, target, corrections = [], repository = state.meta.repository } = input;
  const { synced } = state.meta;
  const isKnown =
    synced?.settings === target.settings &&
    synced.tree === target.tree &&
    synced.skipped === target.skipped &&
    state.meta.commit === target.commit &&
    isDeepStrictEqual(state.meta.repository, repository);
  return base !== undefined && isEmpty(plan) && documents.length === 0 && corrections.length === 0 && isKnown;
}

function isStateOnly(change: Change): change is StateOnly {
  return change.kind === 'restore' || change.kind === 'orphan' || change.kind === 'forget';
}

function recordStateOnly({ documents }: StateDraft, change: StateOnly): void {
  if (change.kind === 'forget') {
    removeRecord(documents, change.path, change.record);
    return;
  }
  if (change.kind === 'orphan') {
    putRecord(documents, change.path, change.record, markLeftover(change.record, 'orphaned'));
    return;
  }
  if (change.record) putRecord(documents, change.path, change.record, markLeftover(change.record, 'superseded'));
  const { by: _ended, ...restored } = change.restored;
  putRecord(documents, change.path, change.restored, { ...restored, status: 'live' });
}

/**
 * Marks the documents that have neither failures nor items in doubt as resolved, so that they are not read again until their content or their
 * dependencies change. Sets the blob ID of all other documents to null, because their records already contain the new dependencies. The next run therefore
 * reads them again.
 */
function recordResolvedDocuments(
  { documents, meta }: StateDraft,
  input: ApplyInput,
  failures: StepResults['failures'],
): void {
  const failedPaths = new Set(failures.flatMap(({ change }) => (change ? [change.path] : [])));
  for (const change of input.plan.changes) {
    const { kind, path } = change;
    if (kind === 'hold') failedPaths.add(path);
    if (kind === 'unchanged' && change.textFingerprint !== undefined)
      putRecord(documents, path, change.record, { ...change.record, textFingerprint: change.textFingerprint });
  }
  for (const { items: _wanted, ...document } of input.documents) {
    const { path } = document;
    const documentRecord = documents.get(path);
    if (!failedPaths.has(path))
      documents.set(path, createResolvedRecord(document, input.chunkConfigHash, documentRecord));
    else if (documentRecord && documentRecord.blob !== null) documents.set(path, { ...documentRecord, blob: null });
  }
  // The leftover items of a deleted document do not belong to a blob.
  for (const path of input.plan.gone) {
    const document = documents.get(path);
    if (!document) continue;
    const { uses: _uses, names: _names, facts: _facts, skipped: _skipped, ...left } = document;
    if (document.items.length === 0 && !hasReferences(document)) documents.delete(path);
    else documents.set(path, { ...left, blob: null });
  }
  for (const [path, references] of input.references ?? []) putReferences(documents, path, references);
  if (input.outside) meta.outside = input.outside;
}

function createResolvedRecord(
  document: Omit<WantedDocument, 'items'>,
  chunkConfigHash: string,
  knownRecord: DocumentRecord | undefined,
): DocumentRecord {
  const { usedBy, includedBy, owners, items = [] } = knownRecord ?? {};
  return {
    ...document,
    chunkConfigHash,
    items,
    ...(usedBy ? { usedBy } : {}),
    ...(includedBy ? { includedBy } : {}),
    ...(owners ? { owners } : {}),
  };
}
