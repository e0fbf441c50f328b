import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { sampleCases } from '@context-sync/test-tier';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contextSync } from './express.ts';
import { startReceiver } from './testing/receiver.fixture.ts';

type ExpressModule = typeof express;
type Mount = readonly [template: string, path: string];

const end: express.RequestHandler = (_req, res) => void res.end();
/** Paths at which routers can be mounted, as the application declares them, and paths of requests that they select. */
const MOUNTS: readonly Mount[] = [
  ['/pets', '/pets'],
  ['/API/Docs', '/api/docs'],
  ['/shops/:shop', '/shops/acme'],
  ['/shops/:shop', '/shops/shops'],
  ['/shops/:shop/pets', '/shops/shops/pets'],
  ['/shops/:shop/pets', '/shops/pets/pets'],
  ['/same/:first/:second', '/same/a/a'],
  ['/encoded/:name', '/encoded/r%C3%A4%20b'],
  ['/v:version', '/v2'],
  ['/range/:from-:to', '/range/1-2'],
  ['/file/:name.:type', '/file/a.b'],
  ['/a.b/:id', '/a.b/1'],
];
const VERSIONS: Readonly<Record<string, readonly [module: ExpressModule, mounts: readonly Mount[]]>> = {
  'Express 5': [
    express,
    [
      ...MOUNTS,
      ['/wild/*rest/last', '/wild/a/b/last'],
      ['/optional{/:id}/last', '/optional/1/last'],
      ['/optional{/:id}/last', '/optional/last'],
    ],
  ],
  'Express 4': [
    createRequire(import.meta.url)('express4') as ExpressModule,
    [
      ...MOUNTS,
      ['/wild/*/last', '/wild/a/b/last'],
      ['/optional/:id?/last', '/optional/1/last'],
      ['/optional/:id?/last', '/optional/last'],
      ['/number/:id(\\d+)', '/number/12'],
      ['/choice/:kind(cat|dog)/:id', '/choice/dog/1'],
      ['/pattern/ab?cd', '/pattern/acd'],
    ],
  ],
};

/** Ways to mount a router. Each returns the template and the path of the mount. */
const WAYS: Readonly<
  Record<string, (module: ExpressModule, app: express.Express, mount: Mount, router: express.Router) => Mount>
> = {
  'app.use': (_module, app, mount, router) => {
    app.use(mount[0], router);
    return mount;
  },
  'app.use twice': (_module, app, mount, router) => {
    app.use(mount[0], (_req, _res, next) => next());
    app.use(mount[0], (_req, _res, next) => next(), router);
    return mount;
  },
  'a list of paths': (_module, app, mount, router) => {
    app.use(['/other/:other', mount[0], '/last/:last'], router);
    return mount;
  },
  'a router without a path': (module, app, mount, router) => {
    app.use(
      module
        .Router()
        .use((_req, _res, next) => next())
        .use(mount[0], router),
    );
    return mount;
  },
  'a mounted router': (module, app, [template, path], router) => {
    app.use('/areas/:area', module.Router().use(template, router));
    return [`/areas/:area${template}`, `/areas/7${path}`];
  },
  'a mounted application': (module, app, [template, path], router) => {
    app.use('/areas/:area', module().use(template, router));
    return [`/areas/:area${template}`, `/areas/7${path}`];
  },
  'an application in a router': (module, app, [template, path], router) => {
    app.use(module.Router().use('/areas/:area', module().use(template, router)));
    return [`/areas/:area${template}`, `/areas/7${path}`];
  },
  'a similar mount before': (_module, app, mount, router) => {
    app.use('/:one', (_req, _res, next) => next()).use('/:one/:two', (_req, _res, next) => next());
    app.use(mount[0], router);
    return mount;
  },
};

describe.each(Object.keys(VERSIONS))('the route of a mounted router of %s', (version) => {
  const [module, mounts] = VERSIONS[version] ?? [express, []];
  const cases = mounts.flatMap((mount) => Object.keys(WAYS).map((way) => ({ mount, way })));

  it('the route contains the paths of mounts as the application declares them', async () => {
    const differences: object[] = [];
    for (const { mount, way } of sampleCases(cases, 5)) {
      const receiver = await startReceiver();
      const capture = contextSync({ url: receiver.url, project: 'octo-api', key: 'csk_test', hints: false });
      const app = module().use(capture);
      const router = module.Router({ mergeParams: true }).get('/', end).get('/toys/:toy', end);
      const [template, path] = WAYS[way]?.(module, app, mount, router) ?? mount;
      const server = app.listen(0, '127.0.0.1');
      onTestFinished(() => void server.close());
      await new Promise((resolve) => server.once('listening', resolve));
      const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      for (const suffix of ['', '/toys/3?a=1']) await (await fetch(base + path + suffix)).text();
      await capture.close();
      const routes = receiver.logs.map(({ route }) => route);
      const expected = [template, `${template}/toys/:toy`];
      if (String(routes) !== String(expected)) differences.push({ way, path, routes, expected });
    }
    expect(differences).toEqual([]);
  });
});
