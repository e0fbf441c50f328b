import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  META_FILE,
  parseMeta,
  type StateChange,
  StateConflictError,
  StateError,
  type StateMeta,
  type StateSnapshot,
  shardFile,
} from '@context-sync/sync';
import type { DeletableStore } from './scratch-state.ts';
import { createDocumentReader, fileChanges } from './state-files.ts';

interface FolderSnapshot extends StateSnapshot {
  readonly number: number;
  /** All files of the state, by name. */
  readonly files: ReadonlyMap<string, string>;
}

/** Versions that are kept besides the newest, to go back to by hand. */
const KEPT = 5;
const VERSION = /^state-(\d+)\.json$/;
const DRAFT = /^draft-.*\.json$/;
/** A draft is there for moments; one that is older, in milliseconds, was left behind by a run that was ended. */
const MAX_DRAFT_AGE_MS = 3_600_000;
/** Tries of a read while others write and take old versions away. */
const MAX_READ_ATTEMPTS = 50;

/**
 * Keeps the state in a folder: every write is a new file `state-N.json`, made whole under another name and then linked to its own, which only
 * one of several writers can do. The file with the highest number counts. Needs a file system with hard links.
 */
export class FolderStateStore implements DeletableStore {
  readonly place: string;
  /** The outermost folder that this store has made. */
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
        // Others may have written so often in the meantime that this version was taken away.
        if (codeOf(error) !== 'ENOENT' || attempt === MAX_READ_ATTEMPTS) throw this.#cannot('read', error);
      }
    }
  }

  async write(base: StateSnapshot | undefined, change: StateChange, message: string): Promise<FolderSnapshot> {
    const before = base as FolderSnapshot | undefined;
    const { written, gone } = fileChanges(before?.meta, change);
    const files = new Map([...(before?.files ?? []), ...written]);
    for (const name of gone) files.delete(name);
    const number = (before?.number ?? 0) + 1;
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
    if ((versions.at(-1) ?? number) > number + KEPT) {
      // So much has been written since `base` that its successor was taken away: the name was free, and this is no success.
      await rm(this.#path(number), { force: true });
      throw new StateConflictError(`${this.place} was written by other runs`);
    }
    await this.#prune(versions.filter((version) => version < number - KEPT));
    return this.#snapshot(number, change.meta, files);
  }

  async deleteState(): Promise<void> {
    try {
      await rm(this.place, { recursive: true, force: true });
    } catch (error) {
      throw this.#cannot('write', error);
    }
    // Folders around it that are still in use are not empty.
    const made = this.#made;
    for (let folder = dirname(this.place); made !== undefined && folder.startsWith(made); folder = dirname(folder)) {
      await rmdir(folder).catch(() => undefined);
    }
  }

  /** Gives a draft its name. @returns false where the name is another's */
  async #linked(draft: string, number: number): Promise<boolean> {
    try {
      await link(draft, this.#path(number));
      return true;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      // On a network's file system, what was not answered is asked again, and then the name is there already: by us.
      return (await stat(draft)).nlink === 2;
    }
  }

  /** Takes away old versions, and what runs have left behind. Best effort: what was written is written. */
  async #prune(versions: readonly number[]): Promise<void> {
    try {
      for (const version of versions) await rm(this.#path(version), { force: true });
      for (const name of await readdir(this.place)) {
        if (!DRAFT.test(name)) continue;
        const draft = join(this.place, name);
        if (Date.now() - (await stat(draft)).mtimeMs > MAX_DRAFT_AGE_MS) await rm(draft, { force: true });
      }
    } catch {
      // Another run may be taking the same away; the next write tries again.
    }
  }

  /** Numbers of all versions, the newest last. */
  async #versions(): Promise<number[]> {
    try {
      const names = await readdir(this.place);
      const numbers = names.flatMap((name) => VERSION.exec(name)?.[1] ?? []).map(Number);
      return numbers.sort((a, b) => a - b);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw this.#cannot('read', error);
    }
  }

  #path(number: number): string {
    return join(this.place, `state-${number}.json`);
  }

  #snapshot(number: number, meta: StateMeta, files: ReadonlyMap<string, string>): FolderSnapshot {
    const read = createDocumentReader(async (shards) =>
      shards.map((shard) => [shard, files.get(shardFile(shard)) ?? ''] as const),
    );
    const documents: StateSnapshot['documents'] = async (shards) => {
      try {
        return await read(shards);
      } catch (error) {
        throw this.#unreadable(number, error);
      }
    };
    return { number, files, meta, documents };
  }

  /** Runs what reads the text of a version. */
  #understood<T>(number: number, read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw this.#unreadable(number, error);
    }
  }

  /** A version that cannot be read is mended otherwise than a ref. */
  #unreadable(number: number, error: unknown): unknown {
    if (error instanceof StateError && error.code !== 'unreadable') return error;
    const said = error instanceof Error ? error.message : String(error);
    return new StateError(
      'unreadable',
      `the newest version of the state, ${this.#path(number)}, cannot be read: ${said}`,
      'take this file away to go back to the version before it; what was sent after that version is then not known any more',
      error,
    );
  }

  #cannot(what: 'read' | 'write', cause: unknown): StateError {
    const said = cause instanceof Error ? cause.message : String(cause);
    return new StateError(
      'store',
      `the state in ${this.place} cannot be ${what === 'read' ? 'read' : 'written'}: ${said}`,
      'set state-folder to a folder that this job may read and write, on a file system with hard links',
      cause,
    );
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
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

/** Waits until the names in a folder are on the disk, where the system can: what is sent next must not outlive the word of it. */
async function makeDurable(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // Windows and some network file systems have no such thing for folders.
  }
}

function parseFiles(text: string): Map<string, string> {
  const { files } = JSON.parse(text) as { files: Record<string, string> };
  return new Map(Object.entries(files));
}
