#!/usr/bin/env node
import './check-node.ts';
import { limitHeaps } from './limit-heaps.ts';

limitHeaps();

const { runCli } = await import('./cli.ts');
const { getExitCode, Interruption } = await import('./platform/cli/interruption.ts');

const interruption = new Interruption();

/** Handles signals: the first one ends the command, the second one ends the process immediately. */
function receive(signal: 'SIGINT' | 'SIGTERM'): void {
  if (interruption.received === undefined) {
    interruption.receive(signal);
    return;
  }
  // Temporary files are removed. `process.exit` alone would wait for reads and writes of files that do not return.
  process.emit('exit', getExitCode(signal));
  stopReceiving();
  process.kill(process.pid, signal);
  // The first process of a container is not ended by its own signal.
  process.exit(getExitCode(signal));
}

/** Restores the default action of the signals, which ends the process. */
function stopReceiving(): void {
  process.off('SIGINT', receive).off('SIGTERM', receive);
}

process.on('SIGINT', receive).on('SIGTERM', receive);
process.exitCode = await runCli(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  error: (line) => process.stderr.write(`${line}\n`),
  interruption,
  columns: process.stdout.columns,
  databaseUrl: process.env.DATABASE_URL,
  environment: process.env,
});
if (interruption.isImmediate) {
  // The work of the command may still be running.
  stopReceiving();
  process.exit();
}
