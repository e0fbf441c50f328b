import { expect } from 'vitest';
import type { ServiceStore } from '../../../areas.ts';
import { hashKey } from '../../access/api-keys.ts';

const PROJECT = 'prj_1';
const at = "'2026-01-01T00:00:00.000Z'";

/** SQL that inserts keys and audit entries, in the format of a version before the audit log had actors and keys could be rotated. */
export const INSERT_OLD_AUDIT = [
  `INSERT INTO users (id, email, created_at) VALUES ('usr_1', 'ann@example.com', ${at})`,
  `INSERT INTO projects (id, slug, name, created_at) VALUES ('${PROJECT}', 'octo-api', 'Octo', ${at})`,
  `INSERT INTO members (project_id, user_id, created_at) VALUES ('${PROJECT}', 'usr_1', ${at})`,
  `INSERT INTO keys (id, user_id, access, project_id, hash, name, created_at) VALUES
     ('key_1', 'usr_1', 'full', NULL, '${hashKey('csk_full')}', 'old', ${at}),
     ('key_2', 'usr_1', 'capture', '${PROJECT}', '${hashKey('csk_capture')}', '', ${at})`,
  ...['found', 'not-found', 'refused'].map(
    (outcome, index) =>
      `INSERT INTO audit (id, at, project_id, slug, action, target, user_id, key_id, request_id, outcome)
         VALUES ('aud_${index}', ${at}, '${PROJECT}', 'octo-api', 'user.erase', 'usr_9', 'usr_1', 'key_1', 'r${index}', '${outcome}')`,
  ),
].join(';');

/** Checks that old entries are readable and protected, and that old keys are valid, can be rotated and have no expiry time. */
export async function expectOldAuditKept(store: ServiceStore): Promise<void> {
  const { items } = await store.audit.list(PROJECT, { limit: 10 });
  const sharedProperties = {
    actor: 'member',
    action: 'user.erase',
    targetKind: 'user',
    target: 'usr_9',
    email: 'ann@example.com',
  };
  const addedProperties = { keyId: 'key_1', systemUser: null, hashBefore: null, hashAfter: null };
  expect(items).toMatchObject(
    ['refused', 'not-found', 'found'].map((outcome) => ({ ...sharedProperties, ...addedProperties, outcome })),
  );
  await expect(store.audit.prune('2026-01-01T00:00:00.000Z', 10)).resolves.toBe(0);
  const keys = await store.accounts.keys();
  expect(keys).toMatchObject([
    { id: 'key_1', access: 'full', project: null, expiresAt: null, lastUsedAt: null, successorId: null },
    { id: 'key_2', access: 'capture', project: 'octo-api', expiresAt: null },
  ]);
  expect(await store.accounts.principal(hashKey('csk_capture'))).toMatchObject({
    access: 'capture',
    projectId: PROJECT,
  });
  const successor = await store.accounts.rotateKey('key_1', {
    hash: hashKey('csk_new'),
    oldExpiresAt: '2100-01-01T00:00:00.000Z',
  });
  expect(await store.accounts.principal(hashKey('csk_new'))).toMatchObject({ keyId: successor, access: 'full' });
}
