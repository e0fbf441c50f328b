import type { Command } from 'commander';
import { type AuditContext, type AuditedChange, recordChange } from '../audit/record-change.ts';
import { type OpenOptions, openStore } from '../database/open-store.ts';
import type { Operations, Store } from '../database/store.ts';
import type { Terminal } from './cli-terminal.ts';
import { readDatabaseName } from './database-name.ts';
import { createOperatorContext } from './operator.ts';

/** Makes a change in the transaction of a command and records it in the audit log. */
export type MakeChange = <T>(change: AuditedChange<T>, run: () => Promise<T>) => Promise<T>;

/** The context that all commands share. */
export class CliContext {
  readonly terminal: Terminal;
  /** The originator of this command for the audit log. */
  readonly operator: AuditContext = createOperatorContext();
  readonly #program: Command;

  constructor(program: Command, terminal: Terminal) {
    this.#program = program;
    this.terminal = terminal;
  }

  /** File or URL of the database. @throws UsageError, StoreInputError */
  get database(): string {
    return readDatabaseName(this.#program.opts<{ database?: string }>().database, this.terminal);
  }

  /**
   * Opens the store, runs `work` and closes the store.
   * @throws StoreInputError if the database does not exist, unless `create` is true
   */
  async useStore<T>(work: (store: Store) => Promise<T>, { create = false }: OpenOptions = {}): Promise<T> {
    const store = await openStore(this.database, { create });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  /**
   * Runs the changes of a command and their audit entries in one transaction. After a conflict, `work` can run again, so it must not print anything.
   * @throws StoreInputError if the database does not exist, unless `create` is true
   */
  change<T>(work: (operations: Operations, make: MakeChange) => Promise<T>, options?: OpenOptions): Promise<T> {
    return this.useStore(
      (store) =>
        store.transaction((operations) =>
          work(operations, (change, run) => recordChange(operations, this.operator, change, run)),
        ),
      options,
    );
  }
}
