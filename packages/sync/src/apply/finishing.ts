import { isDeepStrictEqual } from 'node:util';
import { type Change, isEmpty, type Plan } from '../plan/change.ts';
import { drop, leftBehind, put } from '../state/records.ts';
import { type Draft, PlanOutdatedError } from './ledger.ts';
import type { ApplyResult } from './result.ts';
import type { Run } from './run.ts';

type StateOnly = Extract<Change, { kind: 'restore' | 'orphan' | 'forget' }>;

/** How the run ended. */
export function endOf({ stopping, input, connected, failures, unsent }: Run): ApplyResult['end'] {
  if (stopping.stoppedBy) return 'stopped';
  if (input.signal?.aborted) return 'cancelled';
  if (unsent > 0) return 'out-of-time';
  const held = connected === 'in-doubt' || input.plan.changes.some((change) => change.kind === 'hold');
  return failures.length > 0 || held ? 'incomplete' : 'complete';
}

/**
 * The last write: the results still noted, what is true without a request, and what is now settled.
 * @throws PlanOutdatedError when another run has written in between: only a new plan can tell whether nothing is left to do
 */
export async function finish(run: Run): Promise<void> {
  if (nothingToRecord(run)) return;
  const end = endOf(run);
  const whole = end === 'complete' || end === 'incomplete';
  const awaited = countAwaited(run.input.plan);
  const waiting = () => new PlanOutdatedError(`it is sending ${awaited} of the same items`, true);
  if (whole && awaited > 0 && hasSaidAll(run)) throw waiting();
  const stateOnly = whole && awaited === 0 ? run.input.plan.changes.filter(isStateOnly) : [];
  await run.ledger.write(end === 'complete' && awaited === 0 ? 'Synced' : 'Result', (draft) => {
    if (whole && run.ledger.rebased) throw new PlanOutdatedError('another run has written the state in the meantime');
    if (awaited > 0) return;
    for (const change of stateOnly) recordStateOnly(draft, change);
    if (whole) settleDocuments(draft, run);
    if (end === 'complete') draft.meta.synced = run.input.target;
  });
  // By the write, the other run knows that it is overtaken, and records what it has sent.
  if (whole && awaited > 0) throw waiting();
  for (const change of stateOnly) run.done.push({ change, id: undefined });
}

/** How many changes, the connection included, have to wait for another run. */
function countAwaited({ changes, connect }: Plan): number {
  return changes.filter(({ kind }) => kind === 'wait').length + (connect?.kind === 'wait' ? 1 : 0);
}

/** Whether a write would tell others nothing. */
function hasSaidAll({ ledger, input }: Run): boolean {
  return !ledger.hasResults && ledger.state.meta.commit === input.target.commit;
}

function nothingToRecord({ input }: Run): boolean {
  const { base, plan, documents, state, target, corrections = [], repository = state.meta.repository } = input;
  const { synced } = state.meta;
  const known =
    synced?.settings === target.settings &&
    synced.tree === target.tree &&
    synced.skipped === target.skipped &&
    state.meta.commit === target.commit &&
    isDeepStrictEqual(state.meta.repository, repository);
  return base !== undefined && isEmpty(plan) && documents.length === 0 && corrections.length === 0 && known;
}

function isStateOnly(change: Change): change is StateOnly {
  return change.kind === 'restore' || change.kind === 'orphan' || change.kind === 'forget';
}

function recordStateOnly({ documents }: Draft, change: StateOnly): void {
  if (change.kind === 'forget') {
    drop(documents, change.path, change.record);
    return;
  }
  if (change.kind === 'orphan') {
    put(documents, change.path, change.record, leftBehind(change.record, 'orphaned'));
    return;
  }
  if (change.record) put(documents, change.path, change.record, leftBehind(change.record, 'superseded'));
  const { by: _over, ...restored } = change.restored;
  put(documents, change.path, change.restored, { ...restored, status: 'live' });
}

/** A document of which nothing failed and nothing is held need not be read again as long as its blob is the same. */
function settleDocuments({ documents }: Draft, { input, failures }: Run): void {
  const open = new Set(failures.flatMap(({ change }) => (change ? [change.path] : [])));
  for (const change of input.plan.changes) if (change.kind === 'hold') open.add(change.path);
  for (const { path, blob, skipped } of input.documents) {
    const items = documents.get(path)?.items ?? [];
    const why = skipped === undefined ? {} : { skipped };
    if (!open.has(path)) documents.set(path, { path, blob, chunkConfigHash: input.chunkConfigHash, ...why, items });
  }
  // What is left of a document that is gone no longer stands for any blob.
  for (const path of input.plan.gone) {
    const document = documents.get(path);
    if (document?.items.length === 0) documents.delete(path);
    else if (document) documents.set(path, { ...document, blob: null });
  }
}
