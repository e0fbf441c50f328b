import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { contextSync } from '../node.ts';
import { ENTRIES, startEntry } from '../testing/entries.fixture.ts';
import { HINT_SET, startReceiver } from '../testing/receiver.fixture.ts';
import { sampleLog } from '../testing/sample-log.fixture.ts';
import { waitForHints } from '../testing/until.fixture.ts';
import { CaptureClient } from './capture-client.ts';

const OPTIONS = { project: 'octo-api', key: 'csk_1' } as const;

it('a client removes its listeners when it is closed', async () => {
  const count = () => [process.listenerCount('SIGTERM'), process.listenerCount('beforeExit')];
  const before = count();
  const options = { ...OPTIONS, url: 'http://127.0.0.1:9', flushOnSigterm: true };
  const clients = [contextSync(options), contextSync(options)];
  expect(count()).not.toEqual(before);
  for (const client of clients) await client.close(0);
  expect(count()).toEqual(before);
});

it('a full queue drops the logs of errors last', async () => {
  const receiver = await startReceiver();
  let respond: () => void = () => undefined;
  const availability = new Promise<void>((resolve) => (respond = resolve));
  const client = new CaptureClient({
    ...OPTIONS,
    url: receiver.url,
    hints: false,
    fetch: async (input, init) => {
      await availability;
      return fetch(input, init);
    },
  });
  const responseBody = { text: 'some words '.repeat(5_500), isJson: false, truncated: false };
  const record = (status: number) => client.record(sampleLog({ status, responseBody }));
  const statuses = [404, 400, 500, 503, 429];
  for (const status of statuses) record(status);
  for (let index = 0; index < 200; index += 1) record(200);
  for (const status of statuses) record(status);
  for (let index = 0; index < 200; index += 1) record(200);
  expect(client.stats().dropped).toBeGreaterThan(200);
  respond();
  await client.close();
  const errors = receiver.logs.map(({ status }) => status).filter((status) => status >= 400);
  expect(errors).toEqual([...statuses, ...statuses]);
});

it.each(ENTRIES)(
  'a rejected promise that the function in the option "user" returns does not end the process (%s)',
  async (name) => {
    const receiver = await startReceiver();
    const rejections: unknown[] = [];
    const listen = (reason: unknown) => void rejections.push(reason);
    process.on('unhandledRejection', listen);
    onTestFinished(() => void process.off('unhandledRejection', listen));
    const user = (async () => {
      throw new Error('The session is not available.');
    }) as unknown as () => string;
    const { send, capture } = await startEntry(name, { ...OPTIONS, url: receiver.url, user }, 200, '{}');
    await (await send('/pets/1', { method: 'POST', body: '{}' })).text();
    for (let index = 0; index < 5; index += 1) await turn();
    await capture.close();
    expect(rejections).toEqual([]);
    expect(receiver.logs).toMatchObject([{ groupEmail: null }]);
  },
);

it.each(ENTRIES)(
  'if the function in the option "classify" fails, the built-in classification applies (%s)',
  async (name) => {
    const receiver = await startReceiver();
    receiver.hintSet = {
      ...HINT_SET,
      body: JSON.stringify({
        version: 1,
        hints: [{ id: 'hint_1', match: {}, audience: 'agents', steps: [{ do: 'read', text: 'Read.' }] }],
      }),
    };
    const classify = () => {
      throw new Error('The list of agents is not available.');
    };
    const { send, capture } = await startEntry(name, { ...OPTIONS, url: receiver.url, classify }, 404, '{"a":1}');
    const request = async (userAgent: string) => {
      const response = await send('/pets/1', { method: 'POST', body: '{}', headers: { 'user-agent': userAgent } });
      return (await response.json()) as object;
    };
    await request('curl/8');
    await waitForHints(capture);
    expect(await request('Claude-User/1.0')).toHaveProperty('recovery');
    expect(await request('curl/8')).toEqual({ a: 1 });
    await capture.close();
  },
);
