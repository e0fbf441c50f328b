import { writeSync } from 'node:fs';

/** The oldest version of Node.js that the service supports, as in the image. */
const MIN_MAJOR_VERSION = 24;

// The other modules are loaded after this one, because some of them fail to load with an unrelated error on an older version of Node.js.
if (Number(process.versions.node.split('.')[0]) < MIN_MAJOR_VERSION) {
  // The message is written synchronously, because the process ends before a stream would be flushed.
  writeSync(
    process.stderr.fd,
    `Error: the service needs Node.js ${MIN_MAJOR_VERSION} or newer (this is ${process.version}). Fix: install it, or run the service with node_modules/.bin/node of the checkout.\n`,
  );
  process.exit(1);
}
