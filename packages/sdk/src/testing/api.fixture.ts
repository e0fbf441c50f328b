// An API in a separate process that captures its own traffic: `api.fixture.ts <url of the service> <key>`. It responds with as many bytes as
// `?bytes=` specifies. It replies to each message with the counts; for `flush`, it first sends the queued logs.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contextSync } from '../node.ts';

/** A timeout in milliseconds that is longer than all retries of a test together. */
const FLUSH_MS = 120_000;

const [url = '', key = ''] = process.argv.slice(2);
const capture = contextSync({ url, project: 'octo-api', key, bodies: 'all', hints: false });
const server = createServer((req, res) => {
  capture(req, res);
  const bytes = Number(new URL(req.url ?? '/', 'http://api.test').searchParams.get('bytes') ?? 2);
  res.setHeader('content-type', 'text/plain').end('x'.repeat(bytes));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);
process.on('message', async (message) => {
  if (message === 'flush') await capture.flush(FLUSH_MS);
  process.send?.(capture.stats());
});
process.on('disconnect', () => process.exit());
