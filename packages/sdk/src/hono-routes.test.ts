import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { contextSync } from './hono.ts';
import { startReceiver } from './testing/receiver.fixture.ts';

/** Declares routes in every way that the documentation of Hono describes. */
function declareRoutes(app: Hono): void {
  app.use('/text/*', (_c, next) => next());
  app.get('/text/:id', (c) => c.text(''));
  app.get('/optional/:id?', (c) => c.text(''));
  app.get('/expression/:id{[0-9]+}', (c) => c.text(''));
  app.get('/files/*', (c) => c.text(''));
  app.all('/all/*', (c) => c.text(''));
  app.all('/every/:id', (c) => c.text(''));
  app.on(['PURGE', 'GET'], ['/on/:a', '/also/:b'], (c) => c.text(''));
  app.get(
    '/middleware/:id',
    (_c, next) => next(),
    (c) => c.text(''),
  );
  app.use('/closed/*', async (c, _next) => c.text('', 401));
  app.get('/closed/:id', (c) => c.text(''));
  app.get('/throw/:id', () => {
    throw new Error('The handler fails.');
  });
  app.onError((_error, c) => c.text('', 500));
  app.route(
    '/shops/:shop',
    new Hono().basePath('/pets').get('/:pet', (c) => c.text('')),
  );
  app.get('/after/:id', (c) => c.text(''));
  app.use('/after/*', (_c, next) => next());
  app.all('*', (_c, next) => next());
  app.get('/twice/:first', (c) => c.text(''));
  app.get('/twice/:second', (c) => c.text(''));
  app.get('/passing/*', (_c, next) => next());
  app.get('/passing/:file', (c) => c.text(''));
  const failing = new Hono().onError((_error, c) => c.text('', 500));
  failing.all('/all/*', (c) => c.text('')).use('/closed/*', async (c, _next) => c.text('', 401));
  failing.get('/throw/:id', () => {
    throw new Error('The handler fails.');
  });
  app.route('/failing/:name', failing);
  app.mount('/mounted', () => new Response());
}

/** The expected route of each path; undefined if Hono does not have a template for it. */
const ROUTES: Readonly<Record<string, string | undefined>> = {
  '/text/1?a=1': '/text/:id',
  '/optional': '/optional/:id?',
  '/optional/1': '/optional/:id?',
  '/expression/1': '/expression/:id{[0-9]+}',
  '/expression/a': undefined,
  '/files/a/b': '/files/*',
  '/all/a/b': '/all/*',
  '/every/1': '/every/:id',
  '/on/1': '/on/:a',
  '/also/1': '/also/:b',
  '/middleware/1': '/middleware/:id',
  '/closed/1': '/closed/:id',
  '/throw/1': '/throw/:id',
  '/shops/acme/pets/rex': '/shops/:shop/pets/:pet',
  '/after/1': '/after/:id',
  '/twice/1': '/twice/:first',
  '/passing/1': '/passing/:file',
  '/failing/a/all/b/c': '/failing/:name/all/*',
  '/failing/a/throw/1': '/failing/:name/throw/:id',
  '/failing/a/closed/1': undefined,
  '/mounted/a/b': undefined,
  '/unknown/1': undefined,
};

it('the route of a log is the template of Hono for every way to declare a route', async () => {
  const receiver = await startReceiver();
  const capture = contextSync({ url: receiver.url, project: 'octo-api', key: 'csk_test' });
  const app = new Hono().use(capture);
  declareRoutes(app);
  for (const path of Object.keys(ROUTES)) await (await app.request(path)).text();
  await capture.close();
  const routes = receiver.logs.map(({ url, route }) => [url.replace('http://localhost', ''), route]);
  expect(Object.fromEntries(routes)).toStrictEqual(ROUTES);
});
