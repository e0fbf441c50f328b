import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { ApiKey } from '../../platform/access/accounts.ts';
import { createKey, hashKey } from '../../platform/access/api-keys.ts';
import { getExpiry } from '../../platform/access/key-lifetime.ts';
import type { App, Environment } from '../../platform/access/request-environment.ts';
import { StoreInputError } from '../../platform/database/store-input-error.ts';
import { createNotFoundError, HttpError } from '../../platform/errors/errors.ts';
import { createInvalidRequestError } from '../../platform/errors/invalid-request.ts';
import { auditChange, createAuditMarker } from '../../platform/http/audit.ts';
import { idempotencyHeader, noQuery } from '../../platform/http/common-schemas.ts';
import {
  createErrorResponses,
  createOperationResponses,
  WRITE_ERROR_STATUSES,
} from '../../platform/http/error-responses.ts';
import { respondOnce } from '../../platform/http/idempotency.ts';
import type { AreaStore, PlatformPorts } from '../../platform/ports.ts';
import { checkRights, type ManagedKeys, readManagedKeys } from './managed-keys.ts';
import {
  apiKeySchema,
  DEFAULT_OVERLAP_HOURS,
  keyInputSchema,
  keyParameters,
  newKeySchema,
  rotatedKeySchema,
  rotationInputSchema,
} from './schemas.ts';

const KEYS_PATH = '/api/v1/account/keys';
const KEYS_ROUTE = { tags: ['Account'], 'x-extension': true, 'x-area': 'account' };
const HOUR_MS = 3_600_000;

const listKeys = createRoute({
  ...KEYS_ROUTE,
  method: 'get',
  path: KEYS_PATH,
  operationId: 'listKeys',
  summary: 'List the keys of the account',
  description: 'Lists the keys whose rights do not exceed those of the key that sends the request.',
  request: { query: noQuery },
  responses: createOperationResponses(200, z.object({ keys: z.array(apiKeySchema) }), 'The keys, oldest first'),
});

const createKeyRoute = createRoute({
  ...KEYS_ROUTE,
  method: 'post',
  path: KEYS_PATH,
  operationId: 'createKey',
  ...createAuditMarker('key.create'),
  summary: 'Create a key',
  description:
    'The response contains the key, which cannot be shown again. A key cannot create a key with more rights than its own.',
  request: {
    query: noQuery,
    headers: idempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: keyInputSchema } } },
  },
  responses: createOperationResponses(201, newKeySchema, 'The key', ...WRITE_ERROR_STATUSES),
});

const rotateKey = createRoute({
  ...KEYS_ROUTE,
  method: 'post',
  path: `${KEYS_PATH}/{keyId}/rotate`,
  operationId: 'rotateKey',
  ...createAuditMarker('key.rotate'),
  summary: 'Replace a key with a new one that has the same rights',
  description: 'Both keys work until the overlap ends. The new key has the same name, project and lifetime.',
  request: {
    params: keyParameters,
    query: noQuery,
    headers: idempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: rotationInputSchema } } },
  },
  responses: createOperationResponses(201, rotatedKeySchema, 'The new key', 409, ...WRITE_ERROR_STATUSES),
});

const revokeKey = createRoute({
  ...KEYS_ROUTE,
  method: 'delete',
  path: `${KEYS_PATH}/{keyId}`,
  operationId: 'revokeKey',
  ...createAuditMarker('key.revoke'),
  summary: 'Revoke a key permanently',
  request: { params: keyParameters, query: noQuery },
  responses: { 204: { description: 'Revoked' }, ...createErrorResponses() },
});

export function addKeyRoutes(app: App, { store }: { readonly store: AreaStore }): void {
  app.openapi(listKeys, async (c) => {
    const { keys } = await readManagedKeys(store, c.get('principal'));
    return c.json({ keys: [...keys] }, 200);
  });

  app.openapi(createKeyRoute, async (c) => {
    const { access, project = null, name = '', expiresInDays } = c.req.valid('json');
    const keyInput = { access, project, name };
    const managedKeys = await readManagedKeys(store, c.get('principal'));
    checkRights(managedKeys.rights, keyInput);
    if (access === 'capture' && project === null)
      throw createInvalidRequestError([{ where: 'body.project', message: 'is required for a capture key' }]);
    const expiresAt =
      expiresInDays === undefined
        ? getExpiry(access)
        : new Date(Date.now() + expiresInDays * 24 * HOUR_MS).toISOString();
    return respondWithKey(c, store, (operations, hash) =>
      createAuditedKey(c, operations, managedKeys, { ...keyInput, hash, expiresAt }),
    );
  });

  app.openapi(rotateKey, async (c) => {
    const { keyId } = c.req.valid('param');
    const { overlapHours = DEFAULT_OVERLAP_HOURS } = c.req.valid('json');
    const oldExpiresAt = new Date(Date.now() + overlapHours * HOUR_MS).toISOString();
    return respondWithKey(
      c,
      store,
      (operations, hash) => rotateAuditedKey(c, operations, keyId, { hash, oldExpiresAt }),
      keyId,
    );
  });

  app.openapi(revokeKey, async (c) => {
    const { keyId } = c.req.valid('param');
    const isRevoked = await store.transaction(async (operations) => {
      const key = await findKey(c, operations, keyId);
      const change = { action: 'key.revoke', project: await findProject(c, operations, key), target: keyId } as const;
      return auditChange(c, operations, change, async () => {
        if (!key) return false;
        await operations.accounts.revokeKey(keyId);
        return true;
      });
    });
    if (!isRevoked) throw createNotFoundError('key', keyId);
    return c.body(null, 204);
  });
}

/** Returns a key that the principal's key may manage. */
async function findKey(c: Context<Environment>, operations: PlatformPorts, keyId: string): Promise<ApiKey | undefined> {
  const { keys } = await readManagedKeys(operations, c.get('principal'));
  return keys.find(({ id }) => id === keyId);
}

/** Returns the project to which a key is restricted. The key's changes are recorded in the audit log of that project. */
async function findProject(
  c: Context<Environment>,
  { accounts }: PlatformPorts,
  key: Pick<ApiKey, 'project'> | undefined,
) {
  if (key?.project === undefined || key.project === null) return undefined;
  return (await accounts.reachableProject(c.get('principal').userId, key.project))?.project;
}

async function createAuditedKey(
  c: Context<Environment>,
  operations: PlatformPorts,
  { email }: ManagedKeys,
  { project, ...given }: Pick<ApiKey, 'access' | 'project' | 'name' | 'expiresAt'> & { readonly hash: string },
): Promise<string> {
  const foundProject = await findProject(c, operations, { project });
  if (project !== null && !foundProject)
    throw createInvalidRequestError([{ where: 'body.project', message: 'must be a project of the account' }]);
  const change = { action: 'key.create', project: foundProject, target: (id: string) => id } as const;
  return auditChange(c, operations, change, () =>
    operations.accounts.createKey(email, { ...given, project: project ?? undefined }),
  );
}

async function rotateAuditedKey(
  c: Context<Environment>,
  operations: PlatformPorts,
  keyId: string,
  rotation: { readonly hash: string; readonly oldExpiresAt: string },
): Promise<string> {
  const key = await findKey(c, operations, keyId);
  if (!key) throw createNotFoundError('key', keyId);
  const project = await findProject(c, operations, key);
  try {
    const change = { action: 'key.create', project, target: (id: string) => id } as const;
    return await auditChange(c, operations, change, () =>
      auditChange(c, operations, { action: 'key.rotate', project, target: keyId }, () =>
        operations.accounts.rotateKey(keyId, rotation),
      ),
    );
  } catch (error) {
    if (!(error instanceof StoreInputError)) throw error;
    throw new HttpError(
      'inactive_key',
      `Key "${keyId}" has expired or was revoked, so it cannot be rotated: create a new key`,
    );
  }
}

/**
 * Creates a key once per Idempotency-Key, and responds with it.
 * @param create creates a key with this hash, and returns its id
 * @param replacedId id of the key that the new one replaces
 */
function respondWithKey(
  c: Context<Environment>,
  store: AreaStore,
  create: (operations: PlatformPorts, hash: string) => Promise<string>,
  replacedId?: string,
): Promise<Response> {
  const key = createKey();
  let isNew = false;
  return respondOnce(c, store, {
    create: async (operations) => ({ id: await create(operations, hashKey(key)) }),
    async afterCreate() {
      isNew = true;
    },
    async body({ id }) {
      const { keys } = await readManagedKeys(store, c.get('principal'));
      const createdKey = keys.find((each) => each.id === id);
      if (!createdKey) throw createNotFoundError('key', id);
      const replacedKey = keys.find((each) => each.id === replacedId);
      return {
        ...createdKey,
        key: isNew ? key : null,
        ...(replacedKey && { replaced: { id: replacedKey.id, expiresAt: replacedKey.expiresAt } }),
      };
    },
  });
}
