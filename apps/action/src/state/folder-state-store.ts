import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ALL_SHARDS,
  type DocumentRecord,
  formatDocuments,
  formatMeta,
  META_FILE,
  parseDocuments,
  parseMeta,
  type StateChange,
  StateConflictError,
  StateError,
  type StateMeta,
  type StateSnapshot,
  type StateStore,
  shardFile,
} from '@context-sync/sync';

interface FolderSnapshot extends StateSnapshot {
  readonly number: number;
  /** All files of the state, by name. */
  readonly files: ReadonlyMap<string, string>;
}

/** Versions that are kept besides the newest, to go back to by hand. */
const KEPT = 5;
const VERSION = /^state-(\d+)\.json$/;

/**
 * Keeps the state in a folder: every write is a new file `state-N.json`, made whole under another name and then linked to its own, which only
 * one of several writers can do. The file with the highest number counts. Needs a file system with hard links.
 */
export class FolderStateStore implements StateStore {
  readonly place: string;

  constructor(folder: string) {
    this.place = folder;
  }

  async read(): Promise<FolderSnapshot | undefined> {
    for (;;) {
      const number = (await this.#versions()).at(-1);
      if (number === undefined) return undefined;
      try {
        return this.#snapshot(number, parseFiles(await readFile(this.#path(number), 'utf8')));
      } catch (error) {
        if (error instanceof StateError) throw error;
        // Others may have written so often in the meantime that this version was taken away.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw this.#cannot('read', error);
      }
    }
  }

  async write(
    base: StateSnapshot | undefined,
    { meta, shards }: StateChange,
    message: string,
  ): Promise<FolderSnapshot> {
    const before = base as FolderSnapshot | undefined;
    const files = new Map(before?.files);
    files.set(META_FILE, formatMeta(meta));
    for (const [shard, documents] of shards) files.set(shardFile(shard), formatDocuments(documents));
    const number = (before?.number ?? 0) + 1;
    const draft = join(this.place, `draft-${process.pid}-${number}-${Date.now()}.json`);
    try {
      await mkdir(this.place, { recursive: true });
      await writeDurably(draft, `${JSON.stringify({ message, files: Object.fromEntries(files) }, null, 1)}\n`);
      await link(draft, this.#path(number));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw this.#cannot('write', error);
      throw new StateConflictError(`${this.place} was written by another run`, { cause: error });
    } finally {
      await rm(draft, { force: true });
    }
    const versions = await this.#versions();
    if (versions.at(-1) !== number) {
      // So much has been written since `base` that its successor was taken away: the name was free, and this is no success.
      if ((versions.at(-1) ?? 0) > number + KEPT) await rm(this.#path(number), { force: true });
      if ((versions.at(-1) ?? 0) > number + KEPT)
        throw new StateConflictError(`${this.place} was written by other runs`);
    }
    for (const old of versions) if (old < number - KEPT) await rm(this.#path(old), { force: true });
    return this.#snapshot(number, files);
  }

  /** Numbers of all versions, the newest last. */
  async #versions(): Promise<number[]> {
    try {
      const names = await readdir(this.place);
      const numbers = names.flatMap((name) => VERSION.exec(name)?.[1] ?? []).map(Number);
      return numbers.sort((a, b) => a - b);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw this.#cannot('read', error);
    }
  }

  #path(number: number): string {
    return join(this.place, `state-${number}.json`);
  }

  #snapshot(number: number, files: ReadonlyMap<string, string>): FolderSnapshot {
    const meta: StateMeta = parseMeta(files.get(META_FILE) ?? '');
    const documents = async (shards: readonly string[]) => {
      const wanted = new Set(shards);
      const records = ALL_SHARDS.filter((shard) => wanted.has(shard)).flatMap((shard): DocumentRecord[] =>
        parseDocuments(shardFile(shard), files.get(shardFile(shard)) ?? ''),
      );
      return new Map(records.map((record) => [record.path, record]));
    };
    return { number, files, meta, documents };
  }

  #cannot(what: 'read' | 'write', cause: unknown): StateError {
    const said = cause instanceof Error ? cause.message : String(cause);
    return new StateError(
      'store',
      `the state in ${this.place} cannot be ${what === 'read' ? 'read' : 'written'}: ${said}`,
      'give a folder that this job may read and write, on a file system with hard links',
      cause,
    );
  }
}

/** Writes a file and waits until it is on the disk. */
async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

function parseFiles(text: string): Map<string, string> {
  try {
    const { files } = JSON.parse(text) as { files: Record<string, string> };
    return new Map(Object.entries(files));
  } catch (cause) {
    throw new StateError(
      'unreadable',
      'the newest file of the state cannot be read',
      'take it away to go back to the one before',
      cause,
    );
  }
}
