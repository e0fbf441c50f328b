import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { serve } from '@hono/node-server';
import express from 'express';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Context, Hono } from 'hono';
import { onTestFinished } from 'vitest';
import type { CaptureHandle } from '../client/capture-client.ts';
import { contextSync as expressSync } from '../express.ts';
import { contextSync as fastifySync } from '../fastify.ts';
import { contextSync as fetchSync } from '../fetch.ts';
import { contextSync as honoSync } from '../hono.ts';
import { contextSync as nodeSync } from '../node.ts';
import type { CaptureOptions } from '../options.ts';
import { decodeSpec, getStream, type ResponseSpec } from './response-spec.fixture.ts';

export type SharedOptions = Omit<CaptureOptions<never>, 'user'>;

/** A test application. It responds to every request at `/pets/{petId}` with the response that the request header `x-spec` describes. */
export interface Application {
  readonly port: number;
  /** The SDK client; undefined for an application without the SDK. */
  readonly capture: CaptureHandle | undefined;
}

export const FRAMEWORKS = ['node', 'node-head', 'express', 'fastify', 'hono', 'fetch'] as const;
export type FrameworkName = (typeof FRAMEWORKS)[number];

/** Starts an application. @param options options of the SDK; if undefined, the application runs without the SDK */
export async function startApplication(name: FrameworkName, options?: SharedOptions): Promise<Application> {
  switch (name) {
    case 'node':
    case 'node-head':
      return startNode(options, name === 'node-head');
    case 'express':
      return startExpress(options);
    case 'fastify':
      return startFastify(options);
    case 'hono':
      return startHono(options);
    case 'fetch':
      return startFetch(options);
  }
}

async function listen(server: Server, capture: CaptureHandle | undefined): Promise<Application> {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await capture?.close(0);
  });
  return { port: (server.address() as AddressInfo).port, capture };
}

const getBytes = (spec: ResponseSpec) => Buffer.from(spec.body, 'base64');

function getHeaders(spec: ResponseSpec): Record<string, string> {
  return spec.statesLength ? { ...spec.headers, 'content-length': String(getBytes(spec).length) } : { ...spec.headers };
}

function respond(res: ServerResponse, spec: ResponseSpec, withHead: boolean): void {
  if (withHead) res.writeHead(spec.status, getHeaders(spec));
  else {
    res.statusCode = spec.status;
    for (const [name, value] of Object.entries(getHeaders(spec))) res.setHeader(name, value);
  }
  const bytes = getBytes(spec);
  if (spec.mode === 'stream') Readable.from(getStream(spec)).pipe(res);
  else res.end(spec.mode === 'text' ? bytes.toString() : bytes);
}

async function readAll(req: IncomingMessage): Promise<void> {
  for await (const _ of req);
}

function startNode(options: SharedOptions | undefined, withHead: boolean): Promise<Application> {
  const capture = options && nodeSync({ ...options, user: ({ req }) => req.headers['x-user']?.toString() });
  const server = createServer((req, res) => {
    capture?.(req, res);
    void readAll(req).then(() => respond(res, decodeSpec(req.headers['x-spec']), withHead));
  });
  return listen(server, capture);
}

function startExpress(options: SharedOptions | undefined): Promise<Application> {
  const app = express();
  const capture =
    options && expressSync<express.Request, express.Response>({ ...options, user: ({ req }) => req.get('x-user') });
  if (capture) app.use(capture);
  const pets = express.Router();
  pets.all('/:petId', express.raw({ type: () => true }), async (req, res) => {
    const spec = decodeSpec(req.headers['x-spec']);
    res.status(spec.status).set(getHeaders(spec));
    const bytes = getBytes(spec);
    if (spec.mode === 'stream') Readable.from(getStream(spec)).pipe(res);
    else if (spec.mode === 'text') res.send(bytes.toString());
    else res.send(bytes);
  });
  app.use('/pets', pets);
  return listen(createServer(app), capture);
}

async function startFastify(options: SharedOptions | undefined): Promise<Application> {
  const app = Fastify();
  const capture =
    options &&
    fastifySync<FastifyRequest, FastifyReply>({
      ...options,
      user: ({ request }) => request.headers['x-user']?.toString(),
    });
  if (capture) await app.register(capture);
  app.all('/pets/:petId', async (request, reply) => {
    const spec = decodeSpec(request.headers['x-spec']);
    reply.code(spec.status).headers(getHeaders(spec));
    const bytes = getBytes(spec);
    if (spec.mode === 'stream') return reply.send(Readable.from(getStream(spec)));
    if (bytes.length === 0) return reply.send();
    return reply.send(spec.mode === 'text' ? bytes.toString() : bytes);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return listen(app.server, capture);
}

function webResponse(spec: ResponseSpec): Response {
  const bytes = getBytes(spec);
  const init = { status: spec.status, headers: getHeaders(spec) };
  if (bytes.length === 0) return new Response(null, init);
  if (spec.mode === 'stream') return new Response(ReadableStream.from(getStream(spec)), init);
  return new Response(spec.mode === 'text' ? bytes.toString() : bytes, init);
}

function startHono(options: SharedOptions | undefined): Promise<Application> {
  const app = new Hono();
  const capture = options && honoSync<Context>({ ...options, user: (c) => c.req.header('x-user') });
  if (capture) app.use(capture);
  app.all('/pets/:petId', async (c) => {
    await c.req.text();
    return webResponse(decodeSpec(c.req.header('x-spec')));
  });
  return listen(serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server, capture);
}

function startFetch(options: SharedOptions | undefined): Promise<Application> {
  const handler = async (request: Request) => {
    await request.text();
    return webResponse(decodeSpec(request.headers.get('x-spec') ?? undefined));
  };
  const capture =
    options &&
    fetchSync(handler, {
      ...options,
      route: () => '/pets/{petId}',
      user: ({ request }) => request.headers.get('x-user'),
    });
  return listen(serve({ fetch: capture ?? handler, port: 0, hostname: '127.0.0.1' }) as Server, capture);
}
