import type { Capabilities } from '@context-sync/core';
import { computeFingerprint } from '../fingerprint.ts';
import { isInProgress, isIntent, isListConclusive, isRepeatable } from '../state/state-lease.ts';
import type { DocumentRecord, ItemRecord, Writer } from '../state/state-schema.ts';
import { computeTextFingerprint } from '../text-fingerprint.ts';
import type { WantedDocuments, WantedItem } from '../wanted-items.ts';
import type { Change, ConnectChange, Leftover, OnInDoubt, Plan, UnreadLeftovers } from './plan-change.ts';

/** The inputs of a plan in addition to the wanted items. */
export interface PlanInput {
  /** The documents in the shards that were read. */
  readonly documents: ReadonlyMap<string, DocumentRecord>;
  /** Number of live items in the shards that were not read because they contain no changes. Default: 0. */
  readonly unread?: number;
  /** Numbers of superseded and orphaned items in the shards that were not read. Default: none. */
  readonly unreadLeftovers?: UnreadLeftovers;
  readonly capabilities: Capabilities;
  /** The decision about items in doubt. Default: `hold`. */
  readonly onInDoubt?: OnInDoubt;
  /** A user's decision about one item in doubt, which takes precedence over `onInDoubt`; undefined if there is none. */
  readonly getDecision?: (recordInDoubt: Leftover) => OnInDoubt | undefined;
  /** The current run and time, which determine whether an intent is in progress. If undefined, no intent is treated as in progress. */
  readonly me?: Writer;
  /** Returns whether a user has declared that a superseded or orphaned item no longer exists. */
  readonly isForgotten?: (leftover: Leftover) => boolean;
}

/**
 * Returns the changes after which the service contains the wanted items and no other items of this source. The function is pure: the same state and
 * wanted items result in the same plan.
 */
export function createPlan(planInput: PlanInput, wantedDocuments: WantedDocuments, connect?: ConnectChange): Plan {
  const allChanges: Change[] = [];
  const leftovers: Leftover[] = [];
  const removedKeys: string[] = [];
  let unreadCount = planInput.unread ?? 0;

  const documents = new Map(wantedDocuments.documents.map((document) => [document.path, document]));
  const paths = new Set([...planInput.documents.keys(), ...documents.keys()]);
  for (const path of [...paths].sort()) {
    const record = planInput.documents.get(path);
    const records = record?.items ?? [];
    const untouchedRecords = new Set(records);
    // A record without a blob ID and items only lists the documents that refer to its path.
    const isDocument = records.length > 0 || typeof record?.blob === 'string';
    if (isDocument && !documents.has(path) && !wantedDocuments.unchanged.has(path)) removedKeys.push(path);
    if (wantedDocuments.unchanged.has(path)) {
      for (const record of records) if (record.status === 'live' && untouchedRecords.delete(record)) unreadCount += 1;
    }
    for (const item of documents.get(path)?.items ?? []) {
      const change = planItem(path, item, records, planInput);
      allChanges.push(change);
      for (const record of getTouchedRecords(change)) untouchedRecords.delete(record);
    }
    for (const record of untouchedRecords) {
      const change = planRecordWithoutItem(path, record, planInput);
      if (change) allChanges.push(change);
      else leftovers.push({ path, record });
    }
  }
  const { unreadLeftovers } = planInput;
  return {
    connect,
    changes: allChanges,
    unread: unreadCount,
    gone: removedKeys,
    leftovers,
    ...(unreadLeftovers ? { unreadLeftovers } : {}),
  };
}

function planItem(path: string, item: WantedItem, records: readonly ItemRecord[], planInput: PlanInput): Change {
  const { capabilities: can } = planInput;
  const fingerprint = computeFingerprint(item);
  const itemRecords = records.filter((record) => record.key === item.key);
  const equalRecords = itemRecords.filter((each) => each.fingerprint === fingerprint);
  const liveRecord = equalRecords.find(({ status }) => status === 'live');
  const isAppendOnly = !can.update && !can.delete;
  if (liveRecord) {
    const isMissing = isAppendOnly && liveRecord.textFingerprint === undefined;
    const addition = isMissing ? { textFingerprint: computeTextFingerprint(item) } : {};
    return { kind: 'unchanged', path, item, record: liveRecord, ...addition };
  }

  const recordInDoubt = equalRecords.find(({ status }) => status === 'creating');
  const onInDoubt = recordInDoubt && decideInDoubt(path, recordInDoubt, planInput);
  const isRepeatableIntent = recordInDoubt && isRepeatable(recordInDoubt, can, planInput.me);
  const openRecord = itemRecords.find(
    (each) => isOpen(each, planInput) && !(isRepeatableIntent && each === recordInDoubt),
  );
  if (openRecord)
    return {
      kind: 'wait',
      path,
      item,
      record: openRecord,
      standing: itemRecords.filter((each) => each !== openRecord),
    };

  const record = itemRecords.find(({ status }) => status === 'live' || status === 'updating');
  // A harmless retry takes precedence, because any other change might create the same content twice.
  const resend = isRepeatableIntent || onInDoubt === 'resend' ? recordInDoubt : undefined;
  const textFingerprint = isAppendOnly ? computeTextFingerprint(item) : undefined;
  const sends = { path, item, resend, seen: itemRecords, ...(textFingerprint ? { textFingerprint } : {}) };
  if (!resend && record?.id !== undefined && can.update) return { ...sends, kind: 'update', by: 'in-place', record };
  const restoredRecord = equalRecords.find(({ status }) => status === 'superseded' || status === 'orphaned');
  // A record that no change refers to is deleted.
  const supersededRecord = record?.id !== undefined && can.delete ? undefined : record;
  if (!resend && restoredRecord)
    return { kind: 'restore', path, item, restored: restoredRecord, record: supersededRecord };
  if (!resend && recordInDoubt && onInDoubt === 'assume-created')
    return { kind: 'restore', path, item, restored: recordInDoubt, record: supersededRecord };
  if (!resend && recordInDoubt) return { kind: 'hold', path, record: recordInDoubt, item, standing: record };
  if (!record) return { ...sends, kind: 'create' };
  const isSameText = textFingerprint !== undefined && record.textFingerprint === textFingerprint;
  if (!resend && isSameText && record.status === 'live') return { kind: 'defer', path, item, record };
  if (record.id !== undefined && can.delete) return { ...sends, kind: 'update', by: 'create-then-delete', record };
  return { ...sends, kind: 'supersede', record };
}

/**
 * Returns whether the outcome of an intent is still unknown: another run is sending the change, or the service's list may not show the outcome yet.
 */
function isOpen(record: ItemRecord, { me, capabilities }: PlanInput): boolean {
  if (!isIntent(record) || me === undefined) return false;
  const isTooEarly = record.status === 'creating' && capabilities.list && !isListConclusive(record.by, me);
  return isTooEarly || isInProgress(record.by, me);
}

function decideInDoubt(
  path: string,
  record: ItemRecord,
  { getDecision: decide, onInDoubt = 'hold' }: PlanInput,
): OnInDoubt {
  return decide?.({ path, record }) ?? onInDoubt;
}

function planRecordWithoutItem(path: string, record: ItemRecord, planInput: PlanInput): Change | undefined {
  const { capabilities: can } = planInput;
  if (isOpen(record, planInput)) return { kind: 'wait', path, record, item: undefined, standing: [] };
  switch (record.status) {
    case 'creating': {
      const onInDoubt = decideInDoubt(path, record, planInput);
      if (onInDoubt === 'resend') return { kind: 'forget', path, record };
      if (onInDoubt === 'assume-created') return { kind: 'orphan', path, record };
      return { kind: 'hold', path, record, item: undefined, standing: undefined };
    }
    case 'live':
    case 'updating':
    case 'deleting':
      return { kind: can.delete && record.id !== undefined ? 'delete' : 'orphan', path, record };
    case 'superseded':
    case 'orphaned':
      if (planInput.isForgotten?.({ path, record })) return { kind: 'forget', path, record };
      return can.delete && record.id !== undefined ? { kind: 'delete', path, record } : undefined;
  }
}

/** Returns the records to which a change refers. All other records are no longer wanted. */
function getTouchedRecords(change: Change): ItemRecord[] {
  const records: (ItemRecord | undefined)[] = [];
  if ('record' in change) records.push(change.record);
  if ('resend' in change) records.push(change.resend);
  if (change.kind === 'restore') records.push(change.restored);
  if (change.kind === 'hold') records.push(change.standing);
  if (change.kind === 'wait') records.push(...change.standing);
  return records.filter((record) => record !== undefined);
}
