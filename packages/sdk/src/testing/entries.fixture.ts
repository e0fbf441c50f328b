import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import express from 'express';
import Fastify from 'fastify';
import { type Context, Hono } from 'hono';
import { onTestFinished } from 'vitest';
import type { CaptureHandle } from '../client/capture-client.ts';
import { contextSync as expressSync } from '../express.ts';
import { contextSync as fastifySync } from '../fastify.ts';
import { contextSync as fetchSync } from '../fetch.ts';
import { contextSync as honoSync } from '../hono.ts';
import { contextSync as nodeSync } from '../node.ts';
import type { CaptureOptions } from '../options.ts';

/** Options with callbacks that do not use the context, and may return any value. */
export type AnyOptions = CaptureOptions<unknown> & { readonly route?: () => string };

/** An application that responds to `POST /pets/{petId}` with one response. */
export interface Entry {
  readonly capture: CaptureHandle;
  readonly send: (path: string, init: RequestInit) => Promise<Response>;
}

/** The entry points, and for Hono also its use in runtimes other than Node. */
export const ENTRIES = ['node', 'express', 'fastify', 'hono', 'hono-web', 'fetch'] as const;
export type EntryName = (typeof ENTRIES)[number];

/** Starts an application with an entry point. */
export async function startEntry(name: EntryName, options: AnyOptions, status: number, body: string): Promise<Entry> {
  const headers = { 'content-type': 'application/json' };
  switch (name) {
    case 'node': {
      const capture = nodeSync(options);
      const server = createServer((req, res) => {
        capture(req, res);
        res.writeHead(status, headers).end(body);
      });
      return listen(server.listen(0, '127.0.0.1'), capture);
    }
    case 'express': {
      const capture = expressSync(options);
      const app = express().use(capture);
      app.post('/pets/:petId', (_req, res) => void res.status(status).set(headers).send(body));
      return listen(app.listen(0, '127.0.0.1'), capture);
    }
    case 'fastify': {
      const capture = fastifySync(options);
      const app = Fastify();
      await app.register(capture);
      app.post('/pets/:petId', (_request, reply) => reply.code(status).headers(headers).send(body));
      await app.listen({ port: 0, host: '127.0.0.1' });
      return listen(app.server, capture);
    }
    case 'hono':
    case 'hono-web': {
      const capture = honoSync<Context>(options);
      const app = new Hono();
      app.use(capture);
      app.post('/pets/:petId', () => new Response(body, { status, headers }));
      if (name === 'hono-web') return { capture, send: async (path, init) => app.request(path, init) };
      return listen(serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server, capture);
    }
    case 'fetch': {
      const capture = fetchSync(() => new Response(body, { status, headers }), options);
      return { capture, send: (path, init) => capture(new Request(`http://api.example.com${path}`, init)) };
    }
  }
}

async function listen(server: Server, capture: CaptureHandle): Promise<Entry> {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { capture, send: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init) };
}
