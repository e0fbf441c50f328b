#!/usr/bin/env node
import './check-node.ts';
import { runCommandLine } from './run-command-line.ts';
import { createTerminal } from './terminal/terminal.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  terminal: createTerminal(process.stdout, process.stderr, process.env),
  env: process.env,
  folder: process.cwd(),
});
