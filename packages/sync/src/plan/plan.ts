import type { Capabilities } from '@context-sync/core';
import { fingerprintOf } from '../fingerprint.ts';
import type { DocumentRecord, ItemRecord } from '../state/schema.ts';
import type { Wanted, WantedItem } from '../wanted.ts';
import type { Change, ConnectChange, Leftover, Plan } from './change.ts';

/** What the plan is made from, besides the wanted items. */
export interface Known {
  readonly documents: ReadonlyMap<string, DocumentRecord>;
  readonly capabilities: Capabilities;
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
      const change = changeFor(path, item, records, known.capabilities);
      changes.push(change);
      for (const record of touchedBy(change)) untouched.delete(record);
    }
    for (const record of untouched) {
      const change = changeWithoutItem(path, record, known.capabilities);
      if (change) changes.push(change);
      else leftovers.push({ path, record });
    }
  }
  return { connect, changes, unread, leftovers };
}

function changeFor(path: string, item: WantedItem, records: readonly ItemRecord[], can: Capabilities): Change {
  const fingerprint = fingerprintOf(item);
  const own = records.filter((record) => record.key === item.key);
  const record = own.find(({ status }) => status === 'live' || status === 'replacing');
  if (record?.status === 'live' && record.fingerprint === fingerprint) return { kind: 'keep', path, item, record };

  if (record?.id !== undefined && can.replace) {
    return { kind: 'replace', by: 'update', path, item, record, resend: undefined };
  }
  const same = own.filter((each) => each.fingerprint === fingerprint);
  const restored = same.find(({ status }) => status === 'superseded' || status === 'stale');
  if (restored) return { kind: 'restore', path, item, restored, record };

  const resend = same.find(({ status }) => status === 'creating');
  if (resend && !can.idempotency) return { kind: 'hold', path, record: resend, item, standing: record };
  if (!record) return { kind: 'create', path, item, resend };
  if (record.id !== undefined && can.remove) {
    return { kind: 'replace', by: 'create-then-remove', path, item, record, resend };
  }
  return { kind: 'supersede', path, item, record, resend };
}

function changeWithoutItem(path: string, record: ItemRecord, can: Capabilities): Change | undefined {
  switch (record.status) {
    case 'creating':
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
