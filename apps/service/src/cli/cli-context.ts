import type { Command } from 'commander';
import { type OpenOptions, openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import type { Terminal } from './cli-terminal.ts';

/** The context that all commands share. */
export class CliContext {
  readonly terminal: Terminal;
  readonly #program: Command;

  constructor(program: Command, terminal: Terminal) {
    this.#program = program;
    this.terminal = terminal;
  }

  /** File or URL of the database. */
  get database(): string {
    const { database } = this.#program.opts<{ database?: string }>();
    return database ?? this.terminal.databaseUrl ?? 'context-sync.db';
  }

  /**
   * Opens the store, runs `work` and closes the store.
   * @throws StoreInputError if the database does not exist, unless `create` is true
   */
  async useStore(work: (store: Store) => Promise<void>, { create = false }: OpenOptions = {}): Promise<void> {
    const store = await openStore(this.database, { create });
    try {
      await work(store);
    } finally {
      await store.close();
    }
  }
}
