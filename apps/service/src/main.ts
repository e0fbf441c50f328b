#!/usr/bin/env node
import './check-node.ts';
import { limitHeaps } from './limit-heaps.ts';

limitHeaps();

const { runCli } = await import('./cli.ts');

const endSignal = new Promise<void>((resolve) => {
  process.once('SIGINT', resolve);
  process.once('SIGTERM', resolve);
});
process.exitCode = await runCli(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  error: (line) => process.stderr.write(`${line}\n`),
  ended: endSignal,
  databaseUrl: process.env.DATABASE_URL,
  environment: process.env,
});
