import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  getShardFile,
  META_FILE,
  parseMeta,
  type StateChange,
  StateConflictError,
  StateError,
  type StateMeta,
  type StateSnapshot,
} from '@context-sync/sync';
import type { DeletableStore } from './scratch-state.ts';
import { computeFileChanges, createStateReaders } from './state-files.ts';

interface FolderSnapshot extends StateSnapshot {
  readonly number: number;
  /** The texts of all files of the state, by file name. */
  readonly files: ReadonlyMap<string, string>;
}

/** Maximum number of old versions that are kept for manual recovery. */
const MAX_OLD_VERSIONS = 5;
const VERSION_PATTERN = /^state-(\d+)\.json$/;
const DRAFT_PATTERN = /^draft-.*\.json$/;
/** The maximum age of a draft in milliseconds. Drafts exist only for a moment, so an older draft belongs to a killed run. */
const MAX_DRAFT_AGE_MS = 3_600_000;
/** The maximum number of attempts to read the state while other runs write new versions and delete old ones. */
const MAX_READ_ATTEMPTS = 50;

/**
 * Stores the state in a folder. Every write creates a new file `state-N.json`, and the file with the highest number contains the current state. The
 * file is written under a temporary name and then hard-linked, which succeeds for only one of several concurrent writers. Requires a file system with
 * hard links.
 */
export class FolderStateStore implements DeletableStore {
  readonly place: string;
  /** The outermost folder that this store created; undefined if it created none. */
  #made: string | undefined;

  constructor(folder: string) {
    this.place = folder;
  }

  async read(): Promise<FolderSnapshot | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const number = (await this.#versions()).at(-1);
      if (number === undefined) return undefined;
      try {
        const text = await readFile(this.#path(number), 'utf8');
        const { files, meta } = this.#understood(number, () => {
          const files = parseFiles(text);
          return { files, meta: parseMeta(files.get(META_FILE) ?? '') };
        });
        return this.#snapshot(number, meta, files);
      } catch (error) {
        if (error instanceof StateError) throw error;
        // Other runs may have written so many versions that they deleted this version, so the read is repeated.
        if (getCode(error) !== 'ENOENT' || attempt === MAX_READ_ATTEMPTS) throw this.#cannot('read', error);
      }
    }
  }

  async write(base: StateSnapshot | undefined, change: StateChange, message: string): Promise<FolderSnapshot> {
    const baseSnapshot = base as FolderSnapshot | undefined;
    const { written, gone } = computeFileChanges(baseSnapshot?.meta, change);
    const files = new Map([...(baseSnapshot?.files ?? []), ...written]);
    for (const name of gone) files.delete(name);
    const number = (baseSnapshot?.number ?? 0) + 1;
    const draft = join(this.place, `draft-${randomUUID()}.json`);
    try {
      this.#made = (await mkdir(this.place, { recursive: true })) ?? this.#made;
      await writeDurably(draft, `${JSON.stringify({ message, files: Object.fromEntries(files) }, null, 1)}\n`);
      if (!(await this.#linked(draft, number)))
        throw new StateConflictError(`${this.place} was written by another run`);
    } catch (error) {
      throw error instanceof StateConflictError ? error : this.#cannot('write', error);
    } finally {
      await rm(draft, { force: true }).catch(() => undefined);
    }
    await makeDurable(this.place);
    const versions = await this.#versions();
    if ((versions.at(-1) ?? number) > number + MAX_OLD_VERSIONS) {
      // Other runs have already deleted the version after `base`. The file could therefore be created, although another run was faster.
      await rm(this.#path(number), { force: true });
      throw new StateConflictError(`${this.place} was written by other runs`);
    }
    await this.#prune(versions.filter((version) => version < number - MAX_OLD_VERSIONS));
    return this.#snapshot(number, change.meta, files);
  }

  async deleteState(): Promise<void> {
    try {
      await rm(this.place, { recursive: true, force: true });
    } catch (error) {
      throw this.#cannot('write', error);
    }
    // Only empty folders are deleted, so parent folders with other content remain.
    const createdFolders = this.#made;
    for (
      let folder = dirname(this.place);
      createdFolders !== undefined && folder.startsWith(createdFolders);
      folder = dirname(folder)
    ) {
      await rmdir(folder).catch(() => undefined);
    }
  }

  /**
   * Publishes a draft under its version number.
   * @returns false if the version already exists
   */
  async #linked(draft: string, number: number): Promise<boolean> {
    try {
      await link(draft, this.#path(number));
      return true;
    } catch (error) {
      if (getCode(error) !== 'EEXIST') throw error;
      // A network file system may repeat a request. In this case, this run has created the existing file.
      return (await stat(draft)).nlink === 2;
    }
  }

  /** Deletes old versions and abandoned drafts, and ignores errors. */
  async #prune(versions: readonly number[]): Promise<void> {
    try {
      for (const version of versions) await rm(this.#path(version), { force: true });
      for (const name of await readdir(this.place)) {
        if (!DRAFT_PATTERN.test(name)) continue;
        const draft = join(this.place, name);
        if (Date.now() - (await stat(draft)).mtimeMs > MAX_DRAFT_AGE_MS) await rm(draft, { force: true });
      }
    } catch {
      // Another run may be deleting the same files, so the error is ignored. The next write prunes again.
    }
  }

  /** Returns the numbers of all versions in ascending order. */
  async #versions(): Promise<number[]> {
    try {
      const names = await readdir(this.place);
      const numbers = names.flatMap((name) => VERSION_PATTERN.exec(name)?.[1] ?? []).map(Number);
      return numbers.sort((a, b) => a - b);
    } catch (error) {
      if (getCode(error) === 'ENOENT') return [];
      throw this.#cannot('read', error);
    }
  }

  #path(number: number): string {
    return join(this.place, `state-${number}.json`);
  }

  #snapshot(number: number, meta: StateMeta, files: ReadonlyMap<string, string>): FolderSnapshot {
    const readers = createStateReaders(async (shards) =>
      shards.map((shard) => [shard, files.get(getShardFile(shard)) ?? ''] as const),
    );
    const explain = async <T>(read: () => Promise<T>): Promise<T> => {
      try {
        return await read();
      } catch (error) {
        throw this.#unreadable(number, error);
      }
    };
    return {
      number,
      files,
      meta,
      documents: (shards) => explain(() => readers.documents(shards)),
      portal: () => explain(readers.portal),
    };
  }

  /** Parses the text of a version. The errors describe how to fix an unreadable version. */
  #understood<T>(number: number, read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw this.#unreadable(number, error);
    }
  }

  /** Converts an error to an error with the fix for an unreadable version in a folder, which differs from the fix for a ref. */
  #unreadable(number: number, error: unknown): unknown {
    if (error instanceof StateError && error.code !== 'unreadable') return error;
    const errorMessage = error instanceof Error ? error.message : String(error);
    return new StateError(
      'unreadable',
      `the newest version of the state, ${this.#path(number)}, is not readable: ${errorMessage}`,
      'delete this file to roll back one version; changes recorded after it are lost',
      error,
    );
  }

  #cannot(action: 'read' | 'write', cause: unknown): StateError {
    const errorMessage = cause instanceof Error ? cause.message : String(cause);
    return new StateError(
      'store',
      `could not ${action} the state in ${this.place}: ${errorMessage}`,
      'set state to folder: and a folder that this job can read and write, on a file system with hard links',
      cause,
    );
  }
}

function getCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** Writes a file and flushes it to disk. */
async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes the entries of a folder to disk, so that a crash of the machine does not lose the recorded state. */
async function makeDurable(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // The error is ignored, because Windows and some network file systems cannot flush folders.
  }
}

function parseFiles(text: string): Map<string, string> {
  const { files } = JSON.parse(text) as { files: Record<string, string> };
  return new Map(Object.entries(files));
}
