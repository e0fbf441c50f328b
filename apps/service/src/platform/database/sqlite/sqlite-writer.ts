import type { SqlContext } from '../dialect.ts';
import type { Migration } from '../migrations.ts';
import type { Sql } from '../sql.ts';
import { Checkpoints } from './checkpoints.ts';
import { CommitQueue } from './commit-queue.ts';
import { openSqliteConnection } from './open-connection.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { SQLITE_DIALECT } from './sqlite-dialect.ts';
import { probeWrite } from './write-probe.ts';

export interface SqliteOptions {
  readonly migrations?: readonly Migration[] | undefined;
  /** Whether to create a missing file. Default: true. */
  readonly create?: boolean | undefined;
}

/** Options of a writer. They include the migrations, because the writer is independent of the current schema. */
export interface WriterOptions extends SqliteOptions {
  readonly migrations: readonly Migration[];
}

/** The only connection that writes to an SQLite file, with the queue of its writes and the checkpoints. */
export class SqliteWriter<Ports> {
  readonly connection: SqliteConnection;
  readonly #checkpoints: Checkpoints | undefined;
  readonly #queue: CommitQueue;
  readonly #ports: Ports;

  /**
   * Opens the connection and migrates the file.
   * @param file path of the file, or `:memory:`
   * @param beforeCommit called before each commit
   * @throws StoreInputError if the file cannot be used
   */
  constructor(
    file: string,
    createPorts: (context: SqlContext) => Ports,
    { migrations, create }: WriterOptions,
    beforeCommit?: () => void,
  ) {
    this.connection = openSqliteConnection(file, migrations, create);
    this.#checkpoints = file === ':memory:' ? undefined : new Checkpoints(file);
    this.#queue = new CommitQueue(this.connection, {
      beforeCommit,
      afterCommit: (changedRows) => this.#checkpoints?.handleCommit(changedRows),
    });
    this.#ports = createPorts({ sql: this.connection, dialect: SQLITE_DIALECT });
  }

  /** Runs work in a transaction. The promise resolves after the commit. */
  write<T>(work: (ports: Ports, sql: Sql) => Promise<T>): Promise<T> {
    return this.#queue.write(() => work(this.#ports, this.connection));
  }

  /** Writes a probe, which fails if the disk is full. */
  probe(): Promise<void> {
    return probeWrite((work) => this.write((_ports, sql) => work(sql)));
  }

  /** Removes deleted content from the write-ahead log. @returns false if another connection currently prevents the removal */
  async overwriteDeleted(): Promise<boolean> {
    if (this.#checkpoints === undefined) return true;
    // The checkpoint thread copies most pages. The remaining pages are copied between two commits, so that requests of this process do not prevent
    // the checkpoint.
    await this.#checkpoints.run();
    return this.#queue.runBetweenCommits(() => this.connection.getNow('PRAGMA wal_checkpoint(TRUNCATE)')?.busy === 0);
  }

  /**
   * Rejects new writes.
   * @returns a promise for the pending writes and checkpoints; undefined if there are none
   */
  finish(): Promise<unknown> | undefined {
    const writes = this.#queue.close();
    return writes ? writes.then(() => this.#checkpoints?.close()) : this.#checkpoints?.close();
  }
}
