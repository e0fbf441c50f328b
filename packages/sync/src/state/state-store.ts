import type { DocumentRecord, PortalRecords, StateMeta } from './state-schema.ts';

/** A version of the state that was read. Reading `meta` takes the same time for docs of any size; documents are read by shard. */
export interface StateSnapshot {
  readonly meta: StateMeta;
  /** Returns the documents of these shards by path. @throws StateError */
  documents(shards: readonly string[]): Promise<ReadonlyMap<string, DocumentRecord>>;
  /** Returns the records of the docs portal. @throws StateError */
  portal(): Promise<PortalRecords>;
}

/** The changes of a snapshot that one write makes. */
export interface StateChange {
  readonly meta: StateMeta;
  /** All documents of each changed shard; the other shards do not change. */
  readonly shards: ReadonlyMap<string, readonly DocumentRecord[]>;
  /** All records of the docs portal; absent if they do not change. */
  readonly portal?: PortalRecords;
}

/** Limits on the number of writes to a store. */
export interface WriteQuota {
  /** Number of writes that are allowed in immediate succession. */
  readonly burst: number;
  /** Time in milliseconds after which one more write is allowed. */
  readonly interval: number;
}

/** Stores the state. Every write is a compare-and-swap against the snapshot that it is based on. */
export interface StateStore {
  /** Name of the ref, repository or folder, for use in messages. */
  readonly place: string;
  /** Limit on the number of writes; undefined if there is no limit. */
  readonly writeQuota?: WriteQuota;
  /** Returns the newest state, or undefined if there is none. @throws StateError */
  read(): Promise<StateSnapshot | undefined>;
  /**
   * Writes a change on top of `base`. If `base` is undefined, there must be no state yet.
   * @throws StateConflictError if the stored state is no longer `base`
   * @throws StateError if the state cannot be written
   */
  write(base: StateSnapshot | undefined, change: StateChange, message: string): Promise<StateSnapshot>;
}
