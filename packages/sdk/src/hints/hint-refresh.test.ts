import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { resolveOptions } from '../options.ts';
import { createProblemReport } from '../report-problem.ts';
import { HINT_SET, startReceiver } from '../testing/receiver.fixture.ts';
import { HintSource } from './hint-source.ts';

const SECOND_MS = 1_000;

/** Starts a service that responds to requests for the hint set, and a source that fetches it. */
async function start(status: number, headers: Record<string, string> = {}) {
  const requests: IncomingMessage['headers'][] = [];
  const server = createServer((req, res) => {
    requests.push(req.headers);
    const isKnown = req.headers['if-none-match'] !== undefined && req.headers['if-none-match'] === headers.etag;
    if (isKnown) res.writeHead(304, headers).end();
    else res.writeHead(status, headers).end(HINT_SET.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { settings } = resolveOptions({ url, project: 'octo-api', key: 'csk_test' });
  const source = new HintSource(settings, createProblemReport(undefined));
  const refresh = async (seconds: number) => {
    source.refresh(Date.now() + seconds * SECOND_MS);
    await source.waitForFetch();
    return requests.length;
  };
  return { source, requests, refresh };
}

it.each([
  ['no header', 200, undefined, 60],
  ['max-age=10', 200, 'max-age=10', 10],
  ['max-age=0, as one second', 200, 'private, max-age=0', 1],
  ['max-age of a day, as one hour', 200, 'max-age=86400', 3_600],
  ['status 404, as ten minutes', 404, 'max-age=60', 600],
  ['status 401, as ten minutes', 401, undefined, 600],
  ['status 500', 500, undefined, 60],
  ['status 429', 429, undefined, 60],
])(
  'the hint set is fetched again when the cache lifetime of the response has expired: %s',
  async (_name, status, value, seconds) => {
    const { refresh } = await start(status, value === undefined ? {} : { 'cache-control': value });
    expect(await refresh(0)).toBe(1);
    expect(await refresh(seconds * 0.5)).toBe(1);
    expect(await refresh(seconds + 1)).toBe(2);
  },
);

it('the hint set is not sent again if it has not changed', async () => {
  const { source, requests, refresh } = await start(200, { etag: '"7"', 'cache-control': 'max-age=60' });
  await refresh(0);
  await refresh(61);
  expect(requests.map((headers) => headers['if-none-match'])).toEqual([undefined, '"7"']);
  expect(source.hints.map(({ id }) => id)).toEqual(['hint_weight', 'hint_404']);
});

it.each([301, 302, 307, 308])(
  'the key is not sent to another server if the hint set redirects with %i',
  async (status) => {
    const other = await startReceiver();
    other.hintSet = HINT_SET;
    const { source, refresh } = await start(status, {
      location: `${other.url}/api/v1/projects/octo-api/recovery/hint-set`,
    });
    await refresh(0);
    expect(other.hintRequests).toBe(0);
    expect(source.hints).toEqual([]);
  },
);
