import type { Change } from '../plan/plan-change.ts';
import { findRecord, markRequestEnded, putRecord, removeRecord, requireId } from '../state/item-records.ts';
import type { Writer } from '../state/state-schema.ts';
import { type ApplyContext, assertNotOvertaken, createFailedChange, createWriter } from './apply-context.ts';
import type { CompletedChange, FailedChange, StepResult, StepResults } from './apply-result.ts';

type DeleteChange = Extract<Change, { kind: 'delete' }>;

/** Deletes unwanted items once all items that replace them are live. A deletion is idempotent, so it is never in doubt. */
export async function deleteItems(context: ApplyContext, results: StepResults): Promise<StepResult> {
  const { breaker, limiter, input, concurrency } = context;
  const plannedDeletes = input.plan.changes.filter((change) => change.kind === 'delete');
  const deletions = [...plannedDeletes, ...deleteReplacedItems(results.done)];
  if (deletions.length === 0) return {};
  if (breaker.isOpen) return { unsent: deletions.length };
  const writer = createWriter(context);
  await recordIntents(context, deletions, writer);

  const isPlanned = new Set(plannedDeletes);
  const completedChanges: CompletedChange[] = [];
  const failures: FailedChange[] = [];
  const queue = [...deletions];
  const isCanceled = () => breaker.isOpen;
  const deleteOne = async (change: DeleteChange) => {
    try {
      await sendDelete(context, change);
      breaker.onSuccess();
      if (isPlanned.has(change)) completedChanges.push({ change, id: change.record.id });
    } catch (error) {
      endRequest(context, change, writer);
      breaker.onFailure(error);
      failures.push(createFailedChange(change, error));
    }
  };
  const deleteNext = async () => {
    while (!isCanceled()) {
      const change = queue.shift();
      if (!change) return;
      if (!(await limiter.run(() => deleteOne(change), isCanceled))) queue.unshift(change);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, deleteNext));
  for (const change of queue) endRequest(context, change, writer);
  return { done: completedChanges, failures, unsent: queue.length };
}

/** Returns deletions of the old versions of items that were updated by creating a new version first. */
function deleteReplacedItems(done: readonly CompletedChange[]): DeleteChange[] {
  return done.flatMap(({ change }): DeleteChange[] =>
    change.kind === 'update' && change.by === 'create-then-delete'
      ? [{ kind: 'delete', path: change.path, record: change.record }]
      : [],
  );
}

/** Records the intents to delete. @throws PlanOutdatedError */
async function recordIntents(context: ApplyContext, deletions: readonly DeleteChange[], writer: Writer): Promise<void> {
  await context.ledger.write(`Intent: delete ${deletions.length}`, ({ documents, meta }) => {
    assertNotOvertaken(context, meta);
    for (const { path, record } of deletions) {
      const currentRecord = findRecord(documents, path, record);
      if (!currentRecord) continue;
      // The ID may come from the service's list. It is missing in the state if another run has written the state since.
      const { id = currentRecord.id } = record;
      const recordWithId = id === undefined ? currentRecord : { ...currentRecord, id };
      putRecord(documents, path, record, { ...recordWithId, status: 'deleting', by: writer });
    }
  });
}

async function sendDelete({ ports, input, ledger, sendSignal }: ApplyContext, change: DeleteChange): Promise<void> {
  const { path, record } = change;
  await ports.extensions.deleteContextItem(input.state.meta.project, requireId(record), { signal: sendSignal });
  ledger.noteResult(({ documents }) => removeRecord(documents, path, record));
}

/** Records that the item was not deleted and that the request of this run has ended. */
function endRequest({ clock, ledger }: ApplyContext, { path, record }: DeleteChange, writer: Writer): void {
  const dateMs = clock.date();
  ledger.noteResult(({ documents }) => {
    const currentRecord = findRecord(documents, path, record);
    if (currentRecord?.by && currentRecord.by.run === writer.run)
      putRecord(documents, path, record, markRequestEnded(currentRecord, dateMs));
  });
}
