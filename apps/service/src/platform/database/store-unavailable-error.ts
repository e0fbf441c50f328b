/** The name of a database system. */
export type DatabaseName = 'PostgreSQL' | 'SQLite' | 'ClickHouse';

/** An error for a database that is temporarily unusable: unreachable, too slow, full, or read-only. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  /** The database that failed; undefined if it is not known. */
  readonly database: DatabaseName | undefined;
  /** Whether the write may have been executed because the connection was lost during the commit. */
  readonly outcomeUnknown: boolean;
  /** Whether the disk is full. A smaller write may still succeed. */
  readonly isFull: boolean;
  /** Whether too many operations are waiting. */
  readonly isOverloaded: boolean;
  /** Whether the operation was canceled because its request has ended. In this case, the database did not fail. */
  readonly isCanceled: boolean;
  /** Whether another database failed, for example the one of the logs. In this case, the database of the store did not fail. */
  readonly isExternal: boolean;

  /**
   * Creates the error.
   * @param reason message for the operator, which may contain host names and file names
   */
  constructor(
    reason: string,
    {
      database,
      outcomeUnknown = false,
      isFull = false,
      isOverloaded = false,
      isCanceled = false,
      isExternal = false,
      cause,
    }: {
      database?: DatabaseName | undefined;
      outcomeUnknown?: boolean;
      isFull?: boolean;
      isOverloaded?: boolean;
      isCanceled?: boolean;
      isExternal?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(`${isFull ? describeFullDisk(database) : 'The database is unavailable'}: ${reason}`, { cause });
    this.database = database;
    this.outcomeUnknown = outcomeUnknown;
    this.isFull = isFull;
    this.isOverloaded = isOverloaded;
    this.isCanceled = isCanceled;
    this.isExternal = isExternal;
  }
}

/** Returns a sentence without its full stop, for operators and clients. */
export function describeFullDisk(database: DatabaseName | undefined): string {
  return `The disk of the ${database === undefined ? '' : `${database} `}database is full`;
}
