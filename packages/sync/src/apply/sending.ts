import type { Client, ContextItemExtensions, ContextItemInput } from '@context-sync/core';
import { NotFoundError } from '@context-sync/core';
import { fingerprintOf } from '../fingerprint.ts';
import type { Change } from '../plan/change.ts';
import type { DocumentRecord, ItemRecord, StateMeta } from '../state/schema.ts';
import type { WantedItem } from '../wanted.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { PlanOutdatedError } from './ledger.ts';
import { drop, find, put } from './records.ts';

export type SendingChange = Extract<Change, { kind: 'create' | 'replace' | 'supersede' }>;
type Documents = Map<string, DocumentRecord>;

/** A change that puts content on the service, with the intent that was recorded for it. */
export interface Sending {
  readonly change: SendingChange;
  readonly intent: ItemRecord;
}

/** Records that `change` is about to be sent. @throws PlanOutdatedError when another run has got there first */
export function recordIntent(documents: Documents, change: SendingChange, revision: number): Sending {
  const { path, item } = change;
  const before = 'record' in change ? change.record : undefined;
  for (const record of [before, change.kind === 'replace' || change.kind === 'supersede' ? change.resend : undefined]) {
    if (record && find(documents, path, record)?.status !== record.status) throw outdated(item);
  }
  const document = documents.get(path);
  const resend = change.resend;
  const rival = document?.items.some(
    (each) =>
      each.key === item.key &&
      (each.status === 'live' || each.status === 'creating') &&
      each.revision !== before?.revision &&
      each.revision !== resend?.revision &&
      each.fingerprint === fingerprintOf(item),
  );
  if (rival) throw outdated(item);
  if (document) documents.set(path, { ...document, blob: null });
  if (isUpdate(change)) {
    const intent: ItemRecord = { ...change.record, status: 'replacing' };
    put(documents, path, change.record, intent);
    return { change, intent };
  }
  const intent: ItemRecord = resend ?? {
    key: item.key,
    title: item.title,
    fingerprint: fingerprintOf(item),
    status: 'creating',
    revision,
  };
  put(documents, path, intent, intent);
  return { change, intent };
}

/** Sends it; resolves to the id of the item where the service gave one. @throws ApiError */
export async function send(
  { change, intent }: Sending,
  service: { client: Client; extensions: ContextItemExtensions },
  context: { meta: StateMeta; repeatable: boolean; signal: AbortSignal },
): Promise<string | undefined> {
  const { meta, repeatable, signal } = context;
  const body = bodyOf(change.item);
  if (isUpdate(change) && change.record.id !== undefined) {
    await service.extensions.replaceContextItem(meta.project, change.record.id, body, { signal });
    return change.record.id;
  }
  const options = { idempotencyKey: idempotencyKey(meta, intent), repeatable, signal };
  return (await service.client.createContextItem(meta.project, body, options)).id;
}

/** Records that the change is on the service. `revision` is that of the intent's write. */
export function recordSuccess(documents: Documents, { change, intent }: Sending, id: string | undefined): void {
  const { path, item } = change;
  const live: ItemRecord = {
    key: item.key,
    title: item.title,
    fingerprint: fingerprintOf(item),
    status: 'live',
    revision: intent.revision,
    ...(id === undefined ? {} : { id }),
  };
  put(documents, path, intent, live);
  if (change.kind === 'supersede') put(documents, path, change.record, { ...change.record, status: 'superseded' });
  if (change.kind === 'replace' && change.by === 'create-then-remove') {
    put(documents, path, change.record, { ...change.record, status: 'removing' });
  }
}

/** Records that the change surely did not happen: everything is as it was before the intent. */
export function recordNothingDone(documents: Documents, { change, intent }: Sending): void {
  if (isUpdate(change)) put(documents, change.path, intent, change.record);
  else drop(documents, change.path, intent);
}

/** Records that the item which was to be replaced is no longer on the service. */
export function recordGone(documents: Documents, { change, intent }: Sending): void {
  drop(documents, change.path, intent);
}

/** The service no longer has the item that was to be replaced; it must be created instead. */
export function isGone({ change }: Sending, error: unknown): boolean {
  return isUpdate(change) && error instanceof NotFoundError;
}

function isUpdate(change: SendingChange): change is Extract<SendingChange, { kind: 'replace' }> & { by: 'update' } {
  return change.kind === 'replace' && change.by === 'update';
}

function bodyOf(item: WantedItem): ContextItemInput {
  return { title: item.title, content: item.content, public: item.public };
}

function outdated(item: WantedItem): PlanOutdatedError {
  return new PlanOutdatedError(`another run has changed ${item.key} in the meantime`);
}
