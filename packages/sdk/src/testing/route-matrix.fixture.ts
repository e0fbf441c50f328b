import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { serve } from '@hono/node-server';
import Fastify, { type FastifyPluginAsync } from 'fastify';
import Fastify4 from 'fastify4';
import FindMyWay from 'find-my-way';
import { Hono } from 'hono';
import { contextSync as fastifySync } from '../fastify.ts';
import { contextSync as honoSync } from '../hono.ts';
import { contextSync as nodeSync } from '../node.ts';
import { EXPRESS_FRAMEWORKS } from './routed-express.fixture.ts';
import {
  closeServer,
  fail,
  listen,
  NESTED,
  PREFIX,
  type RouteCase,
  type RoutedFramework,
} from './routed-framework.fixture.ts';

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
    surroundings: ['nothing', 'middleware', 'middleware after', 'handlers', 'everything'],
    async start(options, routeCase) {
      const app = new Hono();
      const has = (name: string) => routeCase.surroundings === name || routeCase.surroundings === 'everything';
      const capture = honoSync(options);
      app.use(capture);
      if (has('middleware')) app.use((_c, next) => next()).use('/*', (_c, next) => next());
      const expected = declareInHono(app, routeCase);
      if (has('middleware after')) app.use((_c, next) => next()).use('/*', (_c, next) => next());
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

/** A router of the user's choice, which passes the template to the SDK with the option `route`. */
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

export const ROUTED_FRAMEWORKS: Readonly<Record<string, RoutedFramework>> = {
  ...EXPRESS_FRAMEWORKS,
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
