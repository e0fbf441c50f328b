import { describe, expect, it } from 'vitest';
import { createKey, hashKey } from '../platform/access/api-keys.ts';
import { createResources, describeOperation, fillPath, OPERATIONS } from '../testing/operations.fixture.ts';
import { ANN, BOB, OWN_PROJECT, openService, projectPath } from '../testing/service.fixture.ts';

const OWNER_OPERATIONS = OPERATIONS.filter((each) => describeOperation(each)['x-role'] === 'owner');

/** Creates the resources for the operations, makes Ann a member who is not an owner, and creates a key of each kind. */
async function openAsMember() {
  const service = await openService();
  const { accounts } = service.store;
  const ids = await createResources(service);
  await accounts.addMember(OWN_PROJECT, BOB, 'owner');
  await accounts.setRole(OWN_PROJECT, ANN, 'member');
  const make = async (access: 'full' | 'read-only' | 'capture', project?: string) => {
    const key = createKey();
    await accounts.createKey(ANN, { access, project, hash: hashKey(key) });
    return key;
  };
  const memberKeys = {
    full: await make('full'),
    'read-only': await make('read-only'),
    capture: await make('capture', OWN_PROJECT),
    'one-project full': await make('full', OWN_PROJECT),
  };
  return { ...service, ids, memberKeys };
}

describe('the role of a member', () => {
  it.each(OPERATIONS)(
    'the role of a member determines for each kind of key whether $method $path is allowed',
    async (operation) => {
      const { method, path: _path, ...sent } = operation;
      const { 'x-role': role, 'x-keys': allowed } = describeOperation(operation);
      let service = await openAsMember();
      for (const kind of ['capture', 'read-only', 'full', 'one-project full'] as const) {
        const { sendRequest, ids, memberKeys } = service;
        const target = projectPath(fillPath(operation, ids));
        const { status, body } = await sendRequest<{ error?: { code: string; message: string } }>(method, target, {
          ...sent,
          key: memberKeys[kind],
        });
        const isKeyAllowed = allowed.includes(kind.replace('one-project ', ''));
        const code = kind === 'capture' ? 'capture_key' : 'read_only_key';
        const expected = isKeyAllowed ? (role === 'owner' ? 'role_required' : undefined) : code;
        expect([kind, body?.error?.code], JSON.stringify(body)).toEqual([kind, expected]);
        expect(status < 300).toBe(expected === undefined);
        if (expected === 'role_required') expect(body?.error?.message).toMatch(/needs the role "owner" in the project/);
        if (status < 300 && method !== 'GET') service = await openAsMember();
      }
    },
  );

  it('only owners change members, invites, MCP tools and settings, disconnect data sources and erase users', () => {
    expect(OWNER_OPERATIONS.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'DELETE /data-sources/{sourceId}',
      'DELETE /invites/{inviteId}',
      'DELETE /members/{userId}',
      'DELETE /users/{userId}',
      'PATCH ',
      'PATCH /mcp/settings',
      'PATCH /mcp/tools/{toolName}',
      'PATCH /members/{userId}',
      'POST /invites',
      'POST /invites/{inviteId}/resend',
      'PUT /docs/settings',
      'PUT /users-at-risk/thresholds',
    ]);
  });

  it('a changed role takes effect with the next request, with the same key', async () => {
    const { store, sendRequest, ids, memberKeys } = await openAsMember();
    const [operation] = OWNER_OPERATIONS.filter(({ method, path }) => method === 'PATCH' && path === '');
    if (!operation) throw new Error('no operation needs an owner');
    const send = async () =>
      (
        await sendRequest('PATCH', projectPath(fillPath(operation, ids)), {
          json: operation.json,
          key: memberKeys.full,
        })
      ).status;
    expect(await send()).toBe(403);
    await store.accounts.setRole(OWN_PROJECT, ANN, 'owner');
    expect(await send()).toBe(200);
    await store.accounts.setRole(OWN_PROJECT, ANN, 'member');
    expect(await send()).toBe(403);
  });
});
