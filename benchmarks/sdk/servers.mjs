import { once } from 'node:events';
import { createServer } from 'node:http';
import { serve } from '@hono/node-server';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { RESPONSE } from './payload.ts';

/** Pause in milliseconds between the two chunks of a streamed response. */
const STREAM_PAUSE_MS = 20;
const HOST = '127.0.0.1';

async function listen(server) {
  if (!server.listening) await once(server, 'listening');
  return server.address().port;
}

const SERVERS = {
  'node:http': ({ middleware, observe }) => {
    const capture = middleware ?? observe;
    const server = createServer((req, res) => {
      capture?.(req, res);
      const chunks = [];
      req.on('data', (chunk) => chunks.push(chunk));
      req.on('end', () => {
        // Peers read the parsed body of a framework.
        if (chunks.length > 0) req.body = JSON.parse(Buffer.concat(chunks).toString());
        res.setHeader('content-type', 'application/json');
        res.end(JSON.stringify(RESPONSE));
      });
    });
    return listen(server.listen(0, HOST));
  },
  express: ({ middleware, observe, install }) => {
    const app = express();
    if (middleware !== undefined) app.use(middleware);
    if (observe !== undefined) {
      app.use((req, res, next) => {
        observe(req, res);
        next();
      });
    }
    install?.(app, 'express');
    app.use(express.json());
    const respond = (_req, res) => void res.json(RESPONSE);
    app.get('/pets/:petId', respond);
    app.post('/pets/:petId', respond);
    return listen(app.listen(0, HOST));
  },
  fastify: async ({ middleware, install }) => {
    const app = Fastify();
    if (middleware !== undefined) await app.register(middleware);
    await install?.(app, 'fastify');
    app.get('/pets/:petId', async () => RESPONSE);
    app.post('/pets/:petId', async () => RESPONSE);
    await app.listen({ port: 0, host: HOST });
    return app.server.address().port;
  },
  hono: ({ middleware, install }) => {
    const app = new Hono();
    if (middleware !== undefined) app.use(middleware);
    install?.(app, 'hono');
    app.get('/pets/:petId', (c) => c.json(RESPONSE));
    app.post('/pets/:petId', async (c) => {
      await c.req.json();
      return c.json(RESPONSE);
    });
    return listen(serve({ fetch: app.fetch, port: 0, hostname: HOST }));
  },
  /** Sends a first chunk immediately and a second one later, to measure the delay of the first byte. */
  stream: ({ middleware }) => {
    const server = createServer((req, res) => {
      middleware?.(req, res);
      res.setHeader('content-type', 'text/plain');
      res.write('first');
      setTimeout(() => res.end('second'), STREAM_PAUSE_MS);
    });
    return listen(server.listen(0, HOST));
  },
};

/** Starts an API. @returns its port */
export function startServer(application, capture) {
  return SERVERS[application](capture);
}
