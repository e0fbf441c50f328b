import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { contextSync } from '../node.ts';
import { startReceiver } from '../testing/receiver.fixture.ts';

const CASES = (['none', 'errors', 'all'] as const).flatMap((bodies) =>
  [200, 302, 399, 400, 404, 503].map((status) => [bodies, status] as const),
);

it.each(CASES)(
  'with the option bodies set to %s, the log of a response with status %i contains or omits both bodies',
  async (bodies, status) => {
    const receiver = await startReceiver();
    const capture = contextSync({ url: receiver.url, project: 'octo-api', key: 'csk_1', bodies, hints: false });
    const server = createServer(async (req, res) => {
      capture(req, res);
      const body = await json(req);
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ echo: body }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const headers = { 'content-type': 'application/json' };
    await (await fetch(url, { method: 'POST', headers, body: '{"a":1}', redirect: 'manual' })).text();
    await capture.close();
    const isCaptured = bodies === 'all' || (bodies === 'errors' && status >= 400);
    const [log] = receiver.logs;
    expect([log?.status, log?.request?.body, log?.response?.body]).toEqual([
      status,
      isCaptured ? { a: 1 } : undefined,
      isCaptured ? { echo: { a: 1 } } : undefined,
    ]);
  },
);
