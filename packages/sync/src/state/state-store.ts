import type { DocumentRecord, StateMeta } from './state-schema.ts';

/** A state that was read. Reading `meta` costs the same for docs of any size; documents are read by shard. */
export interface StateSnapshot {
  readonly meta: StateMeta;
  /** Reads the documents of these shards, by path. @throws StateError */
  documents(shards: readonly string[]): Promise<ReadonlyMap<string, DocumentRecord>>;
}

/** Changes of a snapshot by one write. */
export interface StateChange {
  readonly meta: StateMeta;
  /** All documents of each changed shard; the other shards do not change. */
  readonly shards: ReadonlyMap<string, readonly DocumentRecord[]>;
}

/** Limits on the number of writes to a store. */
export interface WriteQuota {
  /** Number of writes that are allowed at once. */
  readonly burst: number;
  /** Milliseconds after which one more write is allowed. */
  readonly interval: number;
}

/** Stores the state. Every write is a compare-and-swap against the snapshot that it is based on. */
export interface StateStore {
  /** Name of the ref, repository or folder, for messages. */
  readonly place: string;
  /** undefined: no limit. */
  readonly writeQuota?: WriteQuota;
  /** Reads the newest state; undefined if there is none. @throws StateError */
  read(): Promise<StateSnapshot | undefined>;
  /**
   * Writes a change on top of `base`; undefined means that there is no state yet.
   * @throws StateConflictError if the stored state is no longer `base`
   * @throws StateError if the state cannot be written
   */
  write(base: StateSnapshot | undefined, change: StateChange, message: string): Promise<StateSnapshot>;
}
