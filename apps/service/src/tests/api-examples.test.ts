import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { foldTraffic } from '../areas/metrics/fold-traffic.ts';
import { describeApi } from '../describe-api.ts';
import { getUserId } from '../platform/personal-data/user-id.ts';
import { fillPath, OPERATIONS, type TestOperation } from '../testing/operations.fixture.ts';
import { HINT, LOG, OPENAPI_DOCUMENT, openService, projectPath, SOURCE } from '../testing/service.fixture.ts';

/** An operation of the API reference, with a request to the real service and its response. `npm run api-reference` shows them. */
interface ApiExample {
  readonly method: string;
  /** The path with its query. Its ids are numbered, because those of the service are random. */
  readonly path: string;
  readonly contentType?: string;
  readonly request?: unknown;
  readonly status: number;
  readonly response?: unknown;
}

const NOW = '2026-03-01T12:00:00.000Z';
/** All times of the examples are closer to `NOW`. */
const MAX_AGE_MS = 100 * 86_400_000;
/** What a reader sends in addition to the path, so that the response has something to show. */
const QUERIES: Readonly<Record<string, string>> = {
  '/context': '?limit=2',
  '/logs': '?status=404&limit=1',
  '/metrics/timeseries': '?since=-3h&interval=hour',
  '/metrics/top-endpoints': '?sort=errors&limit=1',
  '/recovery/candidates': '?since=-7d',
  '/users': '?sort=errors&limit=1',
  '/users/{userId}/timeseries': '?since=-2d',
  '/audit': '?limit=1',
};
/** Replaces the random ids of requests. */
const REQUEST_ID = '6f1c1d4e-7f0f-4c7e-9c0b-2f6f3b6a9d10';
/** Lists have at most this many entries in the reference. */
const MAX_ENTRIES = 2;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
});
afterEach(() => {
  vi.useRealTimers();
});

it('every operation of the API reference has an example, which is what the service responds', async () => {
  const service = await openService();
  const { sendRequest, create, store } = service;
  await sendRequest('PUT', projectPath('/api-description'), { json: OPENAPI_DOCUMENT });
  for (const minutes of [5, 4, 3])
    await create({ ...LOG, timestamp: new Date(Date.now() - minutes * 60_000).toISOString() }, projectPath('/logs'));
  const logId = (await create({ ...LOG, timestamp: NOW }, projectPath('/logs'))).id;
  await foldTraffic(store);
  const ids = {
    logId,
    itemId: (await create()).id,
    sourceId: (await create({ ...SOURCE, repo: 'docs' }, projectPath('/data-sources'))).id,
    hintId: '',
    userId: getUserId(await service.projectId(), LOG.groupEmail),
  };
  const candidates = OPERATIONS.filter(({ path }) => path === '/recovery/candidates');
  const deletions = OPERATIONS.filter(({ method }) => method === 'DELETE');
  const erasure = OPERATIONS.filter(({ path }) => path === '/users/{userId}/erasure');
  const others = OPERATIONS.filter((each) => ![...candidates, ...deletions, ...erasure].includes(each));

  const normalize = createNormalizer();
  const examples: ApiExample[] = [];
  const add = async ({ method, path, json, text, headers }: TestOperation, prefix = projectPath()) => {
    const query = method !== 'GET' || path.includes('?') ? '' : (QUERIES[path] ?? '');
    const url = `${prefix}${fillPath(path, ids)}${query}`;
    const { status, body } = await sendRequest(method, url, {
      ...(json === undefined ? {} : { json }),
      ...(text === undefined ? {} : { text }),
      ...(headers === undefined ? {} : { headers }),
    });
    expect(status, `${method} ${url}`).toBeLessThan(300);
    const type = headers?.['content-type'] ?? (json === undefined ? undefined : 'application/json');
    const request = json ?? text;
    examples.push(
      normalize({
        method,
        path: url,
        ...(type === undefined ? {} : { contentType: type }),
        ...(request === undefined ? {} : { request }),
        status,
        ...(body === undefined ? {} : { response: body }),
      }) as ApiExample,
    );
  };
  await add({ method: 'GET', path: '' }, '/api/v1/account');
  for (const each of candidates) await add(each);
  ids.hintId = (await create(HINT, projectPath('/recovery/hints'))).id;
  for (const each of [...others, ...deletions, ...erasure]) await add(each);

  const documented = Object.entries((describeApi().document as { paths: Record<string, object> }).paths).flatMap(
    ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const isExampleOf = (operation: string, { method, path }: ApiExample) =>
    new RegExp(`^${operation.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`).test(`${method} ${path}`);
  expect(documented.filter((operation) => !examples.some((example) => isExampleOf(operation, example)))).toEqual([]);
  expect(documented.length).toBeGreaterThan(40);
  // Another test of this process may have created the copied database, at the real time.
  const text = JSON.stringify(examples, null, 2).replaceAll(/"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g, (whole, time: string) =>
    Math.abs(Date.parse(time) - Date.parse(NOW)) < MAX_AGE_MS ? whole : `"${NOW}"`,
  );
  await expect(`${text}\n`).toMatchFileSnapshot('api-examples.json');
});

/** Returns a function that numbers the ids of a value in the order in which they occur, and shortens its lists and cursors, which are random. */
function createNormalizer(): (value: unknown) => unknown {
  const numbers = new Map<string, string>();
  const counts = new Map<string, number>();
  const replaceIds = (text: string) =>
    text
      .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, REQUEST_ID)
      .replaceAll(/\b([a-z]{2,5})_[0-9a-f]{16,}\b/g, (id, prefix: string) => {
        const known = numbers.get(id);
        if (known !== undefined) return known;
        const count = (counts.get(prefix) ?? 0) + 1;
        counts.set(prefix, count);
        const short = `${prefix}_${String(count).padStart(4, '0')}`;
        numbers.set(id, short);
        return short;
      });
  const normalize = (value: unknown): unknown => {
    if (typeof value === 'string') return replaceIds(value);
    if (Array.isArray(value)) return value.slice(-MAX_ENTRIES).map(normalize);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, name === 'next' && each !== null ? 'WyJ…' : normalize(each)]),
    );
  };
  return normalize;
}
