import { setTimeout } from 'node:timers/promises';
import { computeBackoffMs, retry } from '@context-sync/core/retry';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { createCancelError, getRequestSignal } from '../request-signal.ts';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { addTimeout } from './connection-pool.ts';
import { getMessage, getSqlState, isConnectionFailure, toStoreError } from './postgres-failures.ts';
import type { Queryable, Statement } from './postgres-sql.ts';

/** SQLSTATE codes of conflicts after which a transaction is retried: serialization failure and deadlock. */
const CONFLICT_CODES = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 10;
/** Time limit in milliseconds for a ROLLBACK after a failed statement. */
const ROLLBACK_TIMEOUT_MS = 2_000;

export interface TransactionOptions {
  /** Statement that starts the transaction. Default: `BEGIN`. */
  readonly begin?: string;
  /** Timeout of the transaction in milliseconds after it gets a connection; Infinity for none. */
  readonly within: number;
}

/**
 * Runs `work` in a transaction, with its deadline on the clock of `performance.now()`. Retries the transaction after a conflict, so `work` must not have other side effects.
 * @throws StoreUnavailableError
 */
export async function runTransactionWithRetry<T>(
  pool: Pool,
  work: (connection: Queryable, deadline: number) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const isConflict = (error: unknown) => CONFLICT_CODES.has(getSqlState(error));
  try {
    return await retry(() => runTransaction(pool, work, options), {
      maxAttempts: MAX_ATTEMPTS,
      isRetryable: isConflict,
      delayMs: (_error, attempt) => computeBackoffMs(attempt, { firstMs: 2 }),
      sleep: (milliseconds) => setTimeout(milliseconds),
    });
  } catch (error) {
    if (!isConflict(error)) throw error;
    throw new StoreUnavailableError(`${MAX_ATTEMPTS} attempts conflicted with other transactions`, { cause: error });
  }
}

/**
 * Runs `work` in a transaction without retries, so `work` may have other side effects.
 * @throws StoreUnavailableError. `outcomeUnknown` is true only if the connection failed after the COMMIT was sent. Before that, PostgreSQL rolls
 * back.
 */
export async function runTransaction<T>(
  pool: Pool,
  work: (connection: Queryable, deadline: number) => Promise<T>,
  { begin = 'BEGIN', within }: TransactionOptions,
): Promise<T> {
  const client = await connectClient(pool);
  // The request can have ended while the transaction waited for a connection.
  if (getRequestSignal()?.aborted) {
    client.release();
    throw createCancelError('transaction');
  }
  const deadline = performance.now() + within;
  const run = (text: string) => runStatement(client, { text }, deadline);
  let isUsable = true;
  let hasCommitted = false;
  try {
    // Without a client-side timeout, the statement timeout of the server is disabled as well.
    await run(within === Number.POSITIVE_INFINITY ? `${begin}; SET LOCAL statement_timeout = 0` : begin);
    const value = await work({ query: (statement) => runStatement(client, statement, deadline) }, deadline);
    // If the timeout expires before the COMMIT is sent, nothing has been committed. Afterwards, the outcome is unknown.
    computeRemainingMs(deadline);
    hasCommitted = true;
    await run('COMMIT');
    return value;
  } catch (error) {
    // A failed connection cannot execute a ROLLBACK. PostgreSQL rolls back the transaction when the connection closes.
    isUsable = !isConnectionFailure(error) && (await rollBack(client));
    if (hasCommitted && !isUsable) {
      throw new StoreUnavailableError(`lost during a COMMIT: ${getMessage(error)}`, {
        outcomeUnknown: true,
        cause: error,
      });
    }
    throw error;
  } finally {
    client.release(!isUsable);
  }
}

async function connectClient(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw toStoreError(error);
  }
}

/** Rolls back the transaction. Returns whether the connection can be used again. */
async function rollBack(client: PoolClient): Promise<boolean> {
  return runStatement(client, { text: 'ROLLBACK' }, performance.now() + ROLLBACK_TIMEOUT_MS).then(
    () => true,
    () => false,
  );
}

/**
 * Runs a statement.
 * @param deadline time on the clock of `performance.now()`
 * @throws StoreUnavailableError, or a PostgreSQL error
 */
async function runStatement(client: PoolClient, statement: Statement, deadline: number): Promise<QueryResult> {
  const remainingMs = computeRemainingMs(deadline);
  try {
    return await client.query(addTimeout(statement, remainingMs));
  } catch (error) {
    throw toStoreError(error);
  }
}

function computeRemainingMs(deadline: number): number {
  const remainingMs = Math.ceil(deadline - performance.now());
  if (remainingMs <= 0) throw new StoreUnavailableError('a transaction took too long');
  return remainingMs;
}
