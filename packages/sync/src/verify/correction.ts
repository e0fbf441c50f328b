import { isDeepStrictEqual } from 'node:util';
import { findRecord, putRecord, removeRecord } from '../state/records.ts';
import type { DocumentRecord, ItemRecord } from '../state/schema.ts';

/** A record that is not as the service has it; `next` is what it must be, and undefined takes it out. */
export interface Correction {
  readonly path: string;
  readonly record: ItemRecord;
  readonly next: ItemRecord | undefined;
  /**
   * `missing`: somebody has deleted it. `changed`: somebody has edited it. `gone`: a superseded or orphaned item that is no longer there.
   * `was-sent`, `was-not-sent`: what came of an item in doubt. `identified`: its id or its content was not known. `adopted`: it was not in the state.
   */
  readonly finding: 'missing' | 'changed' | 'gone' | 'was-sent' | 'was-not-sent' | 'identified' | 'adopted';
}

/** Sets a record right, if it is still as it was when the service was asked. */
export function correct(documents: Map<string, DocumentRecord>, { path, record, next, finding }: Correction): void {
  const now = findRecord(documents, path, record);
  if (finding === 'adopted' ? now !== undefined : !isDeepStrictEqual(now, record)) return;
  if (next) putRecord(documents, path, record, next);
  else removeRecord(documents, path, record);
}

/** The documents with the corrections made. */
export function withCorrections(
  documents: ReadonlyMap<string, DocumentRecord>,
  corrections: readonly Correction[],
): ReadonlyMap<string, DocumentRecord> {
  const edited = new Map(documents);
  for (const correction of corrections) correct(edited, correction);
  return edited;
}
