import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import type { CaptureHandle } from '../client/capture-client.ts';
import { contextSync as expressSync } from '../express.ts';
import { contextSync as fastifySync } from '../fastify.ts';
import { contextSync as fetchSync } from '../fetch.ts';
import { contextSync as honoSync } from '../hono.ts';
import { contextSync as nodeSync } from '../node.ts';
import type { SharedOptions } from './applications.fixture.ts';
import type { EntryName } from './entries.fixture.ts';

/** An application that several clients capture. It responds to every request with the same error. */
export interface SharedApplication {
  readonly captures: readonly CaptureHandle[];
  readonly send: (path: string, init: RequestInit) => Promise<Response>;
}

const STATUS = 404;
const BODY = '{"code":"nope"}';
const HEADERS = { 'content-type': 'application/json' };

type CreateClient<Client> = (options: SharedOptions) => Client;

/**
 * Starts an application with one client for each of the options, in this order.
 * @param uses how many times each client is added to the application
 */
export async function startSharedApplication(
  name: EntryName,
  optionsList: readonly SharedOptions[],
  uses = 1,
): Promise<SharedApplication> {
  const createClients = <Client>(create: CreateClient<Client>) =>
    optionsList.map(create).flatMap((client) => Array.from({ length: uses }, () => client));
  switch (name) {
    case 'node': {
      const captures = createClients((options) => nodeSync(options));
      const server = createServer((req, res) => {
        for (const capture of captures) capture(req, res);
        req.resume().on('end', () => res.writeHead(STATUS, HEADERS).end(BODY));
      });
      return listen(server.listen(0, '127.0.0.1'), captures);
    }
    case 'express': {
      const captures = createClients((options) => expressSync(options));
      const app = express();
      for (const capture of captures) app.use(capture);
      app.use(express.text({ type: () => true }));
      app.use((_req, res) => void res.status(STATUS).set(HEADERS).send(BODY));
      return listen(app.listen(0, '127.0.0.1'), captures);
    }
    case 'fastify': {
      const captures = createClients((options) => fastifySync(options));
      const app = Fastify();
      for (const capture of captures) await app.register(capture);
      app.all('/*', (_request, reply) => reply.code(STATUS).headers(HEADERS).send(BODY));
      await app.listen({ port: 0, host: '127.0.0.1' });
      return listen(app.server, captures);
    }
    case 'hono':
    case 'hono-web': {
      const captures = createClients((options) => honoSync(options));
      const app = new Hono();
      for (const capture of captures) app.use(capture);
      app.all('/*', async (c) => {
        await c.req.text();
        return c.body(BODY, STATUS, HEADERS);
      });
      if (name === 'hono-web') return { captures, send: async (path, init) => app.request(path, init) };
      return listen(serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server, captures);
    }
    case 'fetch': {
      const captures: CaptureHandle[] = [];
      let handler = async (request: Request) => {
        await request.text();
        return new Response(BODY, { status: STATUS, headers: HEADERS });
      };
      for (const options of optionsList) {
        // Each client wraps one handler, so it cannot be added twice.
        const capture = fetchSync(handler, options);
        captures.push(capture);
        handler = capture;
      }
      return { captures, send: (path, init) => handler(new Request(`http://api.example.com${path}`, init)) };
    }
  }
}

async function listen(server: Server, captures: readonly CaptureHandle[]): Promise<SharedApplication> {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { captures, send: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init) };
}
