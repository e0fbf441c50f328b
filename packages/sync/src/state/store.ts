import type { DocumentRecord, State, StateMeta } from './schema.ts';

/** The state as it was read. Reading `meta` costs the same whatever the size of the docs; the documents are read when asked for. */
export interface StateSnapshot {
  readonly meta: StateMeta;
  documents(): Promise<ReadonlyMap<string, DocumentRecord>>;
}

/** Where the state is kept. Every write is a compare-and-swap against the snapshot it was made from. */
export interface StateStore {
  /** What a person would call the place, such as the name of a ref. */
  readonly place: string;
  /** The newest state; undefined where there never was one. @throws StateError */
  read(signal?: AbortSignal): Promise<StateSnapshot | undefined>;
  /**
   * Puts `next` in the place of `base`, where undefined means "no state yet".
   * @throws StateConflictError when the place no longer holds `base`
   * @throws StateError when the place cannot be written
   */
  write(base: StateSnapshot | undefined, next: State, message: string): Promise<StateSnapshot>;
}
