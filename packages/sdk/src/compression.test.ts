import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import compression from 'compression';
import express from 'express';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { expect, it, onTestFinished } from 'vitest';
import { contextSync as expressSync } from './express.ts';
import { contextSync as honoSync } from './hono.ts';
import { HINT_SET, startReceiver } from './testing/receiver.fixture.ts';

type Send = (path: string, headers: Record<string, string>) => Promise<Response>;
type Start = (
  isCompressedLast: boolean,
  options: { url: string; project: string; key: string },
) => Promise<readonly [Send, () => Promise<void>]>;

/** A body that is long enough to be compressed. */
const BODY = JSON.stringify({ code: 'nope', padding: 'a'.repeat(5_000) });

async function listen(server: Server): Promise<Send> {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return (path, headers) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
}

const startExpress: Start = async (isCompressedFirst, options) => {
  const capture = expressSync(options);
  const app = express();
  for (const middleware of isCompressedFirst ? [compression(), capture] : [capture, compression()]) app.use(middleware);
  app.use((_req, res) => void res.status(404).type('json').send(BODY));
  return [await listen(app.listen(0, '127.0.0.1')), () => capture.close()];
};

function createHono(isCompressedFirst: boolean, options: Parameters<Start>[1]) {
  const capture = honoSync(options);
  const app = new Hono();
  if (isCompressedFirst) app.use(compress());
  app.use(capture);
  if (!isCompressedFirst) app.use(compress());
  app.all('/*', (c) => c.body(BODY, 404, { 'content-type': 'application/json' }));
  return { app, capture };
}
const startHonoNode: Start = async (isCompressedFirst, options) => {
  const { app, capture } = createHono(isCompressedFirst, options);
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  return [await listen(server), () => capture.close()];
};
const startHonoWeb: Start = async (isCompressedFirst, options) => {
  const { app, capture } = createHono(isCompressedFirst, options);
  const decode = async (response: Response) => {
    if (response.headers.get('content-encoding') === null) return response;
    const body = response.body?.pipeThrough(new DecompressionStream('gzip')) ?? null;
    return new Response(body, response);
  };
  return [async (path, headers) => decode(await app.request(path, { headers })), () => capture.close()];
};

/** The rows of the table about compression in the guide. */
it.each([
  ['Express', true, startExpress, true],
  ['Express', false, startExpress, false],
  ['Hono outside Node', true, startHonoWeb, true],
  ['Hono outside Node', false, startHonoWeb, false],
  ['Hono on Node', true, startHonoNode, false],
  ['Hono on Node', false, startHonoNode, false],
] as const)('with compression before the SDK in %s (%s), bodies are captured and get hints: %4$s', async (...given) => {
  const [, isCompressedFirst, start, hasBodies] = given;
  const receiver = await startReceiver();
  receiver.hintSet = HINT_SET;
  const [send, close] = await start(isCompressedFirst, { url: receiver.url, project: 'octo-api', key: 'csk_test' });
  const read = async () => {
    const response = await send('/pets/1', { 'user-agent': 'Claude-User/1.0', 'accept-encoding': 'gzip' });
    const body = (await response.json()) as { code: string; recovery?: object };
    return { link: response.headers.get('link'), encoding: response.headers.get('content-encoding'), body };
  };
  await expect.poll(async () => (await read()).link).not.toBeNull();
  const { body, encoding } = await read();
  expect([encoding, body.code]).toEqual(['gzip', 'nope']);
  expect(body.recovery !== undefined).toBe(hasBodies);
  await close();
  expect(receiver.logs.at(-1)?.response?.body !== undefined).toBe(hasBodies);
});
