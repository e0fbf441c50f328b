import {
  type DocumentRecord,
  formatDocuments,
  formatMeta,
  META_FILE,
  parseDocuments,
  type StateChange,
  StateError,
  type StateMeta,
  shardFile,
} from '@context-sync/sync';

/** What a change does to the files of a state. */
export interface FileChanges {
  /** Texts by name. */
  readonly written: ReadonlyMap<string, string>;
  /** Names of files that were there and are not any more: those of shards that have become empty. */
  readonly gone: readonly string[];
}

/** @param before the meta that the change is made on; undefined where there is no state yet */
export function fileChanges(before: StateMeta | undefined, { meta, shards }: StateChange): FileChanges {
  const written = new Map([[META_FILE, formatMeta(meta)]]);
  const gone: string[] = [];
  for (const [shard, documents] of shards) {
    if (documents.length > 0) written.set(shardFile(shard), formatDocuments(documents));
    else if (before?.shards[shard]) gone.push(shardFile(shard));
  }
  return { written, gone };
}

/** Message of the commit that carries a write. */
export function commitMessage(message: string): string {
  return `Context Sync: ${message}`;
}

/**
 * Makes the reader of a snapshot's documents.
 * @param textsOf texts of the shards that are there, in any order; never asked for nothing, nor for a shard twice
 */
export function createDocumentReader(
  textsOf: (shards: readonly string[]) => Promise<Iterable<readonly [shard: string, text: string]>>,
): (shards: readonly string[]) => Promise<ReadonlyMap<string, DocumentRecord>> {
  return async (shards) => {
    const wanted = [...new Set(shards)];
    const texts = wanted.length === 0 ? [] : [...(await textsOf(wanted))];
    const records = texts.flatMap(([shard, text]) => parseDocuments(shardFile(shard), text));
    return new Map(records.map((record) => [record.path, record]));
  };
}

/** The error of a ref that somebody else uses for something else. */
export function notAStateError(place: string): StateError {
  return new StateError(
    'unreadable',
    `${place} does not hold a state`,
    'set state-ref to a ref that nothing else uses',
  );
}
