import { setTimeout } from 'node:timers/promises';
import { backoffMs, retry } from '@context-sync/core';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { codeOf, failureOf, isConnectionFailure, messageOf } from './failures.ts';
import { limited } from './pool.ts';
import type { Queryable, Statement } from './postgres-sql.ts';

/** Two transactions got into each other's way, and this one has to be done again: serialization failure, deadlock. */
const CONFLICTS = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 10;
/** Milliseconds for which a connection that has just failed a statement is given to roll back. */
const ROLLBACK_LIMIT = 2_000;

export interface TransactionOptions {
  /** The statement that begins it. Default `BEGIN`. */
  readonly begin?: string;
  /** Milliseconds after which it is given up, from when it has a connection; Infinity for one that may take as long as it needs. */
  readonly within: number;
}

/** Runs `work` in a transaction, again where it met another one: it must touch nothing else. @throws StoreUnavailableError */
export async function inTransaction<T>(
  pool: Pool,
  work: (connection: Queryable) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const isConflict = (error: unknown) => CONFLICTS.has(codeOf(error));
  try {
    return await retry(() => inOneTransaction(pool, work, options), {
      maxAttempts: MAX_ATTEMPTS,
      isRetryable: isConflict,
      delayMs: (_error, attempt) => backoffMs(attempt, { firstMs: 2 }),
      sleep: (milliseconds) => setTimeout(milliseconds),
    });
  } catch (error) {
    if (!isConflict(error)) throw error;
    throw new StoreUnavailableError(`${MAX_ATTEMPTS} attempts conflicted with other transactions`, { cause: error });
  }
}

/**
 * Runs `work` in a transaction, once: for work that reads or writes something else as well, and cannot be done again.
 * @throws StoreUnavailableError with `outcomeUnknown` only if the connection failed after the COMMIT was sent: before it, PostgreSQL rolls back
 */
export async function inOneTransaction<T>(
  pool: Pool,
  work: (connection: Queryable) => Promise<T>,
  { begin = 'BEGIN', within }: TransactionOptions,
): Promise<T> {
  const client = await connect(pool);
  const deadline = performance.now() + within;
  const run = (text: string) => runStatement(client, { text }, deadline);
  let isUsable = true;
  let hasCommitted = false;
  try {
    // Without a limit of this process, the server's limit must not end a statement either.
    await run(within === Number.POSITIVE_INFINITY ? `${begin}; SET LOCAL statement_timeout = 0` : begin);
    const value = await work({ query: (statement) => runStatement(client, statement, deadline) });
    // Too late now is surely not carried out; from here on it may be.
    leftUntil(deadline);
    hasCommitted = true;
    await run('COMMIT');
    return value;
  } catch (error) {
    // A connection that failed would not respond to a ROLLBACK. PostgreSQL rolls back when it is closed.
    isUsable = !isConnectionFailure(error) && (await rollBack(client));
    if (hasCommitted && !isUsable) {
      throw new StoreUnavailableError(`lost during a COMMIT: ${messageOf(error)}`, {
        outcomeUnknown: true,
        cause: error,
      });
    }
    throw error;
  } finally {
    client.release(!isUsable);
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw failureOf(error);
  }
}

/** Whether the connection has rolled back, and can be used again. */
async function rollBack(client: PoolClient): Promise<boolean> {
  return runStatement(client, { text: 'ROLLBACK' }, performance.now() + ROLLBACK_LIMIT).then(
    () => true,
    () => false,
  );
}

/** @param deadline on the clock of `performance.now()` @throws StoreUnavailableError, or PostgreSQL's error about the statement */
async function runStatement(client: PoolClient, statement: Statement, deadline: number): Promise<QueryResult> {
  const left = leftUntil(deadline);
  try {
    return await client.query(limited(statement, left));
  } catch (error) {
    throw failureOf(error);
  }
}

function leftUntil(deadline: number): number {
  const left = Math.ceil(deadline - performance.now());
  if (left <= 0) throw new StoreUnavailableError('a transaction took too long');
  return left;
}
