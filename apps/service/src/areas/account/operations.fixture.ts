import { createKey, hashKey } from '../../platform/access/api-keys.ts';
import { OWN_PROJECT } from '../../testing/service.fixture.ts';
import type { ResourceRequests, TestOperation } from '../../testing/test-operation.fixture.ts';

/** A valid request for each operation of this area. */
export const OPERATIONS_OUTSIDE_PROJECTS: readonly TestOperation[] = [
  { method: 'GET', path: '/api/v1/account' },
  { method: 'PATCH', path: '/api/v1/account', json: { name: 'Ann Example' } },
  { method: 'GET', path: '/api/v1/account/keys' },
  {
    method: 'POST',
    path: '/api/v1/account/keys',
    json: { access: 'read-only', project: OWN_PROJECT, name: 'laptop', expiresInDays: 90 },
  },
  { method: 'POST', path: '/api/v1/account/keys/{keyId}/rotate', json: { overlapHours: 24 } },
  { method: 'DELETE', path: '/api/v1/account/keys/{keyId}' },
  { method: 'GET', path: '/api/v1/account/sessions' },
  { method: 'DELETE', path: '/api/v1/account/sessions/{sessionId}' },
  { method: 'DELETE', path: '/api/v1/account/sessions' },
];

/** Creates a key that every full key of the project may manage, and a session. */
export async function createResources({ store, slug }: ResourceRequests) {
  const [owner] = await store.accounts.listMembersBySlug(slug);
  if (!owner) throw new Error(`the project ${slug} has no member`);
  const keyId = await store.accounts.createKey(owner.email, {
    access: 'capture',
    project: slug,
    hash: hashKey(createKey()),
    name: 'api-server',
  });
  const sessionId = await store.sessions.create({
    userId: owner.userId,
    hash: hashKey(createKey()),
    method: 'link',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  });
  return { keyId, sessionId };
}
