// This program runs one API with or without a capture SDK in a separate process.
// application.mjs <application> <variant> <url of the service> <speed of timers>
import { createServer } from 'node:http';
import { serve } from '@hono/node-server';
import { useApitally as apitallyExpress } from 'apitally/express';
import { apitallyPlugin } from 'apitally/fastify';
import { useApitally as apitallyHono } from 'apitally/hono';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { contextSync as expressSync } from '../../packages/sdk/build/express.js';
import { contextSync as fastifySync } from '../../packages/sdk/build/fastify.js';
import { contextSync as honoSync } from '../../packages/sdk/build/hono.js';
import { contextSync as nodeSync } from '../../packages/sdk/build/node.js';
import { RESPONSE } from './payload.ts';

/** Pause in milliseconds between the two chunks of a streamed response. */
const STREAM_PAUSE_MS = 20;
const LISTEN_OPTIONS = { port: 0, hostname: '127.0.0.1' };

const [framework = '', variant = '', url = '', speed = '1'] = process.argv.slice(2);
const BODIES = {
  'sdk-none': 'none',
  'sdk-errors': 'errors',
  'sdk-all': 'all',
};
const bodies = BODIES[variant];
const isApitally = variant.startsWith('apitally');
const options = { url, project: 'bench', key: 'csk_bench', bodies: bodies ?? 'none' };
const apitally = {
  clientId: '00000000-0000-4000-8000-000000000000',
  env: 'bench',
  requestLogging: {
    enabled: variant === 'apitally-bodies',
    logRequestBody: true,
    logResponseBody: true,
    logRequestHeaders: true,
  },
};
/** Sends the requests that the SDK has queued. Does nothing without an SDK. */
let flush = async () => undefined;

function reportReady(at) {
  process.send?.({ port: at });
}

function captureHandler(capture) {
  flush = () => capture.flush();
  return capture;
}

function startHono() {
  const app = new Hono();
  if (bodies !== undefined) app.use(captureHandler(honoSync(options)));
  if (isApitally) apitallyHono(app, apitally);
  app.post('/pets/:petId', async (c) => {
    await c.req.json();
    return c.json(RESPONSE);
  });
  serve({ fetch: app.fetch, ...LISTEN_OPTIONS }, ({ port }) => reportReady(port));
}

function startExpress() {
  const app = express();
  if (bodies !== undefined) app.use(captureHandler(expressSync(options)));
  if (isApitally) apitallyExpress(app, apitally);
  app.use(express.json());
  app.post('/pets/:petId', (_req, res) => {
    res.json(RESPONSE);
  });
  const server = app.listen(LISTEN_OPTIONS.port, LISTEN_OPTIONS.hostname, () => reportReady(server.address().port));
}

async function startFastify() {
  const app = Fastify();
  if (bodies !== undefined) await app.register(captureHandler(fastifySync(options)));
  if (isApitally) await app.register(apitallyPlugin, apitally);
  app.post('/pets/:petId', async () => RESPONSE);
  await app.listen({ port: LISTEN_OPTIONS.port, host: LISTEN_OPTIONS.hostname });
  reportReady(app.server.address().port);
}

/** Sends a first chunk immediately and a second one later, to measure the delay of the first byte. */
function startStream() {
  const capture = bodies === undefined ? undefined : captureHandler(nodeSync(options));
  const server = createServer((req, res) => {
    capture?.(req, res);
    res.setHeader('content-type', 'text/plain');
    res.write('first');
    setTimeout(() => res.end('second'), STREAM_PAUSE_MS);
  });
  server.listen(LISTEN_OPTIONS.port, LISTEN_OPTIONS.hostname, () => reportReady(server.address().port));
}

/** Shortens the delay of every `setTimeout`, so that an hour of retries takes only seconds. */
function speedUpTimers(factor) {
  const originalSetTimeout = globalThis.setTimeout;
  const setFastTimeout = (action, ms = 0, ...rest) => originalSetTimeout(action, ms / factor, ...rest);
  globalThis.setTimeout = Object.assign(setFastTimeout, originalSetTimeout);
}

process.on('message', async (message) => {
  if (message === 'flush') await flush();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  // The message has the same properties as `Usage` in api-processes.ts.
  process.send?.({ cpuMicroseconds: user + system, rss, heapUsed, external, arrayBuffers });
});
process.on('disconnect', () => process.exit());

if (Number(speed) !== 1) speedUpTimers(Number(speed));
if (framework === 'hono') startHono();
else if (framework === 'express') startExpress();
else if (framework === 'fastify') await startFastify();
else startStream();
