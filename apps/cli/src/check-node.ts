import { writeSync } from 'node:fs';
import { findNodeVersionProblem } from '@context-sync/engine/problem/node-version';

/** The oldest version of Node.js that the command line supports, as in `engines` in package.json. */
const MIN_NODE_VERSION = '22.13';

// This module must be imported first: on an older version of Node.js, other modules can fail to load with an unrelated error.
const problem = findNodeVersionProblem(process.version, MIN_NODE_VERSION);
if (problem !== undefined) {
  // The message is written synchronously, because the process ends before a stream would be flushed.
  writeSync(process.stderr.fd, `Error: ${problem}\n`);
  process.exit(1);
}
