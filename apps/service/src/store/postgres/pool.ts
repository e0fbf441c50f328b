import { setTimeout } from 'node:timers/promises';
import { Pool, type QueryResult } from 'pg';
import { failureOf } from './failures.ts';
import type { Statement } from './postgres-sql.ts';

/** Milliseconds. */
export interface PostgresTimeouts {
  /** For a connection: a free one of the pool, or a new one. */
  readonly connect: number;
  /** For a read, and for a transaction from when it has a connection. */
  readonly work: number;
  /** For each part of the check of whether the database can be read and written. */
  readonly check: number;
}

/** Connecting and working stay within the deadline of a request, 30 s, so that its response can say what became of it. */
export const POSTGRES_TIMEOUTS: PostgresTimeouts = { connect: 10_000, work: 15_000, check: 2_000 };

/** Milliseconds that a server is given to close its connections. */
const CLOSE_LIMIT = 2_000;

/** A pool of connections, none of which ends the process when it breaks. @throws Error for a URL that cannot be read */
export function openPool(url: string, connections: number, { connect, work }: PostgresTimeouts): Pool {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connect,
    // When this process gives up, the server must do so too instead of going on with a result that no one reads.
    statement_timeout: work,
    // A server that does not respond must not keep a process from ending.
    allowExitOnIdle: true,
  });
  // A connection that breaks while it is idle: the pool opens another one.
  pool.on('error', () => undefined);
  // One that breaks while it is in use: its statement fails. The pool itself does not listen to it then, and an error to which nothing
  // listens ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The statement, given up by this process after some milliseconds; Infinity for never. Its connection cannot be used again then. */
export function limited(statement: Statement, milliseconds: number): Statement {
  // `pg` knows this property; its types do not.
  const timeout = milliseconds === Number.POSITIVE_INFINITY ? {} : { query_timeout: milliseconds };
  return { ...statement, ...timeout };
}

/** Runs one statement on any connection. @param within milliseconds @throws StoreUnavailableError, or PostgreSQL's error about the statement */
export async function queryPool(pool: Pool, statement: Statement, within: number): Promise<QueryResult> {
  try {
    return await pool.query(limited(statement, within));
  } catch (error) {
    throw failureOf(error);
  }
}

/** Closes all connections; those that the server does not close in time are left behind. */
export async function closePool(pool: Pool): Promise<void> {
  const over = new AbortController();
  const late = setTimeout(CLOSE_LIMIT, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([pool.end(), late]);
  over.abort();
}
