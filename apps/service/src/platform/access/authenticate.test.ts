import { describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import {
  createResources,
  describeOperation,
  fillPath,
  OPERATIONS,
  READS,
  WRITES,
} from '../../testing/operations.fixture.ts';
import {
  ANN,
  BOB,
  errorBody,
  FOREIGN_PROJECT,
  OWN_PROJECT,
  openService,
  projectPath,
  type TestResponse,
  UNKNOWN_PROJECT,
} from '../../testing/service.fixture.ts';
import { createKey, hashKey } from './api-keys.ts';
import type { AuthenticationFailure } from './authenticate.ts';

/** Returns a response without its request ids, which differ between any two responses. */
function getComparableParts({ status, headers, body }: TestResponse) {
  const { error } = body as { error: Record<string, unknown> };
  const names = Object.fromEntries(headers);
  return { status, headers: { ...names, 'x-request-id': '' }, body: { error: { ...error, requestId: '' } } };
}

describe('authentication', () => {
  it.each(OPERATIONS)('$method $path rejects a request without a valid key', async (operation) => {
    const { method, path: _path, ...sent } = operation;
    const { sendRequest, count } = await openService();
    const missingResponse = await sendRequest(method, projectPath(fillPath(operation)), { ...sent, key: null });
    const unknown = await sendRequest(method, projectPath(fillPath(operation)), { ...sent, key: 'csk_unknown' });
    expect(missingResponse).toMatchObject(errorBody(401, 'unauthorized'));
    expect(missingResponse.headers.get('www-authenticate')).toBe('Bearer');
    expect(getComparableParts(unknown)).toEqual(getComparableParts(missingResponse));
    expect([await count('context_items'), await count('data_sources'), await count('logs')]).toEqual([0, 0, 0]);
  });

  it.each([
    ['an empty value', () => ''],
    ['only the scheme', () => 'Bearer'],
    ['only the key', (key: string) => key],
    ['another scheme', (key: string) => `Basic ${key}`],
    ['a scheme with the same prefix', (key: string) => `Bearers ${key}`],
    ['another scheme before Bearer', (key: string) => `Token Bearer ${key}`],
    ['no space after the scheme', (key: string) => `Bearer${key}`],
    ['two keys', (key: string) => `Bearer ${key} ${key}`],
    ['part of the key', (key: string) => `Bearer ${key.slice(0, -1)}`],
    ['the key in different letter case', (key: string) => `Bearer ${key.toUpperCase()}`],
    ['the stored hash of the key', (key: string) => `Bearer ${hashKey(key)}`],
    ['SQL', () => `Bearer '/**/OR/**/1=1--`],
  ])('rejects an Authorization header that contains %s', async (_name, authorization) => {
    const { sendRequest, keys } = await openService();
    const response = await sendRequest('GET', projectPath(), {
      key: null,
      headers: { authorization: authorization(keys.ann) },
    });
    expect(response).toMatchObject(errorBody(401, 'unauthorized'));
  });

  it('rejects a request without a valid key before its body or path is read', async () => {
    const { sendRequest } = await openService();
    expect(await sendRequest('POST', projectPath('/context'), { key: null, text: '{' })).toMatchObject(
      errorBody(401, 'unauthorized'),
    );
    expect(await sendRequest('GET', '/api/v1/nothing', { key: null })).toMatchObject(errorBody(401, 'unauthorized'));
  });

  it('the OpenAPI document and the health status are readable without a key', async () => {
    const { sendRequest } = await openService();
    expect((await sendRequest('GET', '/openapi.json', { key: null })).status).toBe(200);
    expect(await sendRequest('GET', '/health', { key: null })).toMatchObject({ status: 200, body: { status: 'ok' } });
  });
});

describe('the Authorization header', () => {
  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])(
    'accepts the Authorization scheme written as %s',
    async (scheme) => {
      const { sendRequest, keys } = await openService();
      const headers = { authorization: `${scheme} ${keys.ann}` };
      expect(await sendRequest('GET', projectPath(), { key: null, headers })).toMatchObject({
        status: 200,
        body: { slug: OWN_PROJECT },
      });
    },
  );

  it('accepts several spaces after the Authorization scheme', async () => {
    const { sendRequest, keys } = await openService();
    const headers = { authorization: `Bearer   ${keys.ann}` };
    expect((await sendRequest('GET', projectPath(), { key: null, headers })).status).toBe(200);
  });
});

describe('access to a project', () => {
  it.each(OPERATIONS)('$method $path does not reveal whether an inaccessible project exists', async (operation) => {
    const { method, path: _path, ...sent } = operation;
    const service = await openService();
    const { sendRequest, keys } = service;
    const innerPath = fillPath(operation, await createResources(service, FOREIGN_PROJECT, keys.bob));
    const [stored, recorded] = await service.readStored();
    const foreignResponse = await sendRequest(method, projectPath(innerPath, FOREIGN_PROJECT), sent);
    const nowhere = await sendRequest(method, projectPath(innerPath, UNKNOWN_PROJECT), sent);
    expect(foreignResponse).toMatchObject(errorBody(404, 'not_found'));
    expect(getComparableParts(foreignResponse)).toEqual(getComparableParts(nowhere));
    const isAudited = describeOperation(operation)['x-audit'] !== undefined;
    expect(await service.readStored()).toEqual([stored, recorded + (isAudited ? 2 : 0)]);
  });

  it('a read-only key cannot determine whether an inaccessible project exists', async () => {
    const { sendRequest, keys } = await openService();
    const question = { key: keys.annsReadOnly, json: { title: 'T' } };
    const foreignResponse = await sendRequest('POST', projectPath('/context', FOREIGN_PROJECT), question);
    expect(foreignResponse).toMatchObject(errorBody(404, 'not_found'));
    expect(getComparableParts(foreignResponse)).toEqual(
      getComparableParts(await sendRequest('POST', projectPath('/context', UNKNOWN_PROJECT), question)),
    );
  });

  it('a project becomes accessible as soon as the user is added as a member', async () => {
    const { sendRequest, keys, store } = await openService();
    expect((await sendRequest('GET', projectPath(), { key: keys.bob })).status).toBe(404);
    await store.accounts.addMember(OWN_PROJECT, BOB);
    expect(await sendRequest('GET', projectPath(), { key: keys.bob })).toMatchObject({
      status: 200,
      body: { slug: OWN_PROJECT },
    });
    expect((await sendRequest('GET', projectPath('', FOREIGN_PROJECT), { key: keys.bob })).status).toBe(200);
    expect((await sendRequest('GET', projectPath('', FOREIGN_PROJECT), { key: keys.ann })).status).toBe(404);
  });
});

describe('read-only keys', () => {
  it.each(WRITES)('$method $path rejects a read-only key', async (operation) => {
    const { method, path: _path, ...sent } = operation;
    const service = await openService();
    const { sendRequest, keys, count } = service;
    const innerPath = fillPath(operation, await createResources(service));
    const [before] = await service.readStored();
    const headers = { ...sent.headers, ...(method === 'POST' ? { 'idempotency-key': 'k' } : {}) };
    const response = await sendRequest(method, projectPath(innerPath), { ...sent, key: keys.annsReadOnly, headers });
    expect(response).toMatchObject(errorBody(403, 'read_only_key'));
    expect(response.headers.get('www-authenticate')).toBeNull();
    expect((await service.readStored())[0]).toEqual(before);
    expect(await count('answers')).toBe(0);
  });

  it.each(READS)('$method $path accepts a read-only key', async (operation) => {
    const { method } = operation;
    const service = await openService();
    const { sendRequest, keys } = service;
    const innerPath = projectPath(fillPath(operation, await createResources(service)));
    const withFullKey = await sendRequest(method, innerPath);
    const response = await sendRequest(method, innerPath, { key: keys.annsReadOnly });
    expect(response.status).toBe(200);
    expect(response.body).toEqual(withFullKey.body);
  });
});

describe('several keys of a user', () => {
  it('a user can use each of several API keys', async () => {
    const { sendRequest, keys, store } = await openService();
    const laterKey = 'csk_made-later';
    await store.accounts.createKey(ANN, { access: 'full', hash: hashKey(laterKey) });
    for (const key of [keys.ann, keys.annsOther, keys.annsReadOnly, laterKey]) {
      expect((await sendRequest('GET', projectPath(), { key })).status).toBe(200);
    }
  });
});

describe('onAuthenticationFailure', () => {
  const KEYS = {
    'no key': () => undefined,
    'not a bearer key': () => 'Basic YW5uOnB3',
    'unknown key': () => `Bearer ${createKey()}`,
  };

  async function open() {
    const service = await openService();
    const failures: AuthenticationFailure[] = [];
    const app = createApp(service.store, (error) => service.reported.push(error), {
      trustProxy: true,
      onAuthenticationFailure: (failure) => failures.push(failure),
    });
    const status = async (path: string, authorization: string | undefined) => {
      const headers = { 'x-forwarded-for': '192.0.2.7', ...(authorization === undefined ? {} : { authorization }) };
      return (await app.request(path, { headers: { host: 'localhost', ...headers } })).status;
    };
    return { ...service, failures, status };
  }

  it.each(Object.entries(KEYS))(
    'the IP address of the client and the reason of an authentication failure are reported: %s',
    async (reason, authorization) => {
      const { status, failures } = await open();
      for (const path of [projectPath(), '/api/v1/nothing', '/mcp']) {
        expect(await status(path, authorization())).toBe(401);
        expect(failures.splice(0)).toEqual([{ address: '192.0.2.7', reason }]);
      }
    },
  );

  it('the id of an expired or revoked key is reported, but never the key itself', async () => {
    const { status, failures, keys, store } = await open();
    await store.accounts.setRevoked(ANN, true);
    expect(await status(projectPath(), `Bearer ${keys.ann}`)).toBe(401);
    expect(failures).toEqual([
      { address: '192.0.2.7', reason: expect.stringMatching(/^expired or revoked key key_[0-9a-f]{24}$/) },
    ]);
    expect(JSON.stringify(failures)).not.toContain(keys.ann.slice(4, 12));
  });

  it('a request with a valid key is not reported as an authentication failure', async () => {
    const { status, failures, keys } = await open();
    expect(await status(projectPath(), `Bearer ${keys.ann}`)).toBe(200);
    expect(await status(projectPath('', FOREIGN_PROJECT), `Bearer ${keys.ann}`)).toBe(404);
    expect(failures).toEqual([]);
  });
});
