import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startReceiver } from './testing/receiver.fixture.ts';

const REQUESTS = 50;
const PROGRAM = join(import.meta.dirname, 'testing/ending.fixture.ts');

/** Starts the program. @returns a function that closes its standard input, and its exit code or the signal that ended it */
function start(urls: readonly string[], ending: string) {
  const args = [PROGRAM, urls.join(' '), String(REQUESTS), ending];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const result = once(child, 'close').then(([code, signal]): number | NodeJS.Signals | null => code ?? signal);
  return { closeInput: () => child.stdin.end(), result };
}

const run = (urls: readonly string[], ending: string) => start(urls, ending).result;

/** The ways in which a process ends, whether the logs of the last two seconds are sent, and how the process ends. */
const ENDINGS: readonly (readonly [ending: string, isSent: boolean, result: number | NodeJS.Signals])[] = [
  ['no more work', true, 0],
  ['SIGTERM without a flag', false, 'SIGTERM'],
  ['SIGTERM with the flag', true, 'SIGTERM'],
  ['SIGTERM with close() in a listener', true, 0],
  ['SIGINT without a flag', false, 'SIGINT'],
  ['SIGINT with the flag', false, 'SIGINT'],
  ['SIGINT with close() in a listener', true, 0],
  ['process.exit()', false, 0],
  ['close() and process.exit()', true, 0],
  ['an uncaught error', false, 1],
  ['an unhandled rejection', false, 1],
];

it.each(ENDINGS)('a process that ends by %s sends its last logs: %s', async (ending, isSent, result) => {
  const receiver = await startReceiver();
  expect(await run([receiver.url], ending)).toBe(result);
  expect(receiver.logs).toHaveLength(isSent ? REQUESTS : 0);
});

it('a process with flushOnSigterm waits until every client has sent its logs', async () => {
  const [fast, slow] = await Promise.all([startReceiver(), startReceiver()]);
  // The proxy responds late, and rejects the first request, so that the batch must be repeated.
  let requests = 0;
  const proxy = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    requests += 1;
    if (requests === 1) {
      await setTimeout(400);
      res.writeHead(503, { 'retry-after': '0' }).end();
      return;
    }
    const { host: _host, connection: _connection, ...headers } = req.headers;
    const init = { method: req.method ?? 'GET', headers: headers as Record<string, string> };
    const body = req.method === 'POST' ? Buffer.concat(chunks) : null;
    const response = await fetch(slow.url + req.url, { ...init, body });
    await setTimeout(400);
    res.writeHead(response.status).end(await response.text());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void proxy.close());
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  expect(await run([fast.url, proxyUrl], 'SIGTERM with the flag')).toBe('SIGTERM');
  expect(fast.logs).toHaveLength(REQUESTS);
  expect(slow.logs).toHaveLength(REQUESTS);
});

it('the option flushOnSigterm does not end an application that ends itself after the signal', async () => {
  const receiver = await startReceiver();
  const { closeInput, result } = start([receiver.url], 'SIGTERM with the flag and a slow listener');
  await expect.poll(() => receiver.logs.length).toBe(REQUESTS);
  // The application takes longer to end than the client, which has already sent all logs.
  await setTimeout(300);
  closeInput();
  expect(await result).toBe(7);
});

it('docs/how-to/capture-traffic.md lists every way in which a process ends', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/how-to/capture-traffic.md'), 'utf8');
  const [, section = ''] = /^## When the process ends$([\s\S]*?)^## /m.exec(guide) ?? [];
  const rows = [...section.matchAll(/^\| (?!How|---)([^|]+) \| (Sent|Lost)/gm)].map(([, ending = '', outcome]) => [
    ending.replaceAll('`', '').trim(),
    outcome,
  ]);
  const documentedEndings = Object.fromEntries(rows);
  expect(Object.values(documentedEndings).sort()).toEqual(
    [
      ...ENDINGS.map(([, isSent]) => (isSent ? 'Sent' : 'Lost')),
      // Workers have a separate row, which the tests of the runtimes cover.
      'Sent',
    ].sort(),
  );
  for (const [ending, isSent] of ENDINGS)
    expect([ending, documentedEndings[ending]]).toEqual([ending, isSent ? 'Sent' : 'Lost']);
});
