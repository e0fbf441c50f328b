import { writeSync } from 'node:fs';
import { findNodeVersionProblem } from '@context-sync/engine/problem/node-version';

/** The oldest version of Node.js that the action supports, as in `using` in action.yml. */
const MIN_NODE_VERSION = '24';

// This module must be imported first: on an older version of Node.js, other modules can fail to load with an unrelated error.
const problem = findNodeVersionProblem(process.version, MIN_NODE_VERSION);
if (problem !== undefined) {
  const prefix = process.env.GITHUB_ACTIONS === 'true' ? '::error::' : 'Error: ';
  // The message is written synchronously, because the process ends before a stream would be flushed.
  writeSync(process.stdout.fd, `${prefix}${problem}\n`);
  process.exit(1);
}
