import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { contextSync } from '../node.ts';
import { startReceiver } from '../testing/receiver.fixture.ts';

/** Sends a request. Its client disconnects as soon as the API has handled its part of the request. @returns the log */
async function captureClosed(respond: RequestListener) {
  const receiver = await startReceiver();
  const capture = contextSync({ url: receiver.url, project: 'octo-api', key: 'csk_1', bodies: 'all', hints: false });
  const client = new Socket();
  const closePromise = new Promise<void>((resolve) => {
    const server = createServer((req, res) => {
      capture(req, res);
      respond(req, res);
      res.on('close', resolve);
      setImmediate(() => client.destroy());
    });
    onTestFinished(() => void server.close());
    server.listen(0, '127.0.0.1', () => {
      client.connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
        client.write('GET /pets/1 HTTP/1.1\r\nHost: api.example.com\r\n\r\n');
      });
    });
  });
  await closePromise;
  await capture.close();
  return receiver.logs;
}

it('a request whose client disconnects before the response is logged with status 499', async () => {
  expect(await captureClosed(() => undefined)).toMatchObject([{ status: 499, response: { aborted: true } }]);
});

it('a request whose client disconnects during the response is logged with the status that was sent', async () => {
  const logs = await captureClosed((_req, res) => void res.writeHead(200, { 'content-type': 'text/plain' }).write('a'));
  expect(logs).toMatchObject([{ status: 200, response: { aborted: true, body: 'a' } }]);
});

it('a response that is complete is not logged as aborted, even if its client disconnects', async () => {
  const logs = await captureClosed((_req, res) => void res.writeHead(200).end());
  expect(logs).toMatchObject([{ status: 200, response: null }]);
});
