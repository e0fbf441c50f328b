import { describe, expect, it } from 'vitest';
import { createKey, hashKey } from '../../platform/access/api-keys.ts';
import {
  ANN,
  BOB,
  errorBody,
  OWN_PROJECT,
  openService,
  projectPath,
  SECOND_PROJECT,
} from '../../testing/service.fixture.ts';

const KEYS = '/api/v1/account/keys';
const DAY_MS = 86_400_000;

interface Key {
  readonly id: string;
  readonly key: string;
  readonly access: string;
  readonly project: string | null;
  readonly expiresAt: string | null;
  readonly replaced?: { readonly id: string; readonly expiresAt: string };
}

/** Creates the app with a key of Ann that is restricted to one project. */
async function openWithKeys() {
  const service = await openService();
  const oneProject = createKey();
  await service.store.accounts.createKey(ANN, { access: 'full', project: OWN_PROJECT, hash: hashKey(oneProject) });
  const post = (path: string, json: object, key?: string, headers = {}) =>
    service.sendRequest<Key>('POST', path, { json, headers, ...(key === undefined ? {} : { key }) });
  const works = async (key: string, slug = OWN_PROJECT) =>
    (await service.sendRequest('GET', projectPath('', slug), { key })).status;
  return { ...service, oneProject, post, works };
}

describe('POST /account/keys', () => {
  it('the response that creates an API key contains the key, and no later response does', async () => {
    const { post, works, everything, sendRequest } = await openWithKeys();
    const { status, body } = await post(KEYS, { access: 'read-only', project: OWN_PROJECT, name: 'laptop' });
    expect([status, body]).toEqual([201, expect.objectContaining({ access: 'read-only', project: OWN_PROJECT })]);
    expect([await works(body.key), await works(body.key, SECOND_PROJECT)]).toEqual([200, 404]);
    const listed = JSON.stringify((await sendRequest('GET', KEYS)).body);
    expect(listed).toContain(body.id);
    expect(listed + (await everything())).not.toContain(body.key);
  });

  it('a new API key expires after the requested number of days, or after a year by default', async () => {
    const { post } = await openWithKeys();
    const days = async (json: object) =>
      Math.round((Date.parse((await post(KEYS, json)).body.expiresAt ?? '') - Date.now()) / DAY_MS);
    expect(await days({ access: 'full', expiresInDays: 30 })).toBe(30);
    expect(await days({ access: 'full' })).toBe(365);
    expect(await post(KEYS, { access: 'full', expiresInDays: 366 })).toMatchObject(errorBody(400, 'invalid_request'));
    const capture = await post(KEYS, { access: 'capture', project: OWN_PROJECT });
    expect(capture.body.expiresAt).toBeNull();
  });

  it('the response to a repeated request does not contain the API key', async () => {
    const { post, sendRequest } = await openWithKeys();
    const headers = { 'idempotency-key': 'k' };
    const [first, second] = [
      await post(KEYS, { access: 'full' }, undefined, headers),
      await post(KEYS, { access: 'full' }, undefined, headers),
    ];
    expect(second.body).toMatchObject({ id: first.body.id, key: null });
    expect(first.body.key).toMatch(/^csk_/);
    expect((await sendRequest<{ keys: object[] }>('GET', KEYS)).body.keys).toHaveLength(5);
  });

  it.each([
    [{ access: 'full' }, 403, 'one_project_key'],
    [{ access: 'read-only', project: SECOND_PROJECT }, 403, 'one_project_key'],
    [{ access: 'capture', project: OWN_PROJECT }, 201, undefined],
    [{ access: 'full', project: OWN_PROJECT }, 201, undefined],
  ])('with an API key for one project, creating the key %j returns the status %d', async (json, status, code) => {
    const { post, oneProject } = await openWithKeys();
    const response = await post(KEYS, json, oneProject);
    expect(response).toMatchObject({ status, body: code === undefined ? {} : { error: { code } } });
  });

  it.each([
    [{ access: 'full', project: 'acme-api' }, 'body.project'],
    [{ access: 'full', project: 'no-such-project' }, 'body.project'],
    [{ access: 'capture' }, 'body.project'],
    [{ access: 'admin' }, 'body.access'],
  ])('POST /account/keys rejects %j', async (json, where) => {
    const { post } = await openWithKeys();
    expect(await post(KEYS, json)).toMatchObject({ status: 400, body: { error: { details: [{ where }] } } });
  });

  it('POST /account/keys rejects requests with a read-only key', async () => {
    const { post, keys } = await openWithKeys();
    expect(await post(KEYS, { access: 'read-only' }, keys.annsReadOnly)).toMatchObject(errorBody(403, 'read_only_key'));
  });
});

describe('POST /account/keys/{keyId}/rotate', () => {
  it('rotating an API key creates a key with the same rights, and the old key works until the overlap ends', async () => {
    const { post, works } = await openWithKeys();
    const { body: old } = await post(KEYS, { access: 'full', project: OWN_PROJECT, name: 'workflow' });
    const { status, body } = await post(`${KEYS}/${old.id}/rotate`, {});
    expect([status, body]).toMatchObject([201, { name: 'workflow', project: OWN_PROJECT, replaced: { id: old.id } }]);
    const hours = (Date.parse(body.replaced?.expiresAt ?? '') - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    expect([await works(old.key), await works(body.key)]).toEqual([200, 200]);
  });

  it('rotating an API key without an overlap revokes the old key immediately, and a revoked key cannot be rotated', async () => {
    const { post, works } = await openWithKeys();
    const { body: old } = await post(KEYS, { access: 'full' });
    const { body } = await post(`${KEYS}/${old.id}/rotate`, { overlapHours: 0 });
    expect([await works(old.key), await works(body.key)]).toEqual([401, 200]);
    expect(await post(`${KEYS}/${old.id}/rotate`, {})).toMatchObject(errorBody(409, 'inactive_key'));
  });

  it.each([-1, 721, 1.5, null])('rotating an API key with an overlap of %j hours is rejected', async (overlapHours) => {
    const { post } = await openWithKeys();
    const { body } = await post(KEYS, { access: 'full' });
    const response = await post(`${KEYS}/${body.id}/rotate`, { overlapHours });
    expect(response).toMatchObject(errorBody(400, 'invalid_request'));
  });

  it('an API key for one project can rotate itself, but not a key with more rights', async () => {
    const { post, sendRequest, oneProject } = await openWithKeys();
    const { body } = await sendRequest<{ keys: Key[] }>('GET', KEYS, { key: oneProject });
    expect(body.keys.map(({ project }) => project)).toEqual([OWN_PROJECT]);
    expect((await post(`${KEYS}/${body.keys[0]?.id}/rotate`, {}, oneProject)).status).toBe(201);
    const { body: all } = await sendRequest<{ keys: Key[] }>('GET', KEYS);
    const other = all.keys.find(({ project }) => project === null);
    expect(await post(`${KEYS}/${other?.id}/rotate`, {}, oneProject)).toMatchObject(errorBody(404, 'not_found'));
  });
});

describe('DELETE /account/keys/{keyId}', () => {
  it('deleting an API key revokes it immediately, and the request can be repeated', async () => {
    const { post, works, sendRequest } = await openWithKeys();
    const { body } = await post(KEYS, { access: 'full' });
    expect((await sendRequest('DELETE', `${KEYS}/${body.id}`)).status).toBe(204);
    expect(await works(body.key)).toBe(401);
    expect((await sendRequest('DELETE', `${KEYS}/${body.id}`)).status).toBe(204);
  });

  it('deleting the API key of another member returns 404', async () => {
    const { sendRequest, store, keys, works } = await openWithKeys();
    const [key] = await store.accounts.keys(BOB);
    expect(await sendRequest('DELETE', `${KEYS}/${key?.id}`)).toMatchObject(errorBody(404, 'not_found'));
    expect(await works(keys.bob, 'acme-api')).toBe(200);
  });
});

describe('the account', () => {
  it('the owner of an account can change its name', async () => {
    const { sendRequest, oneProject } = await openWithKeys();
    const changedResponse = await sendRequest('PATCH', '/api/v1/account', { json: { name: ' Ann Example ' } });
    expect(changedResponse).toMatchObject({ status: 200, body: { email: ANN, name: 'Ann Example' } });
    expect((await sendRequest('GET', '/api/v1/account')).body).toMatchObject({ user: { name: 'Ann Example' } });
    const refused = await sendRequest('PATCH', '/api/v1/account', { json: { name: 'Eve' }, key: oneProject });
    expect(refused).toMatchObject(errorBody(403, 'one_project_key'));
  });

  it('an account lists its own sessions and can end one or all of them, but no session of another account', async () => {
    const { sendRequest, store } = await openWithKeys();
    const create = async (email: string, hash: string) => {
      const userId = (await store.accounts.user(email))?.id ?? '';
      return store.sessions.create({ userId, hash, method: 'link', userAgent: 'Firefox' });
    };
    const ids = [await create(ANN, 'a'), await create(ANN, 'b'), await create(ANN, 'c')];
    const foreignId = await create(BOB, 'd');
    const list = async () => {
      const { body } = await sendRequest<{ sessions: { id: string }[] }>('GET', '/api/v1/account/sessions');
      return body.sessions.map(({ id }) => id).toSorted();
    };
    expect(await list()).toEqual(ids.toSorted());
    expect((await sendRequest('DELETE', `/api/v1/account/sessions/${ids[0]}`)).status).toBe(204);
    expect((await sendRequest('DELETE', `/api/v1/account/sessions/${foreignId}`)).status).toBe(404);
    expect(await list()).toEqual(ids.slice(1).toSorted());
    expect((await sendRequest('DELETE', '/api/v1/account/sessions')).status).toBe(204);
    expect(await list()).toEqual([]);
    expect(await store.sessions.find('d')).toMatchObject({ isActive: true });
  });
});

describe('projects', () => {
  it('an account that creates a project becomes its owner, and can rename the project', async () => {
    const { sendRequest, oneProject } = await openWithKeys();
    const path = '/api/v1/projects';
    const createdResponse = await sendRequest('POST', path, { json: { slug: 'payments' } });
    expect(createdResponse).toMatchObject({ status: 201, body: { slug: 'payments', name: 'payments' } });
    expect(createdResponse.headers.get('location')).toBe(`${path}/payments`);
    const renamedResponse = await sendRequest('PATCH', `${path}/payments`, { json: { name: 'Payments API' } });
    expect(renamedResponse).toMatchObject({ status: 200, body: { slug: 'payments', name: 'Payments API' } });
    const { body } = await sendRequest<{ projects: object[] }>('GET', path);
    expect(body.projects.at(-1)).toMatchObject({ slug: 'payments', name: 'Payments API', role: 'owner' });
    expect((await sendRequest<{ projects: object[] }>('GET', path, { key: oneProject })).body.projects).toHaveLength(1);
  });

  it('a project cannot have the slug of another project, even if the account has no access to that project', async () => {
    const { sendRequest } = await openWithKeys();
    for (const slug of [OWN_PROJECT, 'acme-api'])
      expect(await sendRequest('POST', '/api/v1/projects', { json: { slug } })).toMatchObject(
        errorBody(409, 'conflict'),
      );
    expect(await sendRequest('POST', '/api/v1/projects', { json: { slug: 'No Slug' } })).toMatchObject(
      errorBody(400, 'invalid_request'),
    );
  });
});
