import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../plan/plan-change.ts';
import {
  findRecord,
  getIdentity,
  markLeftover,
  markRequestEnded,
  putRecord,
  removeRecord,
} from '../state/item-records.ts';
import { getRetryWriter, isIntent } from '../state/state-lease.ts';
import type { ItemRecord, Writer } from '../state/state-schema.ts';
import { PlanOutdatedError, type StateDraft } from './state-ledger.ts';

/** A change that sends content to the service. */
export type SendChange = Extract<Change, { kind: 'create' | 'update' | 'supersede' }>;

/** A change that updates an item under its ID. */
export type InPlaceUpdate = Extract<SendChange, { kind: 'update' }> & { readonly by: 'in-place' };

/** A change with the recorded intent to send it. */
export interface PendingSendChange {
  readonly change: SendChange;
  readonly intent: ItemRecord & { readonly by: Writer };
}

export function isInPlaceUpdate(change: SendChange): change is InPlaceUpdate {
  return change.kind === 'update' && change.by === 'in-place';
}

/** Records that the run `by` is about to send a change. @throws PlanOutdatedError if another run was faster */
export function recordIntent({ documents, revision }: StateDraft, change: SendChange, by: Writer): PendingSendChange {
  const { path, item, resend, seen, textFingerprint } = change;
  const document = documents.get(path);
  const currentRecords = document?.items.filter(({ key }) => key === item.key) ?? [];
  if (!isDeepStrictEqual(currentRecords, seen)) {
    throw new PlanOutdatedError(`another run has changed ${item.key} since`);
  }

  // The blob ID null makes runs read the document again until it is resolved, because its items do not match its content until then.
  if (document) documents.set(path, { ...document, blob: null });
  const intent: PendingSendChange['intent'] = isInPlaceUpdate(change)
    ? { ...change.record, status: 'updating', by }
    : {
        ...(resend ?? { ...getIdentity(item), revision }),
        ...(textFingerprint === undefined ? {} : { textFingerprint }),
        status: 'creating',
        by: getRetryWriter(by, resend?.by),
      };
  putRecord(documents, path, isInPlaceUpdate(change) ? change.record : intent, intent);
  return { change, intent };
}

/** Records that the service executed the change. */
export function recordSuccess(
  { documents }: StateDraft,
  { change, intent }: PendingSendChange,
  id: string | undefined,
): void {
  const { path, item, textFingerprint } = change;
  const currentRecord = findRecord(documents, path, intent);
  const sentRecord: ItemRecord = {
    ...getIdentity(item),
    ...(textFingerprint === undefined ? {} : { textFingerprint }),
    status: 'live',
    revision: intent.revision,
    ...(id === undefined ? {} : { id }),
  };
  if (!currentRecord) {
    // Another run treated the change as not sent. If the intent has an Idempotency-Key or updates a known item, the record stays in the form in which
    // the other run left it.
    if (!isInPlaceUpdate(change) && !intent.by.keyed)
      putRecord(documents, path, intent, markLeftover(sentRecord, 'superseded'));
    return;
  }
  if (!isIntent(currentRecord) || currentRecord.status === 'deleting') {
    // Another run has already resolved the intent and may have changed the record, so only a new ID is added.
    if (!isInPlaceUpdate(change))
      putRecord(documents, path, intent, { ...currentRecord, ...(id === undefined ? {} : { id }) });
    return;
  }
  putRecord(documents, path, intent, sentRecord);
  const previousRecord = 'record' in change ? findRecord(documents, path, change.record) : undefined;
  if (!previousRecord) return;
  if (change.kind === 'supersede')
    putRecord(documents, path, previousRecord, markLeftover(previousRecord, 'superseded'));
  else if (!isInPlaceUpdate(change))
    putRecord(documents, path, previousRecord, { ...previousRecord, status: 'deleting' });
}

/**
 * Restores the record from before an intent whose request was certainly not executed. An item that was already in doubt stays in doubt, because this
 * proves nothing about the earlier request. An intent that another run has replaced is not changed.
 */
export function rollBackIntent({ documents }: StateDraft, { change, intent }: PendingSendChange): void {
  const currentRecord = findRecord(documents, change.path, intent);
  if (!isDeepStrictEqual(currentRecord, intent)) return;
  const previousRecord = isInPlaceUpdate(change) ? change.record : change.resend;
  if (previousRecord) putRecord(documents, change.path, intent, previousRecord);
  else removeRecord(documents, change.path, intent);
}

/** Records that the request of an intent ended at `endedAt` with an unknown outcome. */
export function recordInDoubt({ documents }: StateDraft, { change, intent }: PendingSendChange, endedAt: number): void {
  if (isDeepStrictEqual(findRecord(documents, change.path, intent), intent))
    putRecord(documents, change.path, intent, markRequestEnded(intent, endedAt));
}
