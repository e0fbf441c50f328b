import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../plan/change.ts';
import { described, drop, find, leftBehind, over, put } from '../state/records.ts';
import type { ItemRecord, Writer } from '../state/schema.ts';
import { isIntent, repeating } from '../state/writer.ts';
import { type Draft, PlanOutdatedError } from './ledger.ts';

/** A change that puts content on the service. */
export type SendingChange = Extract<Change, { kind: 'create' | 'update' | 'supersede' }>;

/** A change that puts new content under the id of the old. */
export type Update = Extract<SendingChange, { kind: 'update' }> & { readonly by: 'in-place' };

/** Such a change, with the record of the intent to send it. */
export interface Sending {
  readonly change: SendingChange;
  readonly intent: ItemRecord;
}

export function isUpdate(change: SendingChange): change is Update {
  return change.kind === 'update' && change.by === 'in-place';
}

/** Records that `change` is about to be sent by `by`. @throws PlanOutdatedError when another run has got there first */
export function recordIntent({ documents, revision }: Draft, change: SendingChange, by: Writer): Sending {
  const { path, item, resend, seen } = change;
  const document = documents.get(path);
  const now = document?.items.filter(({ key }) => key === item.key) ?? [];
  if (!isDeepStrictEqual(now, seen)) {
    throw new PlanOutdatedError(`another run has changed ${item.key} in the meantime`);
  }

  // From here on the document is not what its blob says, until it is settled again.
  if (document) documents.set(path, { ...document, blob: null });
  const intent: ItemRecord = isUpdate(change)
    ? { ...change.record, status: 'updating', by }
    : {
        ...(resend ?? { ...described(item), revision }),
        status: 'creating',
        by: repeating(by, resend?.by),
      };
  put(documents, path, isUpdate(change) ? change.record : intent, intent);
  return { change, intent };
}

/** Records that the change is on the service. */
export function recordSuccess({ documents }: Draft, { change, intent }: Sending, id: string | undefined): void {
  const { path, item } = change;
  const now = find(documents, path, intent);
  const sent: ItemRecord = {
    ...described(item),
    status: 'live',
    revision: intent.revision,
    ...(id === undefined ? {} : { id }),
  };
  if (!now) {
    // It was taken for not sent. Where it was sent under a key or to a known item, its record lives on as what others have made of it.
    if (!isUpdate(change) && !intent.by?.keyed) put(documents, path, intent, leftBehind(sent, 'superseded'));
    return;
  }
  if (!isIntent(now) || now.status === 'deleting') {
    // Others have settled it, and may have gone on from there: only its id may be news.
    if (!isUpdate(change)) put(documents, path, intent, { ...now, ...(id === undefined ? {} : { id }) });
    return;
  }
  put(documents, path, intent, sent);
  const before = 'record' in change ? find(documents, path, change.record) : undefined;
  if (!before) return;
  if (change.kind === 'supersede') put(documents, path, before, leftBehind(before, 'superseded'));
  else if (!isUpdate(change)) put(documents, path, before, { ...before, status: 'deleting' });
}

/**
 * Records that this request surely was not carried out: everything is as it was before. What was in doubt before stays in doubt, as that
 * says nothing of the earlier request; and an intent that another run has taken over is that run's to settle.
 */
export function recordNothingDone({ documents }: Draft, { change, intent }: Sending): void {
  const now = find(documents, change.path, intent);
  if (!isDeepStrictEqual(now, intent)) return;
  const before = isUpdate(change) ? change.record : change.resend;
  if (before) put(documents, change.path, intent, before);
  else drop(documents, change.path, intent);
}

/** Records that nobody is sending this any more since `at`, and that what came of it is not known. */
export function recordInDoubt({ documents }: Draft, { change, intent }: Sending, at: number): void {
  if (isDeepStrictEqual(find(documents, change.path, intent), intent))
    put(documents, change.path, intent, over(intent, at));
}
