// This program responds to every request with the page that its parent process sends. It sends its port to the parent process.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

process.once('message', (page: string) => {
  const body = Buffer.from(page);
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-length': body.byteLength };
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit());
