import { once } from 'node:events';
import { connect, createServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { contextSync } from './node.ts';
import { HINT_SET, startReceiver } from './testing/receiver.fixture.ts';
import { waitForHints } from './testing/until.fixture.ts';

type Respond = (res: Http2ServerResponse) => void;

const BODY = '{"code":"nope"}';
const JSON_HEADERS = { 'content-type': 'application/json' };
const LENGTH = { 'content-length': Buffer.byteLength(BODY) };

/** Every way in which an application can send an error with Node's API for HTTP/2, and whether the hint is also added to the response body. */
const WAYS: readonly (readonly [name: string, isBodyHinted: boolean, respond: Respond])[] = [
  ['writeHead and end', true, (res) => void res.writeHead(404, JSON_HEADERS).end(BODY)],
  ['writeHead with a length', true, (res) => void res.writeHead(404, { ...JSON_HEADERS, ...LENGTH }).end(BODY)],
  ['writeHead with a message', true, (res) => void res.writeHead(404, 'Gone away', JSON_HEADERS).end(BODY)],
  [
    'writeHead with a list',
    true,
    (res) => void res.writeHead(404, ['content-type', 'application/json'] as never).end(BODY),
  ],
  ['writeHead without headers', false, (res) => void res.writeHead(404).end(BODY)],
  [
    'setHeader and writeHead',
    true,
    (res) => {
      res.setHeader('content-type', 'application/json');
      res.writeHead(404).end(BODY);
    },
  ],
  [
    'statusCode and setHeader',
    true,
    (res) => {
      res.statusCode = 404;
      res.setHeader('content-type', 'application/json');
      res.end(BODY);
    },
  ],
  ['bytes', true, (res) => void res.writeHead(404, JSON_HEADERS).end(Buffer.from(BODY))],
  [
    'write in parts',
    false,
    (res) => {
      res.writeHead(404, JSON_HEADERS);
      res.write(BODY.slice(0, 5));
      res.end(BODY.slice(5));
    },
  ],
];

async function openServer(respond: Respond, withSdk: boolean) {
  const receiver = await startReceiver();
  receiver.hintSet = HINT_SET;
  const capture = contextSync({ url: receiver.url, project: 'octo-api', key: 'csk_test', bodies: 'all' });
  const server = createServer((req: Http2ServerRequest, res: Http2ServerResponse) => {
    if (withSdk) capture(req as never, res as never);
    if (req.url === '/ready') res.writeHead(200, JSON_HEADERS).end('{}');
    else respond(res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    session.destroy();
    server.close();
  });
  const send = async (path: string) => {
    const stream = session.request({ ':path': path, 'user-agent': 'Claude-User/1.0' });
    const [{ date, ...headers }] = await once(stream, 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    return { headers: { ...headers }, body: Buffer.concat(chunks).toString() };
  };
  if (withSdk) {
    await send('/ready');
    await waitForHints(capture);
  }
  return { send, capture, receiver };
}

it.each(WAYS)(
  'HTTP/2: an error that is sent with %s gets a hint, and is captured',
  async (_name, isHinted, respond) => {
    const { send: sendBare } = await openServer(respond, false);
    const { send, capture, receiver } = await openServer(respond, true);
    const expected = await sendBare('/pets/1');
    const { headers, body } = await send('/pets/1');
    const { link, 'content-length': length, ...rest } = headers;
    const { 'content-length': ownLength, ...expectedRest } = expected.headers;
    expect(rest).toEqual(expectedRest);
    expect(link).toContain('https://docs.example.com/errors/404');
    const parsedBody = JSON.parse(body) as { recovery?: object };
    expect(parsedBody.recovery !== undefined).toBe(isHinted);
    expect({ ...parsedBody, recovery: undefined }).toEqual({ ...JSON.parse(expected.body), recovery: undefined });
    expect(length).toBe(ownLength === undefined ? undefined : String(Buffer.byteLength(body)));
    await capture.close();
    const log = receiver.logs.find(({ url }) => url.endsWith('/pets/1'));
    expect(log).toMatchObject({ status: 404, response: { recovery: { withheld: false } } });
    expect(log?.response?.aborted).toBeUndefined();
    expect(log?.response?.recovery).toMatchObject({ sentIn: isHinted ? ['link', 'body'] : ['link'] });
  },
);

it('HTTP/2: an error whose body the application writes to the stream itself does not change', async () => {
  const respond: Respond = (res) => {
    res.writeHead(404, JSON_HEADERS);
    res.stream.end(BODY);
  };
  const { send: sendBare } = await openServer(respond, false);
  const { send, capture, receiver } = await openServer(respond, true);
  expect(await send('/pets/1')).toEqual(await sendBare('/pets/1'));
  await capture.close();
  expect(receiver.logs.at(-1)).toMatchObject({ status: 404 });
});
