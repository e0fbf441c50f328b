import { isDeepStrictEqual } from 'node:util';
import { findRecord, putRecord, removeRecord } from '../state/item-records.ts';
import type { DocumentRecord, ItemRecord } from '../state/state-schema.ts';

/** A record that differs from the service; `next` replaces it, and undefined removes it. */
export interface Correction {
  readonly path: string;
  readonly record: ItemRecord;
  readonly next: ItemRecord | undefined;
  /**
   * `missing`: deleted by someone. `changed`: edited by someone. `gone`: a superseded or orphaned item that no longer exists. `was-sent`,
   * `was-not-sent`: the outcome of an item in doubt. `identified`: its ID or content was unknown. `adopted`: it was not in the state.
   */
  readonly finding: 'missing' | 'changed' | 'gone' | 'was-sent' | 'was-not-sent' | 'identified' | 'adopted';
}

/** Corrects a record that has not changed since the service was read. */
export function correctRecord(
  documents: Map<string, DocumentRecord>,
  { path, record, next, finding }: Correction,
): void {
  const currentRecord = findRecord(documents, path, record);
  if (finding === 'adopted' ? currentRecord !== undefined : !isDeepStrictEqual(currentRecord, record)) return;
  if (next) putRecord(documents, path, record, next);
  else removeRecord(documents, path, record);
}

/** Returns the documents with the corrections. */
export function withCorrections(
  documents: ReadonlyMap<string, DocumentRecord>,
  corrections: readonly Correction[],
): ReadonlyMap<string, DocumentRecord> {
  const edited = new Map(documents);
  for (const correction of corrections) correctRecord(edited, correction);
  return edited;
}
