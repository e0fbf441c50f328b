import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import express from 'express';
import Fastify, { type FastifyPluginAsync } from 'fastify';
import Fastify4 from 'fastify4';
import FindMyWay from 'find-my-way';
import { Hono } from 'hono';
import type { CaptureHandle } from '../client/capture-client.ts';
import { contextSync as expressSync } from '../express.ts';
import { contextSync as fastifySync } from '../fastify.ts';
import { contextSync as honoSync } from '../hono.ts';
import { contextSync as nodeSync } from '../node.ts';
import type { CaptureOptions } from '../options.ts';

type ExpressModule = typeof express;
type SharedOptions = Omit<CaptureOptions<never>, 'user'>;

/** A template in the notation of a framework, and the path of a request that it matches. */
export type Template = readonly [template: string, path: string];

/** One way to declare a route. */
export interface RouteCase {
  readonly template: Template;
  /** How the template is declared, such as `app.route(path).get`. */
  readonly way: string;
  /** What is declared around the route. */
  readonly surroundings: string;
  readonly outcome: 'response' | 'throw' | 'reject';
}

export interface RunningRoutes {
  readonly url: string;
  readonly capture: CaptureHandle;
  /** The template that the framework documents for the route of the case. */
  readonly expected: string;
  close(): Promise<void>;
}

/** A framework with its ways of declaring routes. */
export interface RoutedFramework {
  readonly templates: readonly Template[];
  readonly ways: readonly string[];
  readonly surroundings: readonly string[];
  start(options: SharedOptions, routeCase: RouteCase): Promise<RunningRoutes>;
}

// The package has no types of its own, and the types of Express 5 describe all that is used here.
const express4 = createRequire(import.meta.url)('express4') as ExpressModule;

const PREFIX: Template = ['/shops/:shop', '/shops/acme'];
const NESTED: Template = ['/areas/:area', '/areas/7'];

function fail(outcome: RouteCase['outcome']): Promise<never> | undefined {
  if (outcome === 'throw') throw new Error('The handler fails.');
  return outcome === 'reject' ? Promise.reject(new Error('The handler fails.')) : undefined;
}

async function listen(server: Server): Promise<string> {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });

/** Declares the route in an Express application or router. @returns the template */
function declareInExpress(module: ExpressModule, app: express.Express, { template, way, outcome }: RouteCase): string {
  const [path] = template;
  const handler: express.RequestHandler = (_req, res, next) => {
    // Express 4 does not handle rejections.
    if (outcome === 'reject') return void fail(outcome)?.catch(next);
    void fail(outcome);
    res.end();
  };
  const skip: express.RequestHandler = (_req, _res, next) => next();
  const router = module.Router({ mergeParams: true });
  switch (way) {
    case 'app.get':
      app.get(path, handler);
      return path;
    case 'app.all':
      app.all(path, handler);
      return path;
    case 'app.route(path).get':
      app.route(path).post(skip).get(handler);
      return path;
    case 'several handlers':
      app.get(path, skip, [skip, skip], handler);
      return path;
    case 'an array of paths':
      app.get(['/not-this/:one', path], handler);
      return path;
    case 'a router':
      router.get(path, handler);
      app.use(router);
      return path;
    case 'a mounted router':
      router.get(path, handler);
      app.use(PREFIX[0], router);
      return PREFIX[0] + path;
    case 'a nested router': {
      const inner = module.Router({ mergeParams: true });
      inner.route(path).get(handler);
      router.use(NESTED[0], inner);
      app.use(PREFIX[0], skip, router);
      return PREFIX[0] + NESTED[0] + path;
    }
    case 'a router with parameters': {
      router.param('id', (_req, _res, next) => next());
      router.get(path, handler);
      app.use(PREFIX[0], router);
      return PREFIX[0] + path;
    }
    default: {
      const application = module();
      application.get(path, handler);
      app.use(PREFIX[0], application);
      return PREFIX[0] + path;
    }
  }
}

function createExpressFramework(module: ExpressModule, templates: readonly Template[]): RoutedFramework {
  return {
    templates,
    ways: [
      'app.get',
      'app.all',
      'app.route(path).get',
      'several handlers',
      'an array of paths',
      'a router',
      'a mounted router',
      'a nested router',
      'a router with parameters',
      'a mounted application',
    ],
    surroundings: ['nothing', 'middleware before', 'a similar route before', 'handlers after', 'everything'],
    async start(options, routeCase) {
      const app = module();
      const { surroundings } = routeCase;
      const has = (name: string) => surroundings === name || surroundings === 'everything';
      if (has('middleware before')) app.disable('x-powered-by').use(module.json());
      const capture = expressSync<express.Request, express.Response>(options);
      app.use(capture);
      if (has('middleware before')) app.use('/', (_req, _res, next) => next());
      // A route that matches and passes the request on is not the route of the request.
      if (has('a similar route before')) app.get('/:any', (_req, _res, next) => next());
      const expected = declareInExpress(module, app, routeCase);
      if (has('handlers after')) {
        app.use((_req, res) => void res.status(404).end());
        app.use(((_error, _req, res, _next) => void res.status(500).end()) satisfies express.ErrorRequestHandler);
      }
      const server = createServer(app);
      return { url: await listen(server), capture, expected, close: () => closeServer(server) };
    },
  };
}

type FastifyModule = typeof Fastify;

function createFastifyFramework(module: FastifyModule): RoutedFramework {
  return {
    templates: [
      ['/pets', '/pets'],
      ['/pets/:id', '/pets/1'],
      ['/pets/:id/toys/:toy', '/pets/1/toys/2'],
      ['/files/*', '/files/a/b'],
      ['/versions/:major-:minor', '/versions/1-2'],
      ['/expression/:id(^\\d+$)', '/expression/12'],
      ['/optional/:id?', '/optional/1'],
    ],
    ways: ['app.get', 'app.route', 'app.all', 'a plugin', 'a plugin with a prefix', 'a nested plugin'],
    surroundings: ['nothing', 'hooks', 'handlers', 'everything'],
    async start(options, { template: [path], way, surroundings, outcome }) {
      const app = module();
      const has = (name: string) => surroundings === name || surroundings === 'everything';
      const capture = fastifySync(options);
      await app.register(capture as never);
      if (has('hooks')) app.addHook('onRequest', async () => undefined).addHook('preHandler', async () => undefined);
      if (has('handlers')) {
        app.setNotFoundHandler((_request, reply) => reply.code(404).send());
        app.setErrorHandler((_error, _request, reply) => reply.code(500).send());
      }
      const handler = async () => {
        await fail(outcome);
        return '';
      };
      let expected = path;
      if (way === 'app.get') app.get(path, handler);
      else if (way === 'app.all') app.all(path, handler);
      else if (way === 'app.route') app.route({ method: ['GET', 'POST'], url: path, handler });
      else if (way === 'a plugin') await app.register(async (child) => void child.get(path, handler));
      else if (way === 'a plugin with a prefix') {
        await app.register(async (child) => void child.get(path, handler), { prefix: PREFIX[0] });
        expected = PREFIX[0] + path;
      } else {
        const inner: FastifyPluginAsync = async (child) => void child.get(path, handler);
        await app.register(async (child) => void (await child.register(inner, { prefix: NESTED[0] })), {
          prefix: PREFIX[0],
        });
        expected = PREFIX[0] + NESTED[0] + path;
      }
      const url = await app.listen({ port: 0, host: '127.0.0.1' });
      return { url, capture, expected, close: () => app.close() };
    },
  };
}

function declareInHono(app: Hono, { template, way, outcome }: RouteCase): string {
  const [path] = template;
  const handler = async () => {
    await fail(outcome);
    return new Response();
  };
  switch (way) {
    case 'app.get':
      app.get(path, handler);
      return path;
    case 'app.all':
      app.all(path, handler);
      return path;
    case 'app.on':
      app.on(['PURGE', 'GET'], ['/not-this', path], handler);
      return path;
    case 'several handlers':
      app.get(path, (_c, next) => next(), handler);
      return path;
    case 'a chained path':
      app.use(path).get(handler);
      return path;
    case 'app.route':
      app.route(PREFIX[0], new Hono().get(path, handler));
      return PREFIX[0] + path;
    case 'app.basePath':
      app.basePath(PREFIX[0]).get(path, handler);
      return PREFIX[0] + path;
    default:
      app.route(PREFIX[0], new Hono().route(NESTED[0], new Hono().get(path, handler)));
      return PREFIX[0] + NESTED[0] + path;
  }
}

function createHonoFramework(isOnNode: boolean): RoutedFramework {
  return {
    templates: [
      ['/pets', '/pets'],
      ['/pets/:id', '/pets/1'],
      ['/pets/:id/toys/:toy', '/pets/1/toys/2'],
      ['/files/*', '/files/a/b'],
      ['/expression/:id{[0-9]+}', '/expression/12'],
      ['/optional/:id?', '/optional/1'],
    ],
    ways: ['app.get', 'app.all', 'app.on', 'several handlers', 'app.route', 'app.basePath', 'a nested application'],
    surroundings: ['nothing', 'middleware', 'handlers', 'everything'],
    async start(options, routeCase) {
      const app = new Hono();
      const has = (name: string) => routeCase.surroundings === name || routeCase.surroundings === 'everything';
      const capture = honoSync(options);
      app.use(capture);
      if (has('middleware')) app.use((_c, next) => next()).use('/*', (_c, next) => next());
      const expected = declareInHono(app, routeCase);
      if (has('handlers')) {
        app.notFound((c) => c.text('', 404));
        app.onError((_error, c) => c.text('', 500));
      }
      if (isOnNode) {
        const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
        await new Promise<void>((resolve) => (server.listening ? resolve() : server.once('listening', resolve)));
        return { url: await listen(server), capture, expected, close: () => closeServer(server) };
      }
      const server = createServer((req, res) => {
        const request = new Request(`http://localhost${req.url}`, { method: req.method ?? 'GET' });
        void Promise.resolve(app.fetch(request)).then(async (response) => {
          // A runtime reads the body to its end.
          res.writeHead(response.status).end(await response.text());
        });
      });
      return { url: await listen(server), capture, expected, close: () => closeServer(server) };
    },
  };
}

/** A router of the user's choice, which tells the SDK the template with the option `route`. */
const NODE_FRAMEWORK: RoutedFramework = {
  templates: [
    ['/pets', '/pets'],
    ['/pets/:id', '/pets/1'],
    ['/files/*', '/files/a/b'],
  ],
  ways: ['router.on'],
  surroundings: ['nothing', 'a similar route before'],
  async start(options, { template: [path], surroundings, outcome }) {
    const routes = new WeakMap<IncomingMessage, string>();
    const capture = nodeSync({ ...options, route: ({ req }) => routes.get(req) });
    const router = FindMyWay({ defaultRoute: (_req, res) => void res.writeHead(404).end() });
    const declare = (template: string) =>
      router.on(['GET', 'POST'], template, async (req, res) => {
        routes.set(req as IncomingMessage, template);
        await fail(outcome);
        res.end();
      });
    if (surroundings === 'a similar route before') declare('/pets/:id/toys');
    declare(path);
    const server = createServer((req: IncomingMessage, res: ServerResponse) => {
      capture(req, res);
      void Promise.resolve()
        .then(() => router.lookup(req, res))
        .catch(() => res.writeHead(500).end());
    });
    return { url: await listen(server), capture, expected: path, close: () => closeServer(server) };
  },
};

const EXPRESS_TEMPLATES: readonly Template[] = [
  ['/pets', '/pets'],
  ['/pets/:id', '/pets/1?a=1'],
  ['/pets/:id/toys/:toy', '/pets/1/toys/2'],
  ['/versions/:major-:minor', '/versions/1-2'],
];

export const ROUTED_FRAMEWORKS: Readonly<Record<string, RoutedFramework>> = {
  'Express 5': createExpressFramework(express, [
    ...EXPRESS_TEMPLATES,
    ['/files/*path', '/files/a/b'],
    ['/optional{/:id}', '/optional/1'],
  ]),
  'Express 4': createExpressFramework(express4, [
    ...EXPRESS_TEMPLATES,
    ['/files/*', '/files/a/b'],
    ['/optional/:id?', '/optional/1'],
    ['/expression/:id(\\d+)', '/expression/12'],
  ]),
  'Fastify 5': createFastifyFramework(Fastify),
  'Fastify 4': createFastifyFramework(Fastify4 as unknown as FastifyModule),
  Hono: createHonoFramework(false),
  'Hono on Node': createHonoFramework(true),
  'node:http with a router': NODE_FRAMEWORK,
};

/** Returns all cases of a framework. */
export function listRouteCases({ templates, ways, surroundings }: RoutedFramework): RouteCase[] {
  return templates.flatMap((template) =>
    ways.flatMap((way) =>
      surroundings.flatMap((each) =>
        (['response', 'throw', 'reject'] as const).map((outcome) => ({ template, way, surroundings: each, outcome })),
      ),
    ),
  );
}

/** Returns the path of a request to the route of a case. */
export function getRoutePath({ template: [, path] }: RouteCase, expected: string): string {
  if (expected.startsWith(PREFIX[0] + NESTED[0])) return PREFIX[1] + NESTED[1] + path;
  return expected.startsWith(PREFIX[0]) ? PREFIX[1] + path : path;
}
