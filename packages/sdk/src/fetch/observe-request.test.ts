import { sampleCases } from '@context-sync/test-tier';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { contextSync as wrapHandler } from '../fetch.ts';
import { contextSync as honoSync } from '../hono.ts';
import { startReceiver } from '../testing/receiver.fixture.ts';

/** A request as in frameworks that extend `Request`. */
class FrameworkRequest extends Request {
  readonly #cookies = new Map([['session', 'abc']]);
  get nextUrl() {
    return new URL(this.url);
  }
  get cookies() {
    return this.#cookies;
  }
}
/** A request whose `json` calls another method of the request. */
class ParsingRequest extends FrameworkRequest {}
// TypeScript declares `json` as a property, which a method cannot override.
Object.defineProperty(ParsingRequest.prototype, 'json', {
  value: async function (this: Request) {
    return { parsed: JSON.parse(await this.text()) };
  },
});

const JSON_TEXT = '{"id":12345678901234567890,"id":1.10}';
const BODIES = {
  JSON: ['application/json', JSON_TEXT],
  'broken JSON': ['application/json', '{"a":'],
  form: ['application/x-www-form-urlencoded', 'a=1&b=x+y'],
  text: ['text/plain', 'Größe'],
  binary: ['application/octet-stream', new Uint8Array([0, 255, 1])],
  none: ['application/json', null],
  stream: ['text/plain', 'stream'],
} as const;
type BodyName = keyof typeof BODIES;

async function settle(run: () => unknown): Promise<{ readonly value: unknown } | { readonly error: string }> {
  try {
    return { value: await run() };
  } catch (error) {
    return { error: String(error) };
  }
}
async function readStream(body: ReadableStream<Uint8Array> | null) {
  const chunks: number[] = [];
  if (body !== null) for await (const chunk of body) chunks.push(...chunk);
  return chunks;
}
/** The ways to read a body. The results are compared with those of a request that is not observed. */
const READERS: Readonly<Record<string, (request: Request) => Promise<unknown>>> = {
  text: (request) => request.text(),
  json: (request) => request.json(),
  arrayBuffer: async (request) => [...new Uint8Array(await request.arrayBuffer())],
  bytes: async (request) => [...(await request.bytes())],
  blob: async (request) => {
    const blob = await request.blob();
    return [blob.type, await blob.text()];
  },
  formData: async (request) => [...(await request.formData())],
  body: (request) => readStream(request.body),
  'body after looking at it': async (request) => [request.body === null, await request.text()],
  'body that is canceled': async (request) => request.body?.cancel('enough'),
  clone: async (request) => [await request.clone().text(), await request.text()],
  'only a clone': (request) => request.clone().json(),
  'new Request': (request) => new Request(request).text(),
  twice: async (request) => [await request.text(), await settle(() => request.text())],
  nothing: async () => undefined,
};

function createRequest(Type: typeof Request, name: BodyName): Request {
  const [type, content] = BODIES[name];
  const body = name === 'stream' ? ReadableStream.from(['str', 'eam'].map((part) => Buffer.from(part))) : content;
  const headers = { 'content-type': type };
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half', headers };
  return new Type('https://api.example.com/pets?x=1', init);
}

/** Reads a request in a handler that is captured, and returns the bodies that the handler and the service got. */
async function readObserved(request: Request, read: (request: Request) => Promise<unknown>, framework: string) {
  const receiver = await startReceiver();
  const options = { url: receiver.url, project: 'octo-api', key: 'csk_test', bodies: 'all' } as const;
  let result: unknown;
  const handle = async (receivedRequest: Request) => {
    expect(receivedRequest).toBe(request);
    result = [await settle(() => read(receivedRequest)), receivedRequest.bodyUsed];
    return new Response('ok');
  };
  const capture = framework === 'hono' ? honoSync(options) : wrapHandler(handle, options);
  if (framework === 'hono') {
    const app = new Hono().use(capture as ReturnType<typeof honoSync>).post('/pets', (c) => handle(c.req.raw));
    await (await app.request(request)).text();
  } else await (await (capture as ReturnType<typeof wrapHandler>)(request)).text();
  await capture.close();
  expect(receiver.logs).toHaveLength(1);
  return { result, captured: receiver.logs[0]?.request?.body };
}

describe.each(['fetch', 'hono'])('the request of a %s handler', (framework) => {
  it.each(Object.keys(BODIES) as BodyName[])(
    'a handler reads a body of the kind %s in the same way as without the SDK',
    async (name) => {
      for (const Type of [Request, FrameworkRequest, ParsingRequest]) {
        for (const [reader, read] of sampleCases(Object.entries(READERS), 3)) {
          const bareRequest = createRequest(Type, name);
          const expected = [await settle(() => read(bareRequest)), bareRequest.bodyUsed];
          const { result } = await readObserved(createRequest(Type, name), read, framework);
          expect(result, `${Type.name} ${reader}`).toEqual(expected);
        }
      }
    },
  );

  it('the handler gets the request object of the runtime itself, with its class, getters and WeakMap entries', async () => {
    const request = new FrameworkRequest('https://api.example.com/pets', { method: 'POST', body: '{}' });
    const addresses = new WeakMap([[request, '192.0.2.1']]);
    const { result } = await readObserved(
      request,
      async (receivedRequest) => [
        receivedRequest instanceof FrameworkRequest && [
          receivedRequest.nextUrl.pathname,
          receivedRequest.cookies.get('session'),
        ],
        addresses.get(receivedRequest as FrameworkRequest),
        Object.keys(receivedRequest),
      ],
      framework,
    );
    expect(result).toEqual([{ value: [['/pets', 'abc'], '192.0.2.1', []] }, false]);
  });

  it.each(['text', 'json', 'arrayBuffer', 'bytes', 'blob', 'body', 'clone', 'only a clone'])(
    'the request body is captured once if the handler reads it with %s',
    async (reader) => {
      for (const Type of [Request, FrameworkRequest, ParsingRequest]) {
        const read = READERS[reader] ?? READERS.text;
        if (read === undefined) throw new Error(`There is no reader "${reader}".`);
        const { captured } = await readObserved(createRequest(Type, 'JSON'), read, framework);
        expect(captured, Type.name).toEqual({ id: 1.1 });
      }
    },
  );

  it('the request body is captured even if a server replaced the global class Request', async () => {
    onTestFinished(() => void vi.unstubAllGlobals());
    const { captured } = await readObserved(
      createRequest(FrameworkRequest, 'JSON'),
      (received) => {
        vi.stubGlobal('Request', class extends Request {});
        return received.clone().json();
      },
      framework,
    );
    expect(captured).toEqual({ id: 1.1 });
  });

  it('the request body is captured if the handler reads a form', async () => {
    const read = async (request: Request) => [...(await request.formData())];
    const { captured } = await readObserved(createRequest(FrameworkRequest, 'form'), read, framework);
    expect(captured).toBe('a=1&b=x+y');
  });
});
