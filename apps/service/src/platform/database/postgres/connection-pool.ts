import { setTimeout } from 'node:timers/promises';
import { Pool, type QueryResult } from 'pg';
import { toStoreError } from './postgres-failures.ts';
import type { Queryable, Statement } from './postgres-sql.ts';
import { checkPostgresUrl } from './postgres-url.ts';

/** Timeouts of database operations in milliseconds. */
export interface PostgresTimeouts {
  /** Timeout for getting a free or new connection from the pool. */
  readonly connect: number;
  /** Timeout for a read, or for a transaction after it has a connection. */
  readonly work: number;
  /** Timeout for each part of the readiness check. */
  readonly check: number;
}

/**
 * Timeouts of the service. The timeouts for connecting and working add up to less than the 30 s deadline of a request, so that the response can report
 * the outcome.
 */
export const POSTGRES_TIMEOUTS: PostgresTimeouts = { connect: 10_000, work: 15_000, check: 2_000 };

/** Time in milliseconds to wait for the server to close its connections. */
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Creates a connection pool in which a broken connection never terminates the process.
 * @throws StoreInputError if parts of the URL would be ignored
 */
export function openPool(url: string, connections: number, { connect, work }: PostgresTimeouts): Pool {
  checkPostgresUrl(url);
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connect,
    // The server also ends the statement when this process stops waiting for its result.
    statement_timeout: work,
    // Timers for an unresponsive server must not keep the process alive.
    allowExitOnIdle: true,
  });
  // The event reports a broken idle connection. It is ignored, because the pool opens another connection.
  pool.on('error', () => undefined);
  // If a connection breaks while it is in use, its statement fails. The pool does not listen for errors of a connection in use, and an error event
  // without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Adds a client-side timeout to a statement. After the timeout, the connection cannot be used again.
 * @param milliseconds timeout; Infinity for none
 */
export function addTimeout(statement: Statement, milliseconds: number): Statement {
  // `pg` supports this property, but its types do not contain it.
  const timeout = milliseconds === Number.POSITIVE_INFINITY ? {} : { query_timeout: milliseconds };
  return { ...statement, ...timeout };
}

/**
 * Runs one statement on any connection of the pool.
 * @param timeoutMs time limit in milliseconds
 * @throws StoreUnavailableError, or a PostgreSQL error
 */
export async function queryPool(pool: Pool, statement: Statement, timeoutMs: number): Promise<QueryResult> {
  try {
    return await pool.query(addTimeout(statement, timeoutMs));
  } catch (error) {
    throw toStoreError(error);
  }
}

/**
 * Runs statements on one connection of the pool, for example to keep a lock of the session. The connection is closed at the end, which releases its
 * locks.
 * @param timeoutMs time limit of each statement in milliseconds
 * @throws StoreUnavailableError, or a PostgreSQL error
 */
export async function useConnection<T>(
  pool: Pool,
  timeoutMs: number,
  work: (connection: Queryable) => Promise<T>,
): Promise<T> {
  const rejectStoreError = (error: unknown) => {
    throw toStoreError(error);
  };
  const client = await pool.connect().catch(rejectStoreError);
  try {
    return await work({ query: (statement) => client.query(addTimeout(statement, timeoutMs)).catch(rejectStoreError) });
  } finally {
    client.release(true);
  }
}

/** Closes all connections. Does not wait for connections that the server does not close in time. */
export async function closePool(pool: Pool): Promise<void> {
  const closeAbort = new AbortController();
  const closeTimeout = setTimeout(CLOSE_TIMEOUT_MS, undefined, { signal: closeAbort.signal }).catch(() => undefined);
  await Promise.race([pool.end(), closeTimeout]);
  closeAbort.abort();
}
