import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../behavior/database.fixture.ts';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { isBusy, toCommitError, toStoreError } from './sqlite-failures.ts';

/** Creates an error with an SQLite result code in the form of `node:sqlite`. */
const getError = (errcode: number) => Object.assign(new Error('message'), { errcode });

describe('SQLite errors', () => {
  it.each([
    ['SQLITE_BUSY', 5],
    ['SQLITE_BUSY_SNAPSHOT', 517],
    ['SQLITE_LOCKED', 6],
    ['SQLITE_READONLY', 8],
    ['SQLITE_IOERR', 10],
    ['SQLITE_IOERR_WRITE', 778],
    ['SQLITE_CANTOPEN', 14],
  ])('the SQLite error %s means that the database is unavailable', (_name, code) => {
    const error = getError(code);
    expect(toStoreError(error)).toBeInstanceOf(StoreUnavailableError);
    expect(toStoreError(error)).toMatchObject({
      message: 'The database is unavailable: message',
      outcomeUnknown: false,
      cause: error,
    });
  });

  it('the SQLite error SQLITE_FULL means that the disk is full', () => {
    const error = toStoreError(getError(13));
    expect(error).toBeInstanceOf(StoreUnavailableError);
    expect(error).toMatchObject({ message: 'The disk of the SQLite database is full: message', isFull: true });
  });

  it.each([
    ['SQLITE_ERROR', 1],
    ['SQLITE_CORRUPT', 11],
    ['SQLITE_CONSTRAINT', 19],
    ['SQLITE_CONSTRAINT_UNIQUE', 2067],
  ])('the SQLite error %s is an internal error', (_name, code) => {
    const error = getError(code);
    expect(toStoreError(error)).toBe(error);
  });

  it('the outcome of a failed COMMIT is unknown only after an I/O error', () => {
    expect(toCommitError(toStoreError(getError(1_034)))).toMatchObject({ outcomeUnknown: true });
    expect(toCommitError(toStoreError(getError(13)))).toMatchObject({ outcomeUnknown: false });
    const unexpectedError = getError(11);
    expect(toCommitError(unexpectedError)).toBe(unexpectedError);
  });

  it('the errors of a real SQLite connection are classified correctly', () => {
    const file = join(scratchFolder(), 'service.db');
    const connect = () => {
      const connection = new SqliteConnection(file, { busyTimeout: 0 });
      onTestFinished(() => connection.close());
      return connection;
    };
    const [first, second] = [connect(), connect()];
    first.exec('CREATE TABLE t (n INTEGER UNIQUE) STRICT; INSERT INTO t VALUES (1)');
    const catchFailure = (work: () => void): unknown => {
      try {
        work();
      } catch (error) {
        return error;
      }
      throw new Error('it did not fail');
    };
    expect(catchFailure(() => first.exec('INSERT INTO t VALUES (1)'))).not.toBeInstanceOf(StoreUnavailableError);
    first.exec('BEGIN IMMEDIATE');
    const busyError = catchFailure(() => second.exec('BEGIN IMMEDIATE'));
    expect(busyError).toBeInstanceOf(StoreUnavailableError);
    expect(isBusy(busyError)).toBe(true);
    first.exec('ROLLBACK; PRAGMA max_page_count = 3');
    const fullError = catchFailure(() => {
      for (let count = 0; count < 10_000; count += 1) first.readAllSync('INSERT INTO t VALUES (?)', count + 2);
    });
    expect(fullError).toMatchObject({ message: 'The disk of the SQLite database is full: database or disk is full' });
    expect(isBusy(fullError)).toBe(false);
    second.close();
    expect(catchFailure(() => second.getNow('SELECT 1'))).toMatchObject({
      message: 'The database is unavailable: it is closed',
    });
  });
});
