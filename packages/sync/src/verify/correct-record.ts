import { isDeepStrictEqual } from 'node:util';
import { findRecord, putRecord, removeRecord } from '../state/item-records.ts';
import type { DocumentRecord, ItemRecord } from '../state/state-schema.ts';

/** A correction of a record that differs from the service. `next` replaces the record; undefined removes it. */
export interface Correction {
  readonly path: string;
  readonly record: ItemRecord;
  readonly next: ItemRecord | undefined;
  /**
   * The reason for the correction. `missing`: the item was deleted manually. `changed`: the item was edited manually. `gone`: a superseded or
   * orphaned item no longer exists. `was-sent`, `was-not-sent`: the outcome for an item in doubt. `identified`: the ID or the content was unknown.
   * `adopted`: the item was not in the state.
   */
  readonly finding: 'missing' | 'changed' | 'gone' | 'was-sent' | 'was-not-sent' | 'identified' | 'adopted';
}

/** Corrects a record unless it has changed since the service's list was read. */
export function correctRecord(
  documents: Map<string, DocumentRecord>,
  { path, record, next, finding }: Correction,
): void {
  const currentRecord = findRecord(documents, path, record);
  if (finding === 'adopted' ? currentRecord !== undefined : !isDeepStrictEqual(currentRecord, record)) return;
  if (next) putRecord(documents, path, record, next);
  else removeRecord(documents, path, record);
}

/** Returns a copy of the documents with the corrections applied. */
export function applyCorrections(
  documents: ReadonlyMap<string, DocumentRecord>,
  corrections: readonly Correction[],
): ReadonlyMap<string, DocumentRecord> {
  const editedDocuments = new Map(documents);
  for (const correction of corrections) correctRecord(editedDocuments, correction);
  return editedDocuments;
}
