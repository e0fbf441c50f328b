import type { Capabilities } from '@context-sync/core';
import { fingerprintOf } from '../fingerprint.ts';
import type { DocumentRecord, ItemRecord } from '../state/schema.ts';
import type { Wanted, WantedItem } from '../wanted.ts';
import type { Change, ConnectChange, Leftover, OnInDoubt, Plan } from './change.ts';

/** What the plan is made from, besides the wanted items. */
export interface Known {
  readonly documents: ReadonlyMap<string, DocumentRecord>;
  readonly capabilities: Capabilities;
  /** Default `hold`. */
  readonly onInDoubt?: OnInDoubt;
}

/**
 * The changes that make the service hold the wanted items and no other of ours.
 * Pure: the same state and the same wanted items give the same plan.
 */
export function plan(known: Known, wanted: Wanted, connect?: ConnectChange): Plan {
  const changes: Change[] = [];
  const leftovers: Leftover[] = [];
  let unread = 0;

  const documents = new Map(wanted.documents.map((document) => [document.path, document]));
  const paths = new Set([...known.documents.keys(), ...documents.keys()]);
  for (const path of [...paths].sort()) {
    const records = known.documents.get(path)?.items ?? [];
    const untouched = new Set(records);
    if (wanted.unchanged.has(path)) {
      for (const record of records) if (record.status === 'live' && untouched.delete(record)) unread += 1;
    }
    for (const item of documents.get(path)?.items ?? []) {
      const change = changeFor(path, item, records, known);
      changes.push(change);
      for (const record of touchedBy(change)) untouched.delete(record);
    }
    for (const record of untouched) {
      const change = changeWithoutItem(path, record, known);
      if (change) changes.push(change);
      else leftovers.push({ path, record });
    }
  }
  return { connect, changes, unread, leftovers };
}

function changeFor(path: string, item: WantedItem, records: readonly ItemRecord[], known: Known): Change {
  const { capabilities: can, onInDoubt = 'hold' } = known;
  const fingerprint = fingerprintOf(item);
  const seen = records.filter((record) => record.key === item.key);
  const record = seen.find(({ status }) => status === 'live' || status === 'replacing');
  if (record?.status === 'live' && record.fingerprint === fingerprint) return { kind: 'keep', path, item, record };

  const same = seen.filter((each) => each.fingerprint === fingerprint);
  const inDoubt = same.find(({ status }) => status === 'creating');
  // Where it can be asked for again without harm, what is in doubt is the first choice: anything else might put the same content there twice.
  const resend = can.idempotency || onInDoubt === 'resend' ? inDoubt : undefined;
  const sends = { path, item, resend, seen };
  if (!resend && record?.id !== undefined && can.replace) return { ...sends, kind: 'replace', by: 'update', record };
  const restored = same.find(({ status }) => status === 'superseded' || status === 'stale');
  if (!resend && restored) return { kind: 'restore', path, item, restored, record };
  if (!resend && inDoubt && onInDoubt === 'assume-created')
    return { kind: 'restore', path, item, restored: inDoubt, record };
  if (!resend && inDoubt) return { kind: 'hold', path, record: inDoubt, item, standing: record };
  if (!record) return { ...sends, kind: 'create' };
  if (record.id !== undefined && can.remove) return { ...sends, kind: 'replace', by: 'create-then-remove', record };
  return { ...sends, kind: 'supersede', record };
}

function changeWithoutItem(path: string, record: ItemRecord, known: Known): Change | undefined {
  const { capabilities: can, onInDoubt = 'hold' } = known;
  switch (record.status) {
    case 'creating':
      if (onInDoubt === 'resend') return { kind: 'forget', path, record };
      if (onInDoubt === 'assume-created') return { kind: 'leave', path, record };
      return { kind: 'hold', path, record, item: undefined, standing: undefined };
    case 'live':
    case 'replacing':
    case 'removing':
      return { kind: can.remove && record.id !== undefined ? 'remove' : 'leave', path, record };
    case 'superseded':
    case 'stale':
      return can.remove && record.id !== undefined ? { kind: 'remove', path, record } : undefined;
  }
}

/** The records that a change speaks of; what no change speaks of is no longer wanted. */
function touchedBy(change: Change): ItemRecord[] {
  const records: (ItemRecord | undefined)[] = [];
  if ('record' in change) records.push(change.record);
  if ('resend' in change) records.push(change.resend);
  if (change.kind === 'restore') records.push(change.restored);
  if (change.kind === 'hold') records.push(change.standing);
  return records.filter((record) => record !== undefined);
}
