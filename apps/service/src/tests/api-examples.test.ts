import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { foldTraffic } from '../areas/metrics/fold-traffic.ts';
import {
  type AreaOperation,
  createResources,
  DESCRIBED_PATHS,
  fillPath,
  type Ids,
  OPERATIONS,
  OPERATIONS_OUTSIDE_PROJECTS,
} from '../testing/operations.fixture.ts';
import { LOG, OPENAPI_DOCUMENT, openService, projectPath } from '../testing/service.fixture.ts';
import type { TestOperation } from '../testing/test-operation.fixture.ts';

/** An operation of the API reference, with a request to the real service and its response. `npm run api-reference` shows them. */
interface ApiExample {
  readonly method: string;
  /** The path with the query. Ids are replaced by numbered ids, because those of the service are random. */
  readonly path: string;
  readonly contentType?: string;
  readonly request?: unknown;
  readonly status: number;
  readonly response?: unknown;
}

const NOW = '2026-03-01T12:00:00.000Z';
/** Maximum distance of the times in the examples from `NOW`. */
const MAX_AGE_MS = 100 * 86_400_000;
/** Replaces the random ids of requests. */
const REQUEST_ID = '6f1c1d4e-7f0f-4c7e-9c0b-2f6f3b6a9d10';
/** Maximum number of entries of lists in the API reference. */
const MAX_ENTRIES = 2;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
});
afterEach(() => {
  vi.useRealTimers();
});

it('every operation in docs/reference/api.md has an example that equals the response of the service', async () => {
  const service = await openService();
  const { sendRequest, create, store } = service;
  await sendRequest('PUT', projectPath('/api-description'), { json: OPENAPI_DOCUMENT });
  for (const minutes of [5, 4, 3])
    await create({ ...LOG, timestamp: new Date(Date.now() - minutes * 60_000).toISOString() }, projectPath('/logs'));
  await create({ ...LOG, timestamp: NOW }, projectPath('/logs'));
  await foldTraffic(store);

  const normalize = createNormalizer();
  const examples: ApiExample[] = [];
  const add = async (operation: AreaOperation, ids?: Ids, prefix = projectPath()) => {
    const { method, json, text, headers, exampleQuery = '' } = operation;
    const url = `${prefix}${fillPath(operation, ids)}${exampleQuery}`;
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
        ...(body === undefined ? {} : { response: sortKeys(body) }),
      }) as ApiExample,
    );
  };
  const select = (order?: TestOperation['exampleOrder']) => OPERATIONS.filter((each) => each.exampleOrder === order);
  for (const each of select('before-resources')) await add(each);
  const ids = await createResources(service);
  for (const each of OPERATIONS_OUTSIDE_PROJECTS) await add(each, ids, '');
  for (const each of [...select(), ...select('after-deletions')]) await add(each, ids);

  const documentedOperations = Object.entries(DESCRIBED_PATHS).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const isExampleOf = (operation: string, { method, path }: ApiExample) =>
    new RegExp(`^${operation.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`).test(`${method} ${path}`);
  expect(
    documentedOperations.filter((operation) => !examples.some((example) => isExampleOf(operation, example))),
  ).toEqual([]);
  expect(documentedOperations.length).toBeGreaterThan(40);
  // Another test of this process may have created the copied database, at the real time.
  const text = JSON.stringify(examples, null, 2).replaceAll(/"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g, (whole, time: string) =>
    Math.abs(Date.parse(time) - Date.parse(NOW)) < MAX_AGE_MS ? whole : `"${NOW}"`,
  );
  await expect(`${text}\n`).toMatchFileSnapshot('api-examples.json');
});

/**
 * Sorts a list of keys by their visible properties. In this test, all keys are created at the same time, so the service lists them in the order of
 * their random ids.
 */
function sortKeys(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('keys' in body) || !Array.isArray(body.keys)) return body;
  const getOrder = (key: object) => JSON.stringify({ ...key, id: '', createdAt: '' });
  return { keys: body.keys.toSorted((a: object, b: object) => (getOrder(a) > getOrder(b) ? -1 : 1)) };
}

/** Returns a function that numbers the ids of a value in the order in which they occur, and shortens lists and random cursors. */
function createNormalizer(): (value: unknown) => unknown {
  const numbers = new Map<string, string>();
  const counts = new Map<string, number>();
  const replaceIds = (text: string) =>
    text
      .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, REQUEST_ID)
      // Secrets are random, and secret scanners must not report them.
      .replaceAll(/\bcsk_[\w-]{43}/g, 'csk_…')
      .replaceAll(/(\/invites\/)[\w-]{43}/g, '$1…')
      .replaceAll(/\b([a-z]{2,5})_[0-9a-f]{16,}\b/g, (id, prefix: string) => {
        const knownNumber = numbers.get(id);
        if (knownNumber !== undefined) return knownNumber;
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
