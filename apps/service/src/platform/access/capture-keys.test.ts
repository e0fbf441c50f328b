import { describe, expect, it } from 'vitest';
import { createResources, describeOperation, fillPath, OPERATIONS } from '../../testing/operations.fixture.ts';
import {
  ANN,
  errorBody,
  FOREIGN_PROJECT,
  LOG,
  OWN_PROJECT,
  openService,
  projectPath,
  SECOND_PROJECT,
} from '../../testing/service.fixture.ts';
import { createKey, hashKey } from './api-keys.ts';

/** Creates the app with resources to read, change and delete, and a key of each kind. */
async function openWithKeys() {
  const service = await openService();
  const { keys, store } = service;
  const ids = await createResources(service);
  const capture = createKey();
  await store.accounts.createKey(ANN, { access: 'capture', project: OWN_PROJECT, hash: hashKey(capture) });
  return { ...service, ids, keyOf: { full: keys.ann, 'read-only': keys.annsReadOnly, capture } };
}

describe('x-keys', () => {
  it.each(OPERATIONS)(
    '$method $path accepts exactly the key types that the OpenAPI document lists',
    async (operation) => {
      const { sendRequest, keyOf, ids } = await openWithKeys();
      const { method, path: _path, ...sent } = operation;
      const acceptedValues = describeOperation(operation)['x-keys'];
      // The full key is the last one, because it may delete the resources that the other keys read.
      for (const access of ['capture', 'read-only', 'full'] as const) {
        const { status, body } = await sendRequest(method, projectPath(fillPath(operation, ids)), {
          ...sent,
          key: keyOf[access],
        });
        if (acceptedValues.includes(access))
          expect([access, status < 300], JSON.stringify(body)).toEqual([access, true]);
        else {
          const code = access === 'capture' ? 'capture_key' : 'read_only_key';
          expect({ status, body }).toMatchObject(errorBody(403, code));
        }
      }
    },
  );

  it('the OpenAPI document lists capture keys only for sending logs and reading recovery hints', () => {
    const allowedOperations = OPERATIONS.filter((operation) =>
      describeOperation(operation)['x-keys'].includes('capture'),
    );
    expect(allowedOperations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /recovery/hint-set',
      'POST /logs',
      'POST /logs-batch',
      'POST /logs-har',
      'POST /otlp/v1/traces',
    ]);
  });
});

describe('capture keys', () => {
  it('a capture key cannot access another project of its owner', async () => {
    const { sendRequest, keyOf, count } = await openWithKeys();
    for (const slug of [SECOND_PROJECT, 'nowhere']) {
      const response = await sendRequest('POST', projectPath('/logs', slug), { json: LOG, key: keyOf.capture });
      expect(response).toMatchObject(errorBody(404, 'not_found'));
    }
    expect(await count('logs')).toBe(1);
  });

  it('a capture key cannot access the account, unknown operations or MCP', async () => {
    const { sendRequest, keyOf } = await openWithKeys();
    expect(await sendRequest('GET', '/api/v1/account', { key: keyOf.capture })).toMatchObject(
      errorBody(403, 'capture_key'),
    );
    expect(await sendRequest('GET', '/api/v1/none', { key: keyOf.capture })).toMatchObject(errorBody(404, 'not_found'));
    const mcp = await sendRequest('POST', '/mcp', { key: keyOf.capture, json: {}, headers: { host: 'localhost' } });
    expect(mcp).toMatchObject(errorBody(403, 'capture_key'));
  });

  it('a capture key is revoked when its owner leaves the project', async () => {
    const { sendRequest, keyOf, store } = await openWithKeys();
    await store.accounts.createUser('second@example.com');
    await store.accounts.addMember(OWN_PROJECT, 'second@example.com', 'owner');
    await store.accounts.removeMember(OWN_PROJECT, ANN);
    const send = () => sendRequest('POST', projectPath('/logs'), { json: LOG, key: keyOf.capture });
    expect(await send()).toMatchObject(errorBody(401, 'unauthorized'));
    await store.accounts.addMember(OWN_PROJECT, ANN);
    expect(await send()).toMatchObject(errorBody(401, 'unauthorized'));
  });

  it('a capture key can only be created for a project of its owner', async () => {
    const { store } = await openWithKeys();
    const create = (project: string) => store.accounts.createKey(ANN, { access: 'capture', project, hash: project });
    await expect(create(FOREIGN_PROJECT)).rejects.toThrow(`is not a member of a project "${FOREIGN_PROJECT}"`);
  });
});
