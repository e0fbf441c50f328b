import { StateConflictError } from '../state/state-errors.ts';
import {
  formatDocuments,
  formatMeta,
  formatPortal,
  getShardFile,
  META_FILE,
  PORTAL_SHARD,
  parseDocuments,
  parseMeta,
  parsePortal,
} from '../state/state-files.ts';
import type { State } from '../state/state-schema.ts';
import { ALL_SHARDS } from '../state/state-shards.ts';
import type { StateChange, StateSnapshot, StateStore, WriteQuota } from '../state/state-store.ts';

interface Version extends StateSnapshot {
  readonly number: number;
}

/** An in-memory state store with a real compare-and-swap and the same text format as in git. */
export class MemoryStore implements StateStore {
  readonly place = 'memory';
  readonly messages: string[] = [];
  readonly writeQuota?: WriteQuota;
  /** Called before each write; may throw to simulate a crash. */
  beforeWrite: () => void = () => undefined;
  /** Lets other runs continue. Tests of race conditions replace this function. */
  pause: () => Promise<void> = async () => undefined;
  #files: ReadonlyMap<string, string> | undefined;
  #number = 0;

  constructor(writeQuota?: WriteQuota) {
    if (writeQuota) this.writeQuota = writeQuota;
  }

  async read(): Promise<Version | undefined> {
    return this.snapshot();
  }

  async write(base: StateSnapshot | undefined, change: StateChange, message: string): Promise<Version> {
    this.beforeWrite();
    await this.pause();
    return this.swap(base, change, message);
  }

  async state(): Promise<State | undefined> {
    const snapshot = this.snapshot();
    return (
      snapshot && {
        meta: snapshot.meta,
        documents: await snapshot.documents(ALL_SHARDS),
        portal: await snapshot.portal(),
      }
    );
  }

  /** The files of the state as text. */
  get files(): ReadonlyMap<string, string> {
    return this.#files ?? new Map();
  }

  /** Loads the files of an earlier version of the state. */
  load(files: ReadonlyMap<string, string>): void {
    this.#files = files;
    this.#number += 1;
  }

  /** Returns the current state. */
  snapshot(): Version | undefined {
    const files = this.#files;
    if (!files) return undefined;
    return {
      number: this.#number,
      meta: parseMeta(files.get(META_FILE) ?? ''),
      documents: async (shards) => {
        const records = shards.flatMap((shard) =>
          parseDocuments(getShardFile(shard), files.get(getShardFile(shard)) ?? ''),
        );
        return new Map(records.map((record) => [record.path, record]));
      },
      portal: async () => parsePortal(files.get(getShardFile(PORTAL_SHARD)) ?? ''),
    };
  }

  /** Writes without a delay. @throws StateConflictError */
  swap(base: StateSnapshot | undefined, { meta, shards, portal }: StateChange, message: string): Version {
    const number = this.#files && this.#number;
    if ((base as Version | undefined)?.number !== number) throw new StateConflictError('lost the race');
    const files = new Map(this.#files).set(META_FILE, formatMeta(meta));
    for (const [shard, documents] of shards) files.set(getShardFile(shard), formatDocuments(documents));
    if (portal) files.set(getShardFile(PORTAL_SHARD), formatPortal(portal));
    this.#files = files;
    this.#number += 1;
    this.messages.push(message);
    const snapshot = this.snapshot();
    if (!snapshot) throw new Error('nothing was written');
    return snapshot;
  }

  /** Deletes the state, as if someone had deleted its ref. */
  lose(): void {
    this.#files = undefined;
  }
}
