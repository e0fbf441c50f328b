import {
  formatDocuments,
  formatMeta,
  formatPortal,
  getShardFile,
  META_FILE,
  PORTAL_SHARD,
  parseDocuments,
  parsePortal,
  type StateChange,
  StateError,
  type StateMeta,
  type StateSnapshot,
} from '@context-sync/sync';

/** The effect of a change on the files of a state. */
export interface FileChanges {
  /** Texts of the written files by name. */
  readonly written: ReadonlyMap<string, string>;
  /** Names of the deleted files. Their shards are empty. */
  readonly gone: readonly string[];
}

/**
 * Returns the files to write and to delete.
 * @param before meta before the change; undefined for a new state
 */
export function computeFileChanges(before: StateMeta | undefined, { meta, shards, portal }: StateChange): FileChanges {
  const writtenFiles = new Map([[META_FILE, formatMeta(meta)]]);
  const deletedFiles: string[] = [];
  for (const [shard, documents] of shards) {
    if (documents.length > 0) writtenFiles.set(getShardFile(shard), formatDocuments(documents));
    else if (before?.shards[shard]) deletedFiles.push(getShardFile(shard));
  }
  const portalFile = getShardFile(PORTAL_SHARD);
  if (portal && portal.size > 0) writtenFiles.set(portalFile, formatPortal(portal));
  else if (portal && before?.portal && before.portal.pages + before.portal.files > 0) deletedFiles.push(portalFile);
  return { written: writtenFiles, gone: deletedFiles };
}

/** Returns the commit message of a write. */
export function formatCommitMessage(message: string): string {
  return `Context Sync: ${message}`;
}

/**
 * Returns the functions that read the parts of a snapshot.
 * @param readTexts returns the texts of existing shards in any order; called with at least one shard and without duplicates
 */
export function createStateReaders(
  readTexts: (shards: readonly string[]) => Promise<Iterable<readonly [shard: string, text: string]>>,
): Pick<StateSnapshot, 'documents' | 'portal'> {
  return {
    documents: async (shards) => {
      const uniqueShards = [...new Set(shards)];
      const texts = uniqueShards.length === 0 ? [] : [...(await readTexts(uniqueShards))];
      const records = texts.flatMap(([shard, text]) => parseDocuments(getShardFile(shard), text));
      return new Map(records.map((record) => [record.path, record]));
    },
    portal: async () => {
      const [file] = await readTexts([PORTAL_SHARD]);
      return parsePortal(file?.[1] ?? '');
    },
  };
}

/** Returns the error for a ref whose commit does not contain a state. */
export function createNotAStateError(place: string): StateError {
  return new StateError('unreadable', `${place} does not contain a state`, 'set state to a ref that nothing else uses');
}
