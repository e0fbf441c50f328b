import type { ApiDescriptions } from '../../areas/api-description/store.ts';
import type { ContextItems } from '../../areas/context/store.ts';
import type { DataSources } from '../../areas/data-sources/store.ts';
import type { Logs } from '../../areas/logs/store.ts';
import type { Traffic } from '../../areas/metrics/store.ts';
import type { Hints } from '../../areas/recovery/store.ts';
import type { Erasures } from '../../areas/users/erasures.ts';
import type { Callers } from '../../areas/users/store.ts';
import type { Accounts } from '../access/accounts.ts';
import type { Audit } from '../audit/audit.ts';
import type { Usage } from '../quotas/usage.ts';
import type { Backup } from './backup.ts';
import type { StoreClock } from './clock.ts';
import type { IdempotencyRecord, IdempotencyRecords, IdempotencyScope } from './idempotency-records.ts';

/** The interfaces to all data except the logs. */
export interface StoreMetadata {
  readonly accounts: Accounts;
  readonly contextItems: ContextItems;
  readonly dataSources: DataSources;
  readonly apiDescriptions: ApiDescriptions;
  readonly audit: Audit;
  readonly hints: Hints;
}

/** Reads and writes outside of a transaction. Every write is durable when its promise resolves. */
export interface Operations extends StoreMetadata {
  readonly logs: Logs;
  readonly traffic: Traffic;
  readonly callers: Callers;
  readonly erasures: Erasures;
  readonly clock: StoreClock;
  readonly usage: Usage;
}

/** Reads and writes within a transaction. The writes are durable when the promise of the transaction resolves. */
export interface Transaction extends Operations {
  readonly idempotencyRecords: IdempotencyRecords;
}

/** The interface to all data of the service. */
export interface Store extends Operations {
  readonly backup: Backup;
  /** Executes `work` completely or not at all. After a conflict, `work` can run again, so it must have no side effects outside of the store. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work` and stores its record in one transaction. If the scope already has a record, `work` does not run and the existing record is returned.
   * @param payload hash of the request's body and query
   */
  runIdempotent(
    scope: IdempotencyScope,
    payload: string,
    work: (transaction: Operations) => Promise<Omit<IdempotencyRecord, 'payload'>>,
  ): Promise<{ record: IdempotencyRecord; replayed: boolean }>;
  /** Resolves if the store can be read and written; rejects otherwise. */
  check(): Promise<void>;
  /**
   * Removes deleted content from the files of the database, as far as the database can while it is in use.
   * @returns false if another connection prevents it at the moment
   */
  overwriteDeleted(): Promise<boolean>;
  /** Size of the database in bytes. */
  size(): Promise<number>;
  /** Closes the store after pending operations have completed. */
  close(): Promise<void>;
}
