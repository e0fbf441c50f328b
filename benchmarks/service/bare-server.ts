// This program responds to every request with the same few bytes after the request body has arrived. It sends its port
// to the parent process.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"ctx_0"}');
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
