// One API with or without a capture SDK, as a process of its own: application.ts <framework> <variant> <url of the sink>
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

const [framework = '', variant = '', url = ''] = process.argv.slice(2);
const port = 0;
const hostname = '127.0.0.1';
const ours = { url, project: 'bench', key: 'csk_bench' } as const;
const bodies = variant === 'ours-bodies' ? 'all' : variant === 'ours-none' ? 'none' : 'errors';
const isOurs = variant.startsWith('ours');
const isApitally = variant.startsWith('apitally');
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

function ready(at: number): void {
  process.send?.({ port: at });
}

function startHono(): void {
  const app = new Hono();
  if (isOurs) app.use(honoSync({ ...ours, bodies }));
  if (isApitally) apitallyHono(app, apitally);
  app.post('/pets/:petId', async (c) => {
    await c.req.json();
    return c.json(RESPONSE);
  });
  serve({ fetch: app.fetch, port, hostname }, ({ port: at }) => ready(at));
}

function startExpress(): void {
  const app = express();
  if (isOurs) app.use(expressSync<express.Request, express.Response>({ ...ours, bodies }));
  if (isApitally) apitallyExpress(app, apitally);
  app.use(express.json());
  app.post('/pets/:petId', (_req, res) => {
    res.json(RESPONSE);
  });
  const server = app.listen(port, hostname, () => ready((server.address() as { port: number }).port));
}

async function startFastify(): Promise<void> {
  const app = Fastify();
  if (isOurs) await app.register(fastifySync({ ...ours, bodies }));
  if (isApitally) await app.register(apitallyPlugin, apitally);
  app.post('/pets/:petId', async () => RESPONSE);
  await app.listen({ port, host: hostname });
  ready((app.server.address() as { port: number }).port);
}

/** Streams a first chunk at once and a second one later, for the delay of the first byte. */
function startStream(): void {
  const capture = isOurs ? nodeSync({ ...ours, bodies }) : undefined;
  const server = createServer((req, res) => {
    capture?.(req, res);
    res.setHeader('content-type', 'text/plain');
    res.write('first');
    setTimeout(() => res.end('second'), 20);
  });
  server.listen(port, hostname, () => ready((server.address() as { port: number }).port));
}

process.on('message', (message) => {
  if (message === 'usage') {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMicroseconds: user + system, rss: process.memoryUsage.rss() });
  }
});
process.on('disconnect', () => process.exit());

if (framework === 'hono') startHono();
else if (framework === 'express') startExpress();
else if (framework === 'fastify') await startFastify();
else startStream();
