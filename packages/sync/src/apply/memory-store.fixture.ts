import { StateConflictError } from '../state/errors.ts';
import { META_FILE, parseDocuments, parseMeta, toFiles } from '../state/files.ts';
import type { State } from '../state/schema.ts';
import type { StateSnapshot, StateStore } from '../state/store.ts';

interface Version extends StateSnapshot {
  readonly number: number;
}

/** A state store in memory: real compare-and-swap, and everything goes through the text form that is kept in git. */
export class MemoryStore implements StateStore {
  readonly place = 'memory';
  readonly messages: string[] = [];
  /** Called before a write is looked at; may throw, as a crash would. */
  beforeWrite: () => void = () => undefined;
  /** Lets others in between, in tests of races. */
  pause: () => Promise<void> = async () => undefined;
  #files: Map<string, string> | undefined;
  #number = 0;

  async read(): Promise<Version | undefined> {
    if (!this.#files) return undefined;
    const files = new Map(this.#files);
    const documents = new Map([...files].filter(([name]) => name !== META_FILE));
    return {
      number: this.#number,
      meta: parseMeta(files.get(META_FILE) ?? ''),
      documents: async () => parseDocuments(documents),
    };
  }

  async write(base: StateSnapshot | undefined, next: State, message: string): Promise<Version> {
    this.beforeWrite();
    await this.pause();
    if (((base as Version | undefined)?.number ?? 0) !== this.#number) throw new StateConflictError('lost the race');
    this.#files = toFiles(next);
    this.#number += 1;
    this.messages.push(message);
    const snapshot = await this.read();
    if (!snapshot) throw new Error('nothing was written');
    return snapshot;
  }

  async state(): Promise<State | undefined> {
    const snapshot = await this.read();
    return snapshot && { meta: snapshot.meta, documents: await snapshot.documents() };
  }
}
