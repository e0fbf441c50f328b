import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sampleCases } from '@context-sync/test-tier';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { contextSync } from './express.ts';
import { startReceiver } from './testing/receiver.fixture.ts';
import { flushAll } from './testing/until.fixture.ts';

const end: express.RequestHandler = (_req, res) => void res.end();

/** Declares routes in every way that the documentation of Express describes. */
function declareRoutes(app: express.Express): void {
  app.get('/text/:id', end);
  app.get(['/array/:id', '/array/:id/toys/:toy', '/other'], end);
  app.get([/^\/mixed\/(\d+)$/, '/mixed/:name'], end);
  app.get(/^\/expression\/(\d+)$/, end);
  app.all('/all/:id', end);
  app.route('/chain/:id').post(end).get(end);
  app.get('/middleware/:id', (_req, _res, next) => next(), end);
  app.get('/files/*path', end);
  app.get('/optional{/:id}', end);
  const toys = express.Router({ mergeParams: true });
  toys.get('/', end);
  toys.get('/:toy', end);
  toys.get('/:toy/throw', () => {
    throw new Error('The handler fails.');
  });
  const pets = express.Router();
  pets.param('pet', (_req, _res, next) => next());
  pets.use('/:pet/toys', toys);
  pets.get('/:pet', end);
  app.use('/tenants/:tenant/pets', pets);
  app.use(['/first/:id', '/second/:id'], toys);
  app.use(/^\/v(\d+)/, toys);
  // The layers of a router that a function calls are not known.
  const hiddenRouter = express.Router({ mergeParams: true });
  hiddenRouter.use('/inner/:inner', toys);
  hiddenRouter.use(/^\/expression(\d+)/, toys);
  app.use('/hidden/:name', (req, res, next) => hiddenRouter(req, res, next));
  const application = express();
  application.use('/pets', pets);
  app.use('/application/:name', application);
  app.use('/closed/:id', (_req, res) => void res.status(401).end());
  app.use(((_error, _req, res, _next) => void res.status(500).end()) satisfies express.ErrorRequestHandler);
}

/** The expected route of each path; undefined if Express does not have a template for it. */
const ROUTES: Readonly<Record<string, string | undefined>> = {
  '/text/1?a=1': '/text/:id',
  '/array/1': '/array/:id',
  '/array/1/toys/2': '/array/:id/toys/:toy',
  '/other': '/other',
  '/mixed/rex': '/mixed/:name',
  '/expression/1': undefined,
  '/all/1': '/all/:id',
  '/chain/1': '/chain/:id',
  '/middleware/1': '/middleware/:id',
  '/files/a/b': '/files/*path',
  '/optional': '/optional{/:id}',
  '/optional/1': '/optional{/:id}',
  '/tenants/acme/pets/rex': '/tenants/:tenant/pets/:pet',
  '/tenants/acme/pets/rex/toys': '/tenants/:tenant/pets/:pet/toys',
  '/tenants/acme/pets/r%20x/toys/ball': '/tenants/:tenant/pets/:pet/toys/:toy',
  '/tenants/acme/pets/rex/toys/ball/throw': '/tenants/:tenant/pets/:pet/toys/:toy/throw',
  '/first/1/ball': '/first/:id/:toy',
  '/second/1/ball': '/second/:id/:toy',
  '/v2/ball': undefined,
  '/hidden/a/inner/b/ball': '/hidden/:name/inner/:inner/:toy',
  '/hidden/a/expression1/ball': undefined,
  '/application/shop/pets/rex/toys/ball': '/application/:name/pets/:pet/toys/:toy',
  '/closed/1': undefined,
  '/unknown/1': undefined,
};

/** Where the SDK is added: to the outermost application, to an application that another one contains, or to a router without an application. */
const PLACES = ['the application', 'a mounted application', 'a router'] as const;

async function start(place: (typeof PLACES)[number], isObserved = true) {
  const receiver = await startReceiver();
  const capture = contextSync({ url: receiver.url, project: 'octo-api', key: 'csk_test' });
  const seenValues: unknown[] = [];
  const inner = place === 'a router' ? (express.Router() as express.Express) : express();
  if (isObserved) inner.use(capture);
  inner.use((req, res, next) => {
    res.on('finish', () =>
      seenValues.push([req.baseUrl, (req.route as { path?: unknown } | undefined)?.path, req.url]),
    );
    next();
  });
  declareRoutes(inner);
  const outer = place === 'a mounted application' ? express().use(inner) : inner;
  const server = createServer((req, res) => {
    const fail = () => void (res.statusCode === 200 ? res.writeHead(404).end() : res.end());
    (outer as unknown as (req: unknown, res: unknown, next: () => void) => void)(req, res, fail);
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = async (path: string) => void (await (await fetch(`${base}${path}`)).text());
  const getRoutes = async () => {
    await flushAll(capture);
    return receiver.logs.splice(0).map(({ url, route }) => [url.slice(base.length), route]);
  };
  return { send, getRoutes, seen: seenValues };
}

it.each(PLACES)(
  'the route of a log is the template of Express for every way to declare a route in %s',
  async (place) => {
    const { send, getRoutes } = await start(place);
    // The SDK observes the first request of an application in another way than the later ones.
    for (const _round of ['first', 'second']) {
      for (const path of Object.keys(ROUTES)) await send(path);
      expect(Object.fromEntries(await getRoutes())).toStrictEqual(ROUTES);
    }
  },
);

it.each(PLACES)('the route of the first request to %s is the template of Express', async (place) => {
  for (const path of sampleCases(Object.keys(ROUTES), 4)) {
    const { send, getRoutes } = await start(place);
    await send(path);
    expect(await getRoutes()).toStrictEqual([[path, ROUTES[path]]]);
  }
});

it.each(PLACES)(
  'the handlers in %s read the same properties of a request with the SDK and without it',
  async (place) => {
    const [observed, bare] = [await start(place), await start(place, false)];
    for (const path of Object.keys(ROUTES)) {
      await observed.send(path);
      await bare.send(path);
    }
    expect(observed.seen).toEqual(bare.seen);
  },
);
