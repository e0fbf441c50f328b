import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { contextSync as fetchSync } from '../fetch.ts';
import { contextSync as honoSync } from '../hono.ts';
import { HINT_SET, startReceiver } from '../testing/receiver.fixture.ts';
import { waitForHints } from '../testing/until.fixture.ts';

const URL = 'http://api.example.com/pets/1';

/** The ways in which a runtime passes the function that keeps it alive. */
const HANDLERS = {
  fetch: (options: Parameters<typeof fetchSync>[1]) => {
    const handle = fetchSync((_request: Request, _env: object, _context: object) => new Response('ok'), options);
    return (context: object) => handle(new Request(URL), {}, context);
  },
  hono: (options: Parameters<typeof honoSync>[0]) => {
    const app = new Hono();
    app.use(honoSync(options as Parameters<typeof honoSync>[0]));
    app.get('/pets/:id', (c) => c.text('ok'));
    return async (context: object) => app.fetch(new Request(URL), {}, context as never);
  },
};

it.each(Object.keys(HANDLERS) as (keyof typeof HANDLERS)[])(
  'the promise that %s passes to waitUntil ends when the log and the hints have arrived',
  async (name) => {
    const receiver = await startReceiver();
    receiver.hintSet = HINT_SET;
    const handle = HANDLERS[name]({ url: receiver.url, project: 'octo-api', key: 'csk_1' });
    const promises: Promise<unknown>[] = [];
    const response = await handle({ waitUntil: (promise: Promise<unknown>) => void promises.push(promise) });
    expect([await response.text(), promises.length, receiver.logs]).toEqual(['ok', 1, []]);
    await promises[0];
    expect([receiver.logs.map(({ url }) => url), receiver.hintRequests]).toEqual([[URL], 1]);
  },
);

it('a waitUntil that throws does not fail the request, and is reported', async () => {
  const receiver = await startReceiver();
  const problems: string[] = [];
  const onError = ({ code }: { readonly code: string }) => problems.push(code);
  const handle = HANDLERS.fetch({ url: receiver.url, project: 'octo-api', key: 'csk_1', onError });
  const waitUntil = () => {
    throw new Error('The request has ended.');
  };
  expect(await (await handle({ waitUntil })).text()).toBe('ok');
  expect(problems).toEqual(['internal']);
});

it('an error whose body comes in several parts reaches the client completely, although the SDK starts to read it', async () => {
  const receiver = await startReceiver();
  receiver.hintSet = HINT_SET;
  const parts = ['{"a":', '"one",', '"b":', '"two"}'];
  const handle = fetchSync(
    ({ url }) => {
      if (url.endsWith('/ok')) return new Response('ok');
      const rest = [...parts];
      const stream = new ReadableStream<Uint8Array>({
        async pull(controller) {
          // Each part arrives in a later turn of the event loop than the turn in which the SDK starts to wait for it.
          for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          const part = rest.shift();
          if (part === undefined) controller.close();
          else controller.enqueue(new TextEncoder().encode(part));
        },
      });
      return new Response(stream, { status: 404, headers: { 'content-type': 'application/json' } });
    },
    { url: receiver.url, project: 'octo-api', key: 'csk_1' },
  );
  await handle(new Request('http://api.example.com/ok'));
  await waitForHints(handle);
  const response = await handle(new Request(URL));
  expect([await response.text(), response.headers.has('link')]).toEqual([parts.join(''), true]);
  await handle.close();
});
