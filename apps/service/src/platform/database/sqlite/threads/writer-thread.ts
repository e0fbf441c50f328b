// This thread has the only connection that writes to an SQLite file.
import { parentPort, workerData } from 'node:worker_threads';
import { runWithSignal } from '../../request-signal.ts';
import { SqliteWriter } from '../sqlite-writer.ts';
import { loadPorts } from './load-ports.ts';
import { RemoteTransactions } from './remote-transactions.ts';
import { respondToRequests } from './respond.ts';
import { toSentError } from './thread-errors.ts';
import { runCall, type ThreadData, type WriterRequest, type WriterTask } from './thread-messages.ts';

const { file, portsModule, options, flag } = workerData as ThreadData;

/** Executes the requests of the main thread. The flag is 1 from a commit until its outcome has been sent. */
function start(writer: SqliteWriter<object>): void {
  const transactions = new RemoteTransactions(writer);
  const waitingControllers = new Map<number, AbortController>();
  /** Runs a transaction that the main thread can cancel. */
  const runCancelable = <T>(transaction: number, work: () => Promise<T>): Promise<T> => {
    const cancelation = waitingControllers.get(transaction) ?? new AbortController();
    waitingControllers.set(transaction, cancelation);
    const result = runWithSignal(cancelation.signal, work);
    const forget = () => waitingControllers.delete(transaction);
    result.then(forget, forget);
    return result;
  };
  const tasks: Readonly<Record<WriterTask, () => Promise<unknown>>> = {
    probe: () => writer.probe(),
    overwriteDeleted: () => writer.overwriteDeleted(),
    async close() {
      await writer.finish();
      writer.connection.close();
      parentPort?.close();
    },
  };
  respondToRequests<WriterRequest>(
    async (request) => {
      switch (request.kind) {
        case 'write':
          return runCancelable(request.transaction, () =>
            writer.write((ports, sql) => runCall(request.call, ports, sql)),
          );
        case 'step':
          return runCancelable(request.transaction, () => transactions.step(request));
        case 'end':
          return transactions.end(request.transaction, request.commits);
        case 'cancel':
          return waitingControllers.get(request.transaction)?.abort();
        case 'task':
          return tasks[request.task]();
      }
    },
    () => Atomics.store(flag, 0, 0),
  );
}

try {
  start(new SqliteWriter(file, await loadPorts(portsModule), options, () => Atomics.store(flag, 0, 1)));
  parentPort?.postMessage([]);
} catch (error) {
  // An error while the file is opened is an expected outcome, and not a crash of the thread.
  parentPort?.postMessage([{ id: 0, error: toSentError(error) }]);
  parentPort?.close();
}
