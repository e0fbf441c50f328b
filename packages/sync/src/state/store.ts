import type { DocumentRecord, StateMeta } from './schema.ts';

/** The state as it was read. Reading `meta` costs the same whatever the size of the docs; documents are read by the shard. */
export interface StateSnapshot {
  readonly meta: StateMeta;
  /** The documents of these shards, by path. @throws StateError */
  documents(shards: readonly string[]): Promise<ReadonlyMap<string, DocumentRecord>>;
}

/** What a write puts in the place of a snapshot. */
export interface StateChange {
  readonly meta: StateMeta;
  /** All documents of each shard that has changed; the other shards stay as they are. */
  readonly shards: ReadonlyMap<string, readonly DocumentRecord[]>;
}

/** How often a place may be written. */
export interface WritePace {
  /** Writes that may follow each other at once. */
  readonly burst: number;
  /** Milliseconds after which one more may. */
  readonly interval: number;
}

/** Where the state is kept. Every write is a compare-and-swap against the snapshot it was made from. */
export interface StateStore {
  /** What a person would call the place, such as the name of a ref. */
  readonly place: string;
  /** undefined: as often as wanted. */
  readonly writePace?: WritePace;
  /** The newest state; undefined where there never was one. @throws StateError */
  read(): Promise<StateSnapshot | undefined>;
  /**
   * Puts the change on top of `base`, where undefined means "no state yet".
   * @throws StateConflictError when the place no longer holds `base`
   * @throws StateError when the place cannot be written
   */
  write(base: StateSnapshot | undefined, change: StateChange, message: string): Promise<StateSnapshot>;
}
