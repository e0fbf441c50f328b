import { sampleCases } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { findRuntimeFile } from './testing/packed-sdk.fixture.ts';
import { HINT_SET, startReceiver } from './testing/receiver.fixture.ts';
import { inProcess, inWorkerd, type StartApplication } from './testing/runtime/start-application.fixture.ts';

const DENO = inProcess(() => findRuntimeFile('@deno/linux-x64-glibc/deno'), 'run', '--no-check', '--allow-all');
const BUN = inProcess(() => findRuntimeFile('@oven/bun-linux-x64-baseline/bin/bun'), 'run');
const RUNTIMES: readonly (readonly [name: string, start: StartApplication, entries: readonly string[]])[] = [
  ['Node 24', inProcess(() => process.execPath), ['node', 'hono', 'fetch']],
  ['Node 22', inProcess(() => findRuntimeFile('node-22/bin/node')), ['node', 'hono', 'fetch']],
  ['Node 20.16', inProcess(() => findRuntimeFile('node-20/bin/node')), ['node', 'hono', 'fetch']],
  ['Deno', DENO, ['fetch', 'hono', 'node']],
  ['Bun', BUN, ['fetch', 'hono', 'node']],
  ['Cloudflare Workers', inWorkerd(), ['fetch', 'hono']],
  ['Cloudflare Workers with nodejs_compat', inWorkerd('nodejs_compat'), ['fetch', 'hono']],
];
/** The first case runs in every tier. The cases with runtimes that are not installed with the workspace run only in the soak tier. */
const CASES = sampleCases(
  RUNTIMES.flatMap(([runtime, start, entries]) => entries.map((entry) => ({ runtime, entry, start }))),
  100,
);
const BIG_NUMBER = '12345678901234567890';
const BINARY = Uint8Array.from({ length: 256 }, (_, index) => index);

async function post(url: string, type: string, body: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const response = await fetch(`${url}/echo`, { method: 'POST', headers: { 'content-type': type }, body });
  return new Uint8Array(await response.arrayBuffer());
}

describe.each(CASES)('the entry /$entry in $runtime', ({ entry, start, runtime }) => {
  it('the SDK entry passes bodies on unchanged, and captures requests, bodies and errors', async () => {
    const receiver = await startReceiver();
    const application = await start(entry, receiver.url);
    const json = `{"amount": ${BIG_NUMBER}, "name": "Größe"}`;
    expect(new TextDecoder().decode(await post(application.url, 'application/json', json))).toBe(json);
    expect(await post(application.url, 'application/octet-stream', BINARY)).toEqual(BINARY);
    expect(await (await fetch(`${application.url}/stream`)).text()).toBe('one two three');
    expect((await fetch(`${application.url}/fail`)).status).toBe(500);
    expect(await (await fetch(`${application.url}/pets/1?token=hunter2`)).json()).toEqual({ code: 'no_such_pet' });
    const problems = await application.end('close');
    await expect.poll(() => receiver.logs.length).toBe(5);
    const logs = receiver.logs.map(({ method, url, status, errorCode, request, response }) => ({
      request: `${method} ${url.slice(application.url.length)}`,
      status,
      ...(errorCode === undefined ? {} : { errorCode }),
      bodies: [request?.body, response?.body],
    }));
    const body = { amount: Number(BIG_NUMBER), name: 'Größe' };
    expect(logs).toEqual(
      expect.arrayContaining([
        { request: 'POST /echo', status: 200, bodies: [body, body] },
        { request: 'POST /echo', status: 200, bodies: [undefined, undefined] },
        { request: 'GET /stream', status: 200, bodies: [undefined, 'one two three'] },
        { request: 'GET /fail', status: 500, bodies: [undefined, entry === 'fetch' ? undefined : expect.anything()] },
        {
          request: 'GET /pets/1?token=[redacted]',
          status: 404,
          errorCode: 'no_such_pet',
          bodies: [undefined, { code: 'no_such_pet' }],
        },
      ]),
    );
    expect(receiver.wire.join('').split(BIG_NUMBER)).toHaveLength(3);
    expect(problems).not.toContain('context-sync:');
  });

  it('the SDK entry adds hints to errors once the hints are loaded', async () => {
    const receiver = await startReceiver();
    receiver.hintSet = HINT_SET;
    const application = await start(entry, receiver.url);
    const requestPet = () => fetch(`${application.url}/pets/1`);
    await expect
      .poll(async () => (await requestPet()).headers.get('link'), { interval: 200 })
      .toContain('https://docs.example.com/errors/404');
    expect(await (await requestPet()).json()).toMatchObject({ code: 'no_such_pet', recovery: { hint: 'hint_404' } });
  });

  if (entry === 'fetch')
    it('the SDK entry sends the logs of an outage of several seconds', async () => {
      const receiver = await startReceiver();
      const application = await start(entry, receiver.url);
      // The fourth attempt is made about seven seconds after the first one, which is longer than `flush` waits by default.
      receiver.fault = (attempt) => (attempt < 3 ? { kind: 'status', status: 503 } : undefined);
      let requests = 0;
      const sendRequest = async () => {
        requests += 1;
        await (await fetch(`${application.url}/pets/${requests}`)).text();
        return receiver.logs.length;
      };
      await expect.poll(sendRequest, { interval: 500 }).toBeGreaterThan(0);
      await expect.poll(() => receiver.logs.length).toBe(requests);
    });

  if (!runtime.startsWith('Cloudflare'))
    it('the SDK entry sends the queued logs when the process ends by itself', async () => {
      const receiver = await startReceiver();
      const application = await start(entry, receiver.url);
      await (await fetch(`${application.url}/pets/1`)).text();
      await application.end('stop');
      expect(receiver.logs.map(({ status }) => status)).toEqual([404]);
    });
});
