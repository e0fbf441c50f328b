import { sampleCases } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import type { Access, NewKey } from '../platform/access/accounts.ts';
import { createKey, hashKey } from '../platform/access/api-keys.ts';
import {
  type AreaOperation,
  createResources,
  DESCRIBED_PATHS,
  describedPath,
  describeOperation,
  fillPath,
  OPERATIONS,
  OPERATIONS_OUTSIDE_PROJECTS,
} from '../testing/operations.fixture.ts';
import {
  ANN,
  FOREIGN_PROJECT,
  OWN_PROJECT,
  openService,
  projectPath,
  SECOND_PROJECT,
  UNKNOWN_PROJECT,
} from '../testing/service.fixture.ts';

const DAY_MS = 86_400_000;

/** Access and projects of each kind of key; null for an invalid key. */
const KINDS = {
  full: { access: 'full', oneProject: false },
  'read-only': { access: 'read-only', oneProject: false },
  capture: { access: 'capture', oneProject: true },
  'one-project full': { access: 'full', oneProject: true },
  'one-project read-only': { access: 'read-only', oneProject: true },
  'rotated, in the overlap': { access: 'full', oneProject: false },
  'successor of a rotated key': { access: 'full', oneProject: false },
  'successor of a rotated one-project key': { access: 'read-only', oneProject: true },
  'rotated, after the overlap': null,
  expired: null,
  revoked: null,
  'of a revoked user': null,
} as const satisfies Record<string, { access: Access; oneProject: boolean } | null>;
type Kind = keyof typeof KINDS;

/** Projects of a request: two projects of the key owner, a project of another user, and none. Keys for one project are restricted to the first project. */
const PLACES = [OWN_PROJECT, SECOND_PROJECT, FOREIGN_PROJECT, UNKNOWN_PROJECT] as const;
type Place = (typeof PLACES)[number];

/** Creates resources in both projects of the owner, and a key of each kind. */
async function openMatrix() {
  const service = await openService();
  const { store } = service;
  const ownIds = await createResources(service);
  const secondIds = await createResources(service, SECOND_PROJECT);

  const { accounts } = store;
  const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const make = async (given: Omit<NewKey, 'hash'>, email = ANN) => {
    const text = createKey();
    return { text, id: await accounts.createKey(email, { ...given, hash: hashKey(text) }) };
  };
  const rotate = async (givenKey: Omit<NewKey, 'hash'>, oldExpiresAt: string) => {
    const { text: old, id } = await make(givenKey);
    const successor = createKey();
    await accounts.rotateKey(id, { hash: hashKey(successor), oldExpiresAt });
    return { old, successor };
  };
  const revokedKey = await make({ access: 'full' });
  await accounts.revokeKey(revokedKey.id);
  await accounts.createUser('left@example.com');
  const left = await make({ access: 'full' }, 'left@example.com');
  await accounts.setRevoked('left@example.com', true);
  const inOverlap = await rotate({ access: 'full' }, at(1));
  const keys: Record<Kind, string> = {
    full: service.keys.ann,
    'read-only': service.keys.annsReadOnly,
    capture: (await make({ access: 'capture', project: OWN_PROJECT })).text,
    'one-project full': (await make({ access: 'full', project: OWN_PROJECT })).text,
    'one-project read-only': (await make({ access: 'read-only', project: OWN_PROJECT })).text,
    'rotated, in the overlap': inOverlap.old,
    'successor of a rotated key': inOverlap.successor,
    'successor of a rotated one-project key': (await rotate({ access: 'read-only', project: OWN_PROJECT }, at(1)))
      .successor,
    'rotated, after the overlap': (await rotate({ access: 'full' }, at(-1))).old,
    expired: (await make({ access: 'full', expiresAt: at(-1) })).text,
    revoked: revokedKey.text,
    'of a revoked user': left.text,
  };
  const getIds = (place: Place) => (place === SECOND_PROJECT ? secondIds : ownIds);
  return { ...service, matrixKeys: keys, getIds };
}

/** Returns the expected status of a request; 200 stands for any success. */
function getExpectedStatus(kind: Kind, allowedValues: readonly string[], place: Place | undefined): number {
  const key = KINDS[kind];
  if (!key) return 401;
  if (key.access === 'capture' && !allowedValues.includes('capture')) return 403;
  const isReachable = place === undefined || place === OWN_PROJECT || (place === SECOND_PROJECT && !key.oneProject);
  if (!isReachable) return 404;
  return allowedValues.includes(key.access) ? 200 : 403;
}

const KIND_NAMES = Object.keys(KINDS) as Kind[];
const CASES = OPERATIONS.flatMap((operation) => PLACES.map((place) => ({ ...operation, place })));

describe('kinds of keys', () => {
  it('the tests of this file cover every operation of the OpenAPI document', () => {
    const documentedOperations = Object.entries(DESCRIBED_PATHS).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const coveredOperations = [
      ...OPERATIONS.map((operation) => `${operation.method} ${describedPath(operation)}`),
      ...OPERATIONS_OUTSIDE_PROJECTS.map(({ method, path }) => `${method} ${path}`),
    ];
    expect(documentedOperations.toSorted()).toEqual(coveredOperations.toSorted());
  });

  it.each(sampleCases(CASES, 11))(
    '$method $path in the project $place has the same result for every kind of key as its rights define',
    async ({ place, ...operation }) => {
      const { method, path: _path, ...sent }: AreaOperation = operation;
      let service = await openMatrix();
      const allowedValues = describeOperation(operation)['x-keys'];
      for (const kind of KIND_NAMES) {
        const expected = getExpectedStatus(kind, allowedValues, place);
        const response = await service.sendRequest(
          method,
          projectPath(fillPath(operation, service.getIds(place)), place),
          {
            ...sent,
            key: service.matrixKeys[kind],
          },
        );
        const status = response.status < 300 ? 200 : response.status;
        expect([kind, status], JSON.stringify(response.body)).toEqual([kind, expected]);
        // The request deleted a resource that the next key needs, or created a resource that must not exist twice.
        if (status === 200 && (method === 'DELETE' || operation.succeedsOnce)) service = await openMatrix();
      }
    },
  );

  it.each(OPERATIONS_OUTSIDE_PROJECTS)(
    '$method $path has the same result for every kind of key as its rights define',
    async (operation) => {
      const { method, path: _path, ...sent } = operation;
      const { 'x-keys': allowed, 'x-all-projects-key': needsAllProjects } = describeOperation(operation);
      let service = await openMatrix();
      for (const kind of KIND_NAMES) {
        const key = KINDS[kind];
        const isRefused = needsAllProjects === true && key?.oneProject === true;
        const expected = isRefused ? 403 : getExpectedStatus(kind, allowed, undefined);
        const path = fillPath(operation, service.getIds(OWN_PROJECT));
        const response = await service.sendRequest(method, path, { ...sent, key: service.matrixKeys[kind] });
        const status = response.status < 300 ? 200 : response.status;
        expect([kind, status], JSON.stringify(response.body)).toEqual([kind, expected]);
        if (status === 200 && method !== 'GET') service = await openMatrix();
      }
    },
  );

  it.each(KIND_NAMES)(
    'the account of a key that is %s lists exactly the projects that the key can access',
    async (kind) => {
      const service = await openMatrix();
      const { status, body } = await service.sendRequest<{
        projects: { slug: string }[];
        key: { project: string | null };
      }>('GET', '/api/v1/account', { key: service.matrixKeys[kind] });
      const expected = getExpectedStatus(kind, ['full', 'read-only'], undefined);
      expect(status).toBe(expected);
      if (expected !== 200) return;
      const oneProject = KINDS[kind]?.oneProject === true;
      expect(body.projects.map(({ slug }) => slug)).toEqual(oneProject ? [OWN_PROJECT] : [OWN_PROJECT, SECOND_PROJECT]);
      expect(body.key.project).toBe(oneProject ? OWN_PROJECT : null);
    },
  );

  it.each(KIND_NAMES)(
    'the MCP server shows a key that is %s only the projects that the key can access',
    async (kind) => {
      const { app, matrixKeys } = await openMatrix();
      const search = async (project: string) => {
        const response = await app.request('/mcp', {
          method: 'POST',
          headers: {
            authorization: `Bearer ${matrixKeys[kind]}`,
            host: 'localhost',
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'search_context', arguments: { query: 'key', project } },
          }),
        });
        return { status: response.status, text: await response.text() };
      };
      for (const place of PLACES) {
        const { status, text } = await search(place);
        const expected = getExpectedStatus(kind, ['full', 'read-only'], place);
        if (expected === 401 || expected === 403) expect([place, status]).toEqual([place, expected]);
        else {
          expect(status).toBe(200);
          expect([place, text.includes('no access to a project')]).toEqual([place, expected === 404]);
          if (KINDS[kind]?.oneProject && place !== SECOND_PROJECT) expect(text).not.toContain(SECOND_PROJECT);
        }
      }
    },
  );

  it('the path /metrics does not exist on the port of the API, for any key', async () => {
    const { sendRequest, matrixKeys } = await openMatrix();
    for (const key of [null, ...Object.values(matrixKeys)]) {
      expect((await sendRequest('GET', '/metrics', { key })).status).toBe(404);
    }
  });
});

describe('the last use of a key', () => {
  it('the last use of a key is stored once in ten minutes, even for concurrent requests', async () => {
    const { sendRequest, store, keys } = await openService();
    const find = async () => (await store.accounts.keys()).find((key) => key.lastUsedAt !== null);
    await Promise.all(Array.from({ length: 20 }, () => sendRequest('GET', projectPath(), { key: keys.ann })));
    await expect.poll(find).toBeDefined();
    const first = await find();
    await sendRequest('GET', projectPath(), { key: keys.ann });
    expect((await find())?.lastUsedAt).toBe(first?.lastUsedAt);
    const getLaterTime = (minutes: number) =>
      new Date(Date.parse(first?.lastUsedAt ?? '') + minutes * 60_000).toISOString();
    await store.accounts.recordUse(first?.id ?? '', getLaterTime(9));
    expect((await find())?.lastUsedAt).toBe(first?.lastUsedAt);
    await store.accounts.recordUse(first?.id ?? '', getLaterTime(10));
    expect((await find())?.lastUsedAt).toBe(getLaterTime(10));
  });

  it('the last use of a rejected key does not change', async () => {
    const { sendRequest, store } = await openService();
    const key = createKey();
    await store.accounts.createKey(ANN, { access: 'full', hash: hashKey(key), expiresAt: '2020-01-01T00:00:00.000Z' });
    expect((await sendRequest('GET', projectPath(), { key })).status).toBe(401);
    expect((await store.accounts.keys()).every(({ lastUsedAt }) => lastUsedAt === null)).toBe(true);
  });
});

describe('the expiry header', () => {
  it('a response to a key that expires contains its expiry time, also if the request fails', async () => {
    const { sendRequest, store, keys } = await openService();
    const key = createKey();
    const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
    await store.accounts.createKey(ANN, { access: 'full', hash: hashKey(key), expiresAt });
    for (const path of [projectPath(), '/api/v1/account']) {
      expect((await sendRequest('GET', path, { key })).headers.get('x-api-key-expires-at')).toBe(expiresAt);
      expect((await sendRequest('GET', path, { key: keys.ann })).headers.get('x-api-key-expires-at')).toBeNull();
    }
  });
});
