import type { ContextItemInput, DataSourceInput, LogFilters } from '@context-sync/core';

/** What a key may do. */
export type Access = 'full' | 'read-only';

/** The key behind a request. */
export interface Caller {
  readonly keyId: string;
  readonly userId: string;
  readonly access: Access;
}

export interface Project {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly createdAt: string;
}

export interface ContextItem extends Required<ContextItemInput> {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface FoundContextItem extends ContextItem {
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
}

export interface DataSource extends DataSourceInput {
  readonly id: string;
  readonly createdAt: string;
}

export interface LogRecord {
  readonly id: string;
  readonly status: number;
  readonly method: string;
  readonly url: string;
  readonly groupEmail: string | null;
  /** UTC, with milliseconds and `Z`. */
  readonly timestamp: string;
  readonly request: unknown;
  readonly response: unknown;
}

export type NewLogRecord = Omit<LogRecord, 'id'>;

/** An answer that was given to a write with an Idempotency-Key. */
export interface StoredAnswer {
  /** Hash of the request's body. */
  readonly payload: string;
  readonly status: number;
  readonly location: string | null;
  readonly body: string;
}

export interface IdempotencyScope {
  readonly keyId: string;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string;
}

/** Who may reach what. */
export interface Accounts {
  createUser(email: string): Promise<string>;
  /** Makes the project and its first member, or neither. */
  createProject(slug: string, name: string, owner: string): Promise<string>;
  addMember(slug: string, email: string): Promise<void>;
  /** Stores the hash of a new key alone. @returns its id */
  createKey(email: string, access: Access, hash: string): Promise<string>;
  caller(hash: string): Promise<Caller | undefined>;
  /** The project, if the user is a member of it. */
  reachableProject(userId: string, slug: string): Promise<Project | undefined>;
}

export interface ContextItems {
  create(projectId: string, item: ContextItemInput): Promise<ContextItem>;
  /** Oldest first, after the item with the id `after`; undefined where there is no such item. */
  list(projectId: string, page: { limit: number; after?: string | undefined }): Promise<ContextItem[] | undefined>;
  get(projectId: string, id: string): Promise<ContextItem | undefined>;
  replace(projectId: string, id: string, item: ContextItemInput): Promise<ContextItem | undefined>;
  delete(projectId: string, id: string): Promise<boolean>;
  /** Best first: items that hold all words; where there are none, items that hold some. */
  search(projectId: string, query: string, limit: number): Promise<FoundContextItem[]>;
}

export interface Logs {
  add(projectId: string, record: NewLogRecord): Promise<LogRecord>;
  /** Newest first. */
  search(projectId: string, filters: LogFilters, limit: number): Promise<LogRecord[]>;
  /** Reads one in full and writes down who did, found or not, in the same transaction. */
  readAudited(
    projectId: string,
    logId: string,
    audit: { caller: Caller; requestId: string },
  ): Promise<LogRecord | undefined>;
}

/** What can be read and written. Every write is durable when its promise resolves. */
export interface Operations {
  readonly accounts: Accounts;
  readonly contextItems: ContextItems;
  readonly dataSources: { create(projectId: string, source: DataSourceInput): Promise<DataSource> };
  readonly logs: Logs;
}

/** Everything the service keeps. */
export interface Store extends Operations {
  /**
   * Runs `work` and stores its answer in one transaction, unless there is an answer for this scope already: then that is returned.
   * @param payload hash of the request's body
   */
  once(
    scope: IdempotencyScope,
    payload: string,
    work: (transaction: Operations) => Promise<Omit<StoredAnswer, 'payload'>>,
  ): Promise<{ answer: StoredAnswer; replayed: boolean }>;
  close(): void;
}

/** The command line was given something that cannot be. */
export class StoreInputError extends Error {
  override readonly name = 'StoreInputError';
}
