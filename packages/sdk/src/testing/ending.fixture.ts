// This program captures the requests of its own server. It sends the number of requests in its second argument, and then ends as the third argument
// specifies.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contextSync } from '../node.ts';

const [urls = '', count = '', ending = ''] = process.argv.slice(2);
const captures = urls
  .split(' ')
  .map((url) =>
    contextSync({ url, project: 'octo-api', key: 'csk_1', flushOnSigterm: ending.includes('with the flag') }),
  );
const server = createServer((req, res) => {
  for (const capture of captures) capture(req, res);
  res.end();
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = server.address() as AddressInfo;
for (let index = 0; index < Number(count); index += 1) {
  await (await fetch(`http://127.0.0.1:${port}/pets/${index}`)).text();
}
const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
const closeAll = () => Promise.all(captures.map((capture) => capture.close()));

if (ending.startsWith('SIG')) {
  const signal = ending.slice(0, ending.indexOf(' ')) as NodeJS.Signals;
  if (ending.includes('close() in a listener')) {
    process.once(signal, async () => {
      await stop();
      await closeAll();
      process.exit();
    });
  }
  if (ending.includes('a slow listener')) {
    process.once(signal, async () => {
      await once(process.stdin.resume(), 'end');
      process.exit(7);
    });
  }
  process.kill(process.pid, signal);
} else if (ending === 'process.exit()') {
  process.exit();
} else if (ending === 'close() and process.exit()') {
  await closeAll();
  process.exit();
} else if (ending === 'an uncaught error') {
  setImmediate(() => {
    throw new Error('The application fails.');
  });
} else if (ending === 'an unhandled rejection') {
  void Promise.reject(new Error('The application fails.'));
} else if (ending === 'no more work') {
  server.closeAllConnections();
  await stop();
}
