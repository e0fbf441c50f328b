import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import express from 'express';
import { contextSync as expressSync } from '../express.ts';
import {
  closeServer,
  fail,
  listen,
  NESTED,
  PREFIX,
  type RouteCase,
  type RoutedFramework,
  type Template,
} from './routed-framework.fixture.ts';

type ExpressModule = typeof express;

// The package contains no type declarations, and the types of Express 5 describe everything that this file uses.
const express4 = createRequire(import.meta.url)('express4') as ExpressModule;

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

const EXPRESS_TEMPLATES: readonly Template[] = [
  ['/pets', '/pets'],
  ['/pets/:id', '/pets/1?a=1'],
  ['/pets/:id/toys/:toy', '/pets/1/toys/2'],
  ['/versions/:major-:minor', '/versions/1-2'],
];

/** The frameworks with the API of Express. */
export const EXPRESS_FRAMEWORKS: Readonly<Record<string, RoutedFramework>> = {
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
};
