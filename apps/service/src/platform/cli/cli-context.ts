import type { Command } from 'commander';
import type { AuditPorts } from '../audit/audit.ts';
import { type AuditContext, type AuditedChange, recordChange } from '../audit/record-change.ts';
import type { OpenOptions } from '../database/open-database.ts';
import type { Store } from '../database/store.ts';
import type { Terminal } from './cli-terminal.ts';
import { readDatabaseName, readLogDatabaseUrl } from './database-name.ts';
import { createOperatorContext } from './operator.ts';

/** Makes a change in the transaction of a command and records it in the audit log. */
export type MakeChange = <T>(change: AuditedChange<T>, run: () => Promise<T>) => Promise<T>;

/** Opens the store. @throws StoreInputError */
export type OpenStore<Ports> = (database: string, options: OpenOptions) => Promise<Store<Ports>>;

/** The context that all commands share. */
export class CliContext<Ports> {
  readonly terminal: Terminal;
  /** The principal of this command for the audit log. */
  readonly operator: AuditContext = createOperatorContext();
  readonly #program: Command;
  readonly #openStore: OpenStore<Ports & AuditPorts>;

  constructor(program: Command, terminal: Terminal, openStore: OpenStore<Ports & AuditPorts>) {
    this.#program = program;
    this.terminal = terminal;
    this.#openStore = openStore;
  }

  /** File or URL of the database. @throws UsageError, StoreInputError */
  get database(): string {
    return readDatabaseName(this.#program.opts<{ database?: string }>().database, this.terminal);
  }

  /** URL of the database of the logs; undefined if the logs are stored in the database itself. @throws UsageError, StoreInputError */
  get logs(): string | undefined {
    return readLogDatabaseUrl(this.#program.opts<{ logs?: string }>().logs, this.terminal);
  }

  /**
   * Opens the store, runs `work` and closes the store.
   * @param options.database file or URL of another database than that of the command
   * @throws StoreInputError if the database does not exist, unless `create` is true
   */
  async useStore<T>(
    work: (store: Store<Ports & AuditPorts>) => Promise<T>,
    { create = false, logsUse = 'keep', database = this.database }: OpenOptions & { readonly database?: string } = {},
  ): Promise<T> {
    const store = await this.#openStore(database, { create, logs: this.logs, logsUse });
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
  change<T>(work: (operations: Ports & AuditPorts, make: MakeChange) => Promise<T>, options?: OpenOptions): Promise<T> {
    return this.useStore(
      (store) =>
        store.transaction((operations) =>
          work(operations, (change, run) => recordChange(operations, this.operator, change, run)),
        ),
      options,
    );
  }
}
