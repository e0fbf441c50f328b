import { ClickHouseError } from '@clickhouse/client';
import { StoreUnavailableError } from '../../../platform/database/store-unavailable-error.ts';
import { shortenMessage } from './open-error.ts';
import { NoResponseError } from './open-requests.ts';

/** Errors of statements that take too long, or would take too long: TIMEOUT_EXCEEDED and TOO_SLOW. */
const TIMEOUT_CODES = new Set(['159', '160']);
/** NOT_ENOUGH_SPACE. */
const DISK_FULL = '243';
/** The system error of a full disk, ENOSPC, in the text of an error. */
const NO_SPACE = /\berrno: 28\b|No space left on device/;
/**
 * Errors of the syntax, the types and the values of a statement, which are defects of the service. Everything else depends on the server, its
 * configuration or its load, and codes that a later version adds most likely do as well. `SELECT errorCodeToName(62)` returns the name of a code.
 */
const DEFECT_CODES = new Set(
  [
    [
      6, 7, 8, 9, 10, 15, 16, 20, 25, 26, 27, 34, 35, 36, 38, 41, 42, 43, 44, 46, 47, 48, 50, 51, 52, 53, 62, 63, 69,
      70,
    ],
    [72, 73, 78, 80, 90, 117, 124, 125, 167, 168, 169, 207, 211, 223, 229, 321, 349, 352, 377, 386, 456, 457, 467, 632],
  ]
    .flat()
    .map(String),
);

/**
 * Errors that ClickHouse returns before it writes rows: UNKNOWN_TABLE, UNKNOWN_DATABASE, TOO_MANY_SIMULTANEOUS_QUERIES, TABLE_IS_READ_ONLY,
 * TOO_MANY_PARTS, ACCESS_DENIED and AUTHENTICATION_FAILED. After other errors, for example a timeout, rows can have been written.
 */
const REFUSAL_CODES = new Set(['60', '81', '202', '242', '252', '497', '516']);
/** Node's names of the operations before a request is sent. */
const CONNECTING = new Set(['connect', 'getaddrinfo']);

/** Converts the error of a request to a StoreUnavailableError, unless the statement itself caused it. */
export function toStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailableError || error instanceof TypeError || error instanceof RangeError) return error;
  if (error instanceof ClickHouseError && DEFECT_CODES.has(error.code)) return error;
  return new StoreUnavailableError(`ClickHouse: ${describe(error)}`, {
    database: 'ClickHouse',
    isFull: isDiskFull(error),
    isExternal: true,
    cause: error,
  });
}

/** Returns whether ClickHouse did not write because of a full disk. */
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof ClickHouseError)) return false;
  // ClickHouse checks the free space before it writes. If the disk becomes full while it writes, the code is that of the failed system call.
  return error.code === DISK_FULL || NO_SPACE.test(error.message);
}

function describe(error: unknown): string {
  if (error instanceof ClickHouseError) return `${error.message.trim()} (${error.type ?? error.code})`;
  return shortenMessage(error);
}

/** Returns whether ClickHouse ended a statement because it took too long. */
export function isStatementTimeout(error: unknown): boolean {
  const cause = error instanceof StoreUnavailableError ? error.cause : undefined;
  return cause instanceof ClickHouseError && TIMEOUT_CODES.has(cause.code);
}

/** Returns whether a request was aborted because ClickHouse did not respond in time. */
export function isWithoutResponse(error: unknown): boolean {
  return error instanceof StoreUnavailableError && error.cause instanceof NoResponseError;
}

/** Returns whether an insert failed without writing rows, because ClickHouse refused it or no connection was established. */
export function isInsertRefused(error: unknown): boolean {
  if (error instanceof StoreUnavailableError) return isInsertRefused(error.cause);
  if (error instanceof ClickHouseError) return REFUSAL_CODES.has(error.code);
  // Node reports the failed attempts to connect to each address of a host.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isInsertRefused);
  return error instanceof Error && 'syscall' in error && CONNECTING.has(String(error.syscall));
}
