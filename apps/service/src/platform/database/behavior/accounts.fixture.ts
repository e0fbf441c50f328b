import { formatLog } from '../../../areas/logs/store.ts';
import type { ServiceStore } from '../../../areas.ts';
import { OWN_PROJECT } from '../../../testing/service.fixture.ts';
import type { Principal, Project } from '../../access/accounts.ts';
import { hashKey } from '../../access/api-keys.ts';

export async function createPrincipal(store: ServiceStore, key: string): Promise<Principal> {
  const principal = await store.accounts.principal(hashKey(key));
  if (!principal) throw new Error('the key is not known');
  return principal;
}

export async function createProject(store: ServiceStore, key: string, slug = OWN_PROJECT): Promise<Project> {
  const reachable = await store.accounts.reachableProject((await createPrincipal(store, key)).userId, slug);
  if (!reachable) throw new Error('the project cannot be reached');
  return reachable.project;
}

export const getScope = (keyId: string, idempotencyKey: string) => ({
  keyId,
  method: 'POST',
  path: '/p',
  idempotencyKey,
});

/** Returns a stored log with its request and response as values. */
export async function getStoredLog(store: ServiceStore, projectId: string, id: string): Promise<unknown> {
  const log = await store.logs.get(projectId, id);
  return log && JSON.parse(formatLog(log));
}

/** Context of the background jobs for the audit log. */
export const PRUNE_CONTEXT = { actor: { kind: 'service' }, requestId: 'prune' } as const;
