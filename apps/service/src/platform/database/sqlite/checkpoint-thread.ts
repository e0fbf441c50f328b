// This thread runs the checkpoints of an SQLite file: one for each message, until the message to close arrives.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { CheckpointMessage } from './checkpoints.ts';

const database = new DatabaseSync(String(workerData));
parentPort?.on('message', (message: CheckpointMessage) => {
  if (message === 'checkpoint') {
    database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
    parentPort?.postMessage('done');
    return;
  }
  database.close();
  parentPort?.close();
});
