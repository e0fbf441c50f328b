import { parseHintSet } from '@context-sync/core/recovery';
import { describe, expect, it, vi } from 'vitest';
import { createKey, hashKey } from '../../platform/access/api-keys.ts';
import {
  ANN,
  errorBody,
  HINT,
  LOG,
  OWN_PROJECT,
  openService,
  projectPath,
  type TestApp,
} from '../../testing/service.fixture.ts';

interface TestHint {
  readonly id: string;
  readonly title: string;
  readonly problems: readonly string[];
}
type Refused = { readonly error: { readonly message: string } };

const HINTS = projectPath('/recovery/hints');
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0' },
  servers: [{ url: 'https://api.example.com/v1' }],
  paths: {
    '/pets': {
      get: { operationId: 'listPets', responses: { 200: { description: 'The pets' } } },
      post: { operationId: 'createPet', responses: { 201: { description: 'The pet' } } },
    },
    '/pets/{petId}': { get: { operationId: 'getPet', responses: { 200: { description: 'The pet' } } } },
  },
};

async function open() {
  const service = await openService();
  const { sendRequest } = service;
  await sendRequest('PUT', projectPath('/api-description'), { json: DOCUMENT });
  const add = async (hint: object): Promise<TestHint> => {
    const { status, body } = await sendRequest<TestHint>('POST', HINTS, { json: { ...HINT, ...hint } });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const find = async (error: object) => {
    const { status, body } = await sendRequest<{ hint: TestHint | null; sent: unknown }>(
      'POST',
      projectPath('/recovery/test'),
      { json: { method: 'POST', url: 'https://api.example.com/v1/pets', status: 422, ...error } },
    );
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  return { ...service, add, find };
}

describe('/recovery/hints', () => {
  it('a recovery hint can be created, read, replaced and deleted', async () => {
    const { sendRequest } = await open();
    const createdResponse = await sendRequest<TestHint>('POST', HINTS, { json: HINT });
    expect(createdResponse).toMatchObject({
      status: 201,
      body: { ...HINT, audience: 'agents', holdOutPercent: 0, enabled: true },
    });
    const path = `${HINTS}/${createdResponse.body.id}`;
    expect(createdResponse.headers.get('location')).toBe(path);
    expect((await sendRequest('GET', path)).body).toEqual(createdResponse.body);
    const replacedResponse = await sendRequest('PUT', path, { json: { ...HINT, title: 'Other', holdOutPercent: 20 } });
    expect(replacedResponse).toMatchObject({
      status: 200,
      body: { id: createdResponse.body.id, title: 'Other', holdOutPercent: 20 },
    });
    expect((await sendRequest('GET', HINTS)).body).toMatchObject({ hints: [{ title: 'Other' }], next: null });
    expect((await sendRequest('DELETE', path)).status).toBe(204);
    for (const method of ['GET', 'DELETE'])
      expect(await sendRequest(method, path)).toMatchObject(errorBody(404, 'not_found'));
    expect(await sendRequest('PUT', path, { json: HINT })).toMatchObject(errorBody(404, 'not_found'));
  });

  it('creates a recovery hint once per Idempotency-Key', async () => {
    const { sendRequest, count } = await open();
    const post = () => sendRequest<TestHint>('POST', HINTS, { json: HINT, headers: { 'idempotency-key': 'k' } });
    expect((await post()).body).toEqual((await post()).body);
    expect(await count('hints')).toBe(1);
  });

  it.each([
    [
      'an unknown operation',
      { match: { operationId: 'petPet', status: 422 } },
      /operationId: "petPet" is not an operation/,
    ],
    [
      'an operation and a route',
      { match: { operationId: 'getPet', route: '/pets', status: 422 } },
      /operationId: is not allowed with method or route/,
    ],
    [
      'an unknown operation in a step',
      { steps: [{ do: 'call', text: 'x', operation: 'no' }] },
      /steps\[0\]\.operation: "no"/,
    ],
    [
      'a method that the path does not have',
      { match: { method: 'PUT', route: '/pets', status: 422 } },
      /has GET, POST/,
    ],
    [
      'a URL as its route',
      { match: { route: 'https://a.example/pets', status: 422 } },
      /match\.route: can never match/,
    ],
    ['a query in its route', { match: { route: '/pets?id=1', status: 422 } }, /match\.route: can never match/],
    [
      'quotes in the text',
      { match: { status: 422, messageContains: 'the "name"' } },
      /messageContains: can never match/,
    ],
    [
      'an error code of a response without a body',
      { match: { method: 'HEAD', status: 404, errorCode: 'x' } },
      /have no body/,
    ],
    ['an error code with spaces around it', { match: { status: 404, errorCode: ' x' } }, /without spaces around/],
    ['a status that is not an error', { match: { status: 200 } }, /match\.status/],
    [
      'a retry delay although it is not retryable',
      { retryable: false, retryAfterSeconds: 5 },
      /contradicts "retryable": false/,
    ],
    ['no steps', { steps: [] }, /steps/],
    [
      'a field that is not a JSON pointer',
      { steps: [{ do: 'change', text: 'x', field: 'a' }] },
      /must be a JSON pointer/,
    ],
    ['a link that is not an HTTP URL', { documentation: 'javascript:alert(1)' }, /documentation/],
    ['a hold-out percentage over 50', { holdOutPercent: 51 }, /holdOutPercent/],
  ])('rejects a recovery hint and states the reason if it has %s', async (_name, change, reason) => {
    const { sendRequest, count } = await open();
    const response = await sendRequest<Refused>('POST', HINTS, { json: { ...HINT, ...change } });
    expect(response).toMatchObject(errorBody(400, 'invalid_request'));
    expect(response.body.error.message).toMatch(reason);
    expect(await count('hints')).toBe(0);
  });

  it.each([
    ['the same conditions', { match: { method: 'GET', route: '/pets/{petId}', status: 404 } }],
    [
      'a different parameter name and the base path of the server',
      { match: { method: 'get', route: '/v1/pets/:id', status: 404 } },
    ],
    ['the operation of the same endpoint', { match: { operationId: 'getPet', status: 404 } }],
  ])('rejects a recovery hint that matches the same errors as another hint: %s', async (_name, change) => {
    const { sendRequest, add } = await open();
    const first = await add({ match: { method: 'GET', route: '/pets/{petId}', status: 404 } });
    const response = await sendRequest<Refused>('POST', HINTS, { json: { ...HINT, ...change } });
    expect(response).toMatchObject(errorBody(409, 'conflict'));
    expect(response.body.error.message).toContain(`Hint ${first.id} matches the same errors`);
    const second = await add({ match: { status: 404 } });
    const replaced = await sendRequest('PUT', `${HINTS}/${second.id}`, { json: { ...HINT, ...change } });
    expect(replaced).toMatchObject(errorBody(409, 'conflict'));
  });

  it('a recovery hint whose operation no longer exists lists the problem and is no longer sent', async () => {
    const { sendRequest, add, find } = await open();
    const { id } = await add({ match: { operationId: 'createPet', status: 422 } });
    expect((await find({})).hint?.id).toBe(id);
    await sendRequest('DELETE', projectPath('/api-description'));
    const { problems } = (await sendRequest<TestHint>('GET', `${HINTS}/${id}`)).body;
    expect(problems).toEqual(['match.operationId: "createPet" is not an operation of the project\'s OpenAPI document']);
    expect((await find({})).hint).toBeNull();
  });
});

describe('POST /recovery/test', () => {
  it('the most specific recovery hint that matches an error takes precedence', async () => {
    const { add, find } = await open();
    // The hints are sorted from the least specific to the most specific. Each hint takes precedence over the previous ones.
    const order = [
      { status: '4xx' },
      { status: 422 },
      { status: '4xx', errorCode: 'too_heavy' },
      { status: 422, errorCode: 'too_heavy' },
      { method: 'POST', status: '4xx' },
      { route: '/pets', status: '4xx' },
      { operationId: 'createPet', status: '4xx' },
      { operationId: 'createPet', status: 422 },
      { operationId: 'createPet', status: 422, messageContains: 'weight' },
      { operationId: 'createPet', status: 422, messageContains: 'weight of' },
      { operationId: 'createPet', status: 422, errorCode: 'too_heavy' },
    ];
    for (const [at, match] of order.entries()) {
      const { id } = await add({ title: `Hint ${at}`, match });
      const body = { error: { code: 'too_heavy', message: 'the weight of a pet' } };
      expect((await find({ body })).hint?.id, JSON.stringify(match)).toBe(id);
    }
    expect((await find({ method: 'GET', status: 400 })).hint?.title).toBe('Hint 5');
    expect((await find({ method: 'GET', url: '/none', status: 500 })).hint).toBeNull();
  });

  it('a recovery test returns the Link header and the body that the user would receive', async () => {
    const { add, find } = await open();
    const { id } = await add({
      match: { operationId: 'createPet', status: 422 },
      retryable: true,
      retryAfterSeconds: 5,
    });
    const { sent } = await find({ body: { message: 'no' } });
    expect(sent).toEqual({
      link: `<${HINT.documentation}>; rel="help"; title="${HINT.title}"`,
      retryAfterSeconds: 5,
      body: {
        message: 'no',
        recovery: {
          hint: id,
          retryable: true,
          retryAfterSeconds: 5,
          steps: HINT.steps,
          documentation: HINT.documentation,
        },
      },
    });
    expect((await find({ body: 'plain text' })).sent).toMatchObject({ body: null });
  });
});

describe('GET /recovery/hint-set', () => {
  it('the hint set contains the enabled hints, with and without the base path of the server', async () => {
    const { sendRequest, add } = await open();
    const { id } = await add({ match: { operationId: 'getPet', status: 404 }, holdOutPercent: 10 });
    await add({ match: { status: 500 }, enabled: false });
    const { body } = await sendRequest('GET', projectPath('/recovery/hint-set'));
    const routes = [
      ['v1', 'pets', '{}'],
      ['pets', '{}'],
    ];
    expect(parseHintSet(JSON.stringify(body))).toMatchObject(
      routes.map((route) => ({ id, match: { method: 'GET', route, status: 404 }, holdOutPercent: 10 })),
    );
  });

  it('the hint set is readable with a capture key, and returns 304 while it is unchanged', async () => {
    const { sendRequest, add, store } = await open();
    const key = createKey();
    await store.accounts.createKey(ANN, { access: 'capture', project: OWN_PROJECT, hash: hashKey(key) });
    const get = (etag?: string) =>
      sendRequest('GET', projectPath('/recovery/hint-set'), {
        key,
        ...(etag ? { headers: { 'if-none-match': etag } } : {}),
      });
    const first = await get();
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const etag = first.headers.get('etag') ?? '';
    expect(await get(etag)).toMatchObject({ status: 304, body: undefined });
    expect((await get(`"other", W/${etag}`)).status).toBe(304);
    await add({});
    expect((await get(etag)).status).toBe(200);
  });
});

/** Stores logs of POST /orders, one second apart. */
async function addOrders(
  { sendRequest }: TestApp,
  orders: readonly (readonly [user: string | null, status: number, code?: string, hint?: string])[],
) {
  const start = Date.now() - 3_600_000;
  const lines = orders.map(([groupEmail, status, errorCode = null, recoveryHintId = null], at) => ({
    ...LOG,
    recoveryHintId,
    method: 'POST',
    url: '/orders',
    route: '/orders',
    status,
    errorCode,
    groupEmail,
    timestamp: new Date(start + at * 1_000).toISOString(),
  }));
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  const addedResponse = await sendRequest('POST', projectPath('/logs-batch'), {
    text,
    headers: { 'content-type': 'application/x-ndjson' },
  });
  expect(addedResponse.status).toBe(201);
}

describe('GET /recovery/candidates', () => {
  it('GET /recovery/candidates lists the errors without a recovery hint, sorted by the number of stuck users', async () => {
    const service = await open();
    const { sendRequest, add } = service;
    await addOrders(service, [
      // This user is stuck: it gets the error three times without a success in between, with two forms of its email address.
      ['a', 409, 'locked'],
      ['a', 409, 'locked'],
      [' A', 409, 'locked'],
      ['a', 200],
      // This user is not stuck, because it succeeds.
      ['b', 409, 'locked'],
      ['b', 409, 'locked'],
      ['b', 200],
      ['b', 409, 'locked'],
      ['c', 400, 'bad_size'],
      ['c', 400, 'bad_size'],
      ['c', 400, 'bad_size'],
      ['d', 400, 'bad_size'],
      ['d', 400, 'bad_size'],
      ['d', 400, 'bad_size'],
      [null, 500],
      [null, 500],
      [null, 500],
    ]);
    const list = async () =>
      (await sendRequest<{ candidates: readonly object[] }>('GET', projectPath('/recovery/candidates'))).body
        .candidates;
    const endpoint = { method: 'POST', route: '/orders', endpointId: expect.any(String) };
    const lockedFailure = {
      ...endpoint,
      hintIds: [],
      status: 409,
      errorCode: 'locked',
      requests: 6,
      users: 2,
      stuckUsers: 1,
    };
    const failedDelivery = {
      ...endpoint,
      hintIds: [],
      status: 500,
      errorCode: null,
      requests: 3,
      users: 0,
      stuckUsers: 0,
    };
    expect(await list()).toEqual([
      { ...endpoint, hintIds: [], status: 400, errorCode: 'bad_size', requests: 6, users: 2, stuckUsers: 2 },
      lockedFailure,
      failedDelivery,
    ]);
    await add({ match: { route: '/orders', status: '4xx', errorCode: 'bad_size' } });
    expect(await list()).toEqual([lockedFailure, failedDelivery]);
  });

  it.each([
    [100, 1],
    [103, 1],
    [199, 1],
    [200, 0],
    [204, 0],
    [299, 0],
    [302, 1],
    [304, 1],
  ])('a %i response between errors leaves %i users stuck', async (status, stuckUsers) => {
    const service = await open();
    await addOrders(service, [
      ['a', 409],
      ['a', 409],
      ['a', status],
      ['a', 409],
    ]);
    const { body } = await service.sendRequest('GET', projectPath('/recovery/candidates'));
    expect(body).toMatchObject({ candidates: [{ requests: 3, users: 1, stuckUsers }] });
  });

  it('a recovery candidate counts only requests that matched no hint with messageContains, and contains the ids of these hints', async () => {
    const service = await open();
    const { sendRequest, add } = service;
    const match = { route: '/orders', status: 409 };
    const { id } = await add({ match: { ...match, messageContains: 'locked by' } });
    const { id: other } = await add({ match: { ...match, status: '4xx', messageContains: 'locked until' } });
    await add({ match: { route: '/orders', status: 410, messageContains: 'gone' } });
    const list = async () => (await sendRequest('GET', projectPath('/recovery/candidates'))).body;
    await addOrders(service, [
      ['a', 409, 'locked', id],
      ['a', 409, 'locked', id],
      ['a', 409, 'locked', id],
      [null, 409, 'locked', other],
    ]);
    expect(await list()).toMatchObject({ candidates: [] });
    await addOrders(service, [
      ['a', 409, 'locked'],
      ['a', 409, 'locked', id],
      ['b', 409, 'locked'],
      ['b', 409, 'locked', 'hint_deleted'],
      ['b', 409, 'locked'],
    ]);
    const candidate = { requests: 4, users: 2, stuckUsers: 1, hintIds: expect.toSatisfy(isPair) };
    expect(await list()).toMatchObject({ candidates: [candidate] });

    function isPair(ids: readonly string[]): boolean {
      return ids.length === 2 && ids.includes(id) && ids.includes(other);
    }
  });
});

describe('GET /recovery/hints/{hintId}/effect', () => {
  it('the effect of a recovery hint counts each user by their first error', async () => {
    // In the run for PostgreSQL, a hook of another imported test file stops the clock.
    vi.useRealTimers();
    const service = await open();
    const { sendRequest, add } = service;
    const { id } = await add({ match: { route: '/orders', status: 409 }, audience: 'everyone', holdOutPercent: 50 });
    const getTime = (minutes: number) => new Date(Date.now() - 3_600_000 + minutes * 60_000).toISOString();
    const createFailedLog = (groupEmail: string, withheld: boolean, minutes = 0) => ({
      ...LOG,
      route: '/orders',
      url: '/orders',
      status: 409,
      groupEmail,
      timestamp: getTime(minutes),
      recoveryHintId: id,
      response: { recovery: { hint: id, sentIn: withheld ? [] : ['body'], withheld } },
    });
    const createSuccessfulLog = (groupEmail: string, minutes: number, route = '/orders') => ({
      ...LOG,
      route,
      url: route,
      status: 200,
      errorCode: null,
      groupEmail,
      timestamp: getTime(minutes),
    });
    for (const json of [
      createFailedLog('a', false),
      createSuccessfulLog('a', 3),
      createFailedLog('a', false, 20),
      createFailedLog('b', false),
      createSuccessfulLog('b', 11),
      createFailedLog('c', true),
      createSuccessfulLog('c', 1, '/pets'),
      createFailedLog('d', true),
      createSuccessfulLog('d', 9),
      { ...createFailedLog('e', true), recoveryHintId: 'hint_of_nobody' },
      createFailedLog('f', true, 59),
    ]) {
      expect((await sendRequest('POST', projectPath('/logs'), { json })).status).toBe(201);
    }
    const effect = (await sendRequest('GET', `${HINTS}/${id}/effect`)).body;
    expect(effect).toMatchObject({
      delivered: 2,
      recovered: 1,
      withheld: 2,
      recoveredWithheld: 1,
      pending: 1,
      rate: 0.5,
      rateWithheld: 0.5,
      difference: 0,
      interval: null,
      verdict: 'too-few',
    });
    // The results are the same after the logs are deleted.
    await service.store.hints.resolve(await service.projectId(), getTime(1_000));
    await service.store.logs.prune(await service.projectId(), getTime(1_000), 1_000);
    expect((await sendRequest('GET', `${HINTS}/${id}/effect`)).body).toMatchObject({
      recovered: 1,
      recoveredWithheld: 1,
    });
    const keptRows = await service.rows('SELECT caller, group_email FROM hint_deliveries');
    expect(keptRows.every((row) => /^usr_/.test(String(row.caller)) && row.group_email === null)).toBe(true);
    // An edited hint is measured again. A hint that was only disabled is not.
    const put = async (change: object) => {
      const json = {
        ...HINT,
        match: { route: '/orders', status: 409 },
        audience: 'everyone',
        holdOutPercent: 50,
        ...change,
      };
      expect((await sendRequest('PUT', `${HINTS}/${id}`, { json })).status).toBe(200);
    };
    const version = parseHintSet(
      JSON.stringify((await sendRequest('GET', projectPath('/recovery/hint-set'))).body),
    )?.[0]?.version;
    const report = { hint: id, version, sentIn: ['link'], withheld: false };
    await sendRequest('POST', projectPath('/logs'), {
      json: { ...createFailedLog('g', false), response: { recovery: report } },
    });
    const read = async () => (await sendRequest('GET', `${HINTS}/${id}/effect`)).body;
    await put({ enabled: false });
    await put({});
    expect(await read()).toMatchObject({ delivered: 1 });
    await put({ title: 'Other' });
    expect(await read()).toMatchObject({ delivered: 0 });
    await put({});
    expect(await read()).toMatchObject({ delivered: 1 });
    // The effect of a hint for agents is measured only on requests from agents.
    await sendRequest('PUT', `${HINTS}/${id}`, { json: { ...HINT, match: { route: '/orders', status: 409 } } });
    expect((await sendRequest('GET', `${HINTS}/${id}/effect`)).body).toMatchObject({ delivered: 0, pending: 0 });
  });
});
