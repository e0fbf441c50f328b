import type { Accounts } from './accounts.ts';
import type { ApiDescriptions } from './api-descriptions.ts';
import type { Audit } from './audit.ts';
import type { Backup } from './backup/backup.ts';
import type { ContextItems } from './context-items.ts';
import type { DataSources } from './data-sources.ts';
import type { Answers, IdempotencyScope, StoredAnswer } from './idempotency-records.ts';
import type { Logs } from './logs.ts';

/** Everything but the logs. */
export interface Metadata {
  readonly accounts: Accounts;
  readonly contextItems: ContextItems;
  readonly dataSources: DataSources;
  readonly apiDescriptions: ApiDescriptions;
  readonly audit: Audit;
}

/** What can be read and written. Every write is durable when its promise resolves. */
export interface Operations extends Metadata {
  readonly logs: Logs;
}

/** What can be read and written in a transaction. Its writes are durable when the transaction's promise resolves. */
export interface Transaction extends Operations {
  readonly answers: Answers;
}

/** Everything the service keeps. */
export interface Store extends Operations {
  readonly backup: Backup;
  /** Does all of `work` or nothing of it. `work` may be run again after a conflict, so it must touch nothing but the store. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work` and stores its answer in one transaction, unless there is an answer for this scope already: then that is returned.
   * @param payload hash of the request's body and query
   */
  once(
    scope: IdempotencyScope,
    payload: string,
    work: (transaction: Operations) => Promise<Omit<StoredAnswer, 'payload'>>,
  ): Promise<{ answer: StoredAnswer; replayed: boolean }>;
  /** Resolves when the store answers. */
  check(): Promise<void>;
  /** Bytes that everything takes. */
  size(): Promise<number>;
  /** Waits for what was begun. */
  close(): Promise<void>;
}
