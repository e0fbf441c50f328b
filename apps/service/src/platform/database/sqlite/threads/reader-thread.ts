// This thread reads from an SQLite file.
import { parentPort, workerData } from 'node:worker_threads';
import type { Sql } from '../../sql.ts';
import { StoreUnavailableError } from '../../store-unavailable-error.ts';
import { SQLITE_DIALECT } from '../sqlite-dialect.ts';
import { openSqliteReader } from '../sqlite-reader.ts';
import { loadPorts } from './load-ports.ts';
import { respondToRequests } from './respond.ts';
import { type ReaderRequest, runCall, type ThreadData } from './thread-messages.ts';

/** Page cache of a reader thread: 4 MiB. All threads also share the page cache of the operating system. */
const READ_CACHE_KIB = 4_096;

const { file, portsModule, flag } = workerData as ThreadData;
const createPorts = await loadPorts(portsModule);
const connection = openSqliteReader(file, READ_CACHE_KIB);

/** Runs the statements of the slow read, which ends when the main thread has set the flag. At most one slow read runs at a time. */
const interruptible: Sql = {
  run: (...given) => attempt(() => connection.run(...given)),
  get: (...given) => attempt(() => connection.get(...given)),
  all: (...given) => attempt(() => connection.all(...given)),
};
const quickPorts = createPorts({ sql: connection, dialect: SQLITE_DIALECT });
const slowPorts = createPorts({ sql: interruptible, dialect: SQLITE_DIALECT });

/** Executes a statement, unless the read was interrupted. */
async function attempt<T>(execute: () => Promise<T>): Promise<T> {
  if (Atomics.load(flag, 0) === 1) throw new StoreUnavailableError('a read was interrupted');
  return execute();
}

respondToRequests<ReaderRequest>(async (request) => {
  if (request.kind === 'close') {
    connection.close();
    parentPort?.close();
    return;
  }
  const { isSlow, call } = request;
  return isSlow ? runCall(call, slowPorts, interruptible) : runCall(call, quickPorts, connection);
});
parentPort?.postMessage([]);
