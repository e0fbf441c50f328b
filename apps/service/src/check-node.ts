import { writeSync } from 'node:fs';

/** The oldest version of Node.js that the service supports. The container image uses the same major version. */
const MIN_MAJOR_VERSION = 24;

// The other modules are loaded after this check, because some of them fail to load with an unrelated error on an older version of Node.js.
if (Number(process.versions.node.split('.')[0]) < MIN_MAJOR_VERSION) {
  // The message is written synchronously, because the process ends before an asynchronous write would complete.
  writeSync(
    process.stderr.fd,
    `Error: the service needs Node.js ${MIN_MAJOR_VERSION} or newer (this is ${process.version}). Fix: install it, or run the service with node_modules/.bin/node of the checkout.\n`,
  );
  process.exit(1);
}
