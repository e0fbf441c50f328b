import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { contextSync } from './node.ts';
import type { CaptureOptions } from './options.ts';
import { startReceiver } from './testing/receiver.fixture.ts';

/** Starts a server whose requests several clients capture. Returns a function that sends a request and flushes all clients. */
async function startWith(...options: readonly Omit<CaptureOptions<never>, 'project' | 'key' | 'user'>[]) {
  const captures = options.map((each, index) => contextSync({ ...each, project: `project-${index}`, key: 'csk_1' }));
  const server = createServer((req, res) => {
    for (const capture of captures) capture(req, res);
    // A middleware that is mounted twice captures the response once.
    captures[0]?.(req, res);
    req.resume().on('end', () => res.writeHead(400, { 'content-type': 'application/json' }).end('{"code":"wrong"}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.close();
    await Promise.all(captures.map((capture) => capture.close(0)));
  });
  return async (init: RequestInit) => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/pets/1`, init);
    await response.text();
    await Promise.all(captures.map((capture) => capture.flush()));
    return captures.map((capture) => capture.stats().sent);
  };
}

it('every client of a request captures it with its bodies', async () => {
  const receivers = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
  const send = await startWith(...receivers.map(({ url }) => ({ url })));
  const sent = await send({ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"weight":1}' });
  expect(sent).toEqual([1, 1, 1]);
  for (const { logs } of receivers) {
    expect(logs).toMatchObject([
      { status: 400, errorCode: 'wrong', request: { body: { weight: 1 } }, response: { body: { code: 'wrong' } } },
    ]);
  }
});

it('a client beyond the fourth reports that it does not capture the request', async () => {
  const receiver = await startReceiver();
  const problems: string[] = [];
  const onError = ({ code }: { readonly code: string }) => problems.push(code);
  const send = await startWith(...Array.from({ length: 5 }, () => ({ url: receiver.url, onError })));
  expect(await send({})).toEqual([1, 1, 1, 1, 0]);
  expect(problems).toEqual(['internal']);
});
