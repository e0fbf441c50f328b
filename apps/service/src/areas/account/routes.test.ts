import { afterEach, describe, expect, it, vi } from 'vitest';
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

const ACCOUNT = '/api/v1/account';
afterEach(() => void vi.useRealTimers());

describe('GET /account', () => {
  it('the account response contains the user, the API key and the projects', async () => {
    const { sendRequest, keys } = await openService();
    const { status, body } = await sendRequest('GET', ACCOUNT);
    expect(status).toBe(200);
    expect(body).toEqual({
      user: { id: expect.stringMatching(/^usr_/), email: ANN, name: '', createdAt: expect.stringMatching(/Z$/) },
      key: {
        id: expect.stringMatching(/^key_/),
        name: '',
        access: 'full',
        project: null,
        createdAt: expect.stringMatching(/Z$/),
        expiresAt: null,
      },
      projects: [
        {
          id: expect.stringMatching(/^prj_/),
          slug: OWN_PROJECT,
          name: `Project ${OWN_PROJECT}`,
          createdAt: expect.any(String),
          role: 'owner',
        },
        {
          id: expect.stringMatching(/^prj_/),
          slug: SECOND_PROJECT,
          name: `Project ${SECOND_PROJECT}`,
          createdAt: expect.any(String),
          role: 'owner',
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain(hashKey(keys.ann));
  });

  it('the account response describes the user who owns the API key', async () => {
    const { sendRequest, keys, store } = await openService();
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const key = 'csk_robot';
    await store.accounts.createKey(BOB, { access: 'read-only', hash: hashKey(key), name: 'robot', expiresAt });
    expect((await sendRequest('GET', ACCOUNT, { key })).body).toMatchObject({
      user: { email: BOB },
      key: { name: 'robot', access: 'read-only', expiresAt },
      projects: [{ slug: 'acme-api' }],
    });
    expect((await sendRequest('GET', ACCOUNT, { key: keys.annsReadOnly })).body).toMatchObject({
      user: { email: ANN },
      key: { access: 'read-only' },
    });
  });

  it('the account response of a user without projects contains an empty list', async () => {
    const { sendRequest, store } = await openService();
    const key = createKey();
    await store.accounts.createUser('new@example.com');
    await store.accounts.createKey('new@example.com', { access: 'full', hash: hashKey(key) });
    expect(await sendRequest('GET', ACCOUNT, { key })).toMatchObject({ status: 200, body: { projects: [] } });
  });

  it.each([null, 'csk_unknown'])('returns 401 for an account request with the invalid key %s', async (key) => {
    const { sendRequest } = await openService();
    expect(await sendRequest('GET', ACCOUNT, { key })).toMatchObject(errorBody(401, 'unauthorized'));
  });

  it('rejects PUT requests to the account with 405', async () => {
    const { sendRequest } = await openService();
    expect(await sendRequest('PUT', ACCOUNT, { json: {} })).toMatchObject(errorBody(405, 'method_not_allowed'));
  });
});

describe('GET /members', () => {
  it('GET /members lists the members of a project, sorted by email address', async () => {
    const { sendRequest, store } = await openService();
    await store.accounts.addMember(OWN_PROJECT, BOB);
    const { body } = await sendRequest('GET', projectPath('/members'));
    expect(body).toEqual({
      members: [ANN, BOB].map((email) => ({
        userId: expect.stringMatching(/^usr_/),
        email,
        name: '',
        role: email === ANN ? 'owner' : 'member',
        since: expect.stringMatching(/Z$/),
      })),
    });
  });

  it('GET /members does not list the members of other projects', async () => {
    const { sendRequest, keys } = await openService();
    const { body } = await sendRequest<{ members: { email: string }[] }>('GET', projectPath('/members', 'acme-api'), {
      key: keys.bob,
    });
    expect(body.members.map(({ email }) => email)).toEqual([BOB]);
  });
});

describe('inactive keys', () => {
  it.each([
    ['it expired', async (expire: () => void) => expire()],
    ['it was revoked', async (_expire: () => void, revoke: () => Promise<void>) => revoke()],
    [
      'its user was revoked',
      async (_e: () => void, _r: () => Promise<void>, revokeUser: () => Promise<void>) => revokeUser(),
    ],
  ])('an API key is rejected like an unknown key after %s', async (_name, end) => {
    const { sendRequest, store } = await openService();
    const key = 'csk_short';
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const id = await store.accounts.createKey(ANN, { access: 'full', hash: hashKey(key), expiresAt });
    const other = await store.accounts.createKey(ANN, { access: 'full', hash: hashKey('csk_long') });
    expect(other).not.toBe(id);
    expect((await sendRequest('GET', projectPath(), { key })).status).toBe(200);
    await end(
      () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_001 }),
      () => store.accounts.revokeKey(id),
      () => store.accounts.setRevoked(ANN, true),
    );
    const response = await sendRequest<{ error: { message: string } }>('GET', projectPath(), { key });
    const unknown = await sendRequest<{ error: { message: string } }>('GET', projectPath(), { key: 'csk_unknown' });
    expect(response).toMatchObject(errorBody(401, 'unauthorized'));
    expect(response.body.error.message).toBe(unknown.body.error.message);
  });
});
