import type { Backup } from './backup.ts';
import type { IdempotencyRecord, IdempotencyScope } from './idempotency-records.ts';
import type { DatabaseName } from './store-unavailable-error.ts';

/** A database of the store. */
export interface CheckedDatabase {
  readonly name: DatabaseName;
  /** Resolves if the database can be read and written; rejects otherwise. */
  check(): Promise<void>;
}

/** A metric of a database. */
export interface DatabaseGauge {
  readonly name: string;
  readonly help: string;
  /** Returns the value. The promise is rejected if it cannot be read. */
  read(): Promise<number>;
}

/** Functions of a store in addition to the ports of the areas. */
export interface Database<Ports> {
  readonly backup: Backup<Ports>;
  /** Executes `work` in a transaction. After a conflict, `work` can run again, so it must have no side effects outside of the store. */
  transaction<T>(work: (operations: Ports) => Promise<T>): Promise<T>;
  /**
   * Runs `work` and stores its record in one transaction. If the scope already has a record, `work` does not run and the existing record is returned.
   * @param payload hash of the request's body and query
   */
  runIdempotent(
    scope: IdempotencyScope,
    payload: string,
    work: (operations: Ports) => Promise<Omit<IdempotencyRecord, 'payload'>>,
  ): Promise<{ record: IdempotencyRecord; replayed: boolean }>;
  /** The service's database, and the database of the logs if it is a separate one. Each can fail without the other. */
  readonly databases: readonly CheckedDatabase[];
  /** Metrics of the database of the logs, if it is a separate one. */
  readonly gauges?: readonly DatabaseGauge[];
  /**
   * Removes deleted content from the database files, as far as possible while the database is in use.
   * @returns false if another connection currently prevents the removal
   */
  overwriteDeleted(): Promise<boolean>;
  /**
   * Returns a number that changes with every commit of this and of other processes; undefined if only a read could tell. As long as it is equal, the
   * stored data are equal. The numbers of different stores cannot be compared.
   */
  dataVersion(): number | undefined;
  /** Size of the database in bytes. */
  size(): Promise<number>;
  /** Closes the store after pending operations have completed. */
  close(): Promise<void>;
}

/**
 * A store with ports. The functions of a port read and write outside of a transaction, and every write is durable when its promise resolves. The
 * writes in a transaction are durable when the promise of the transaction resolves.
 */
export type Store<Ports> = Ports & Database<Ports>;
