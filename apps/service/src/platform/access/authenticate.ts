import type { RouteConfig } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import type { Store } from '../database/store.ts';
import { createProjectNotFoundError, HttpError } from '../errors/errors.ts';
import type { RateLimits } from '../rate-limit/rate-limits.ts';
import type { Concurrency } from '../rate-limit/running-requests.ts';
import type { AccessPorts } from './accounts.ts';
import { KEY_USE_INTERVAL_MS, type Principal, type Project } from './accounts.ts';
import { hashKey } from './api-keys.ts';
import { getClientAddress } from './client-address.ts';
import type { Environment } from './request-environment.ts';
import { requireRole } from './roles.ts';
import { runRequest } from './run-request.ts';

/** Header with the expiry time, for every response to a request whose key expires. */
const KEY_EXPIRES_HEADER = 'x-api-key-expires-at';
/** The keys whose use is currently being stored, so that concurrent requests do not store the same use. */
const pendingUses = new WeakMap<Store<AccessPorts>, Set<string>>();
const WRITE_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** The message is the same for all reasons, so that clients cannot find out which keys existed. */
const MISSING_KEY_MESSAGE =
  'The API key is missing, unknown, expired or revoked: send the header Authorization: Bearer KEY with a valid key';

export interface AuthenticationOptions {
  readonly limits: RateLimits;
  readonly concurrency: Concurrency;
  /** Whether the client's IP address is read from X-Forwarded-For. */
  readonly trustProxy: boolean;
  /** Called for every request that is rejected with 401. */
  readonly onFailure?: ((failure: AuthenticationFailure) => void) | undefined;
}

/** Validates bearer tokens other than API keys, and tells clients how to get one. */
export interface AccessTokens {
  /** Returns the principal of a valid token. */
  findPrincipal(c: Context, token: string): Promise<Principal | undefined>;
  /** Stores a use of the token of a principal. */
  recordUse(principal: Principal, at: string): Promise<void>;
  /** Returns the value of the `WWW-Authenticate` header for a request without a valid key or token, or for a token without a scope. */
  createChallenge(c: Context, error?: 'invalid_token' | 'insufficient_scope'): string;
}

/** A request that was rejected because it has no valid key. Does not contain the key. */
export interface AuthenticationFailure {
  /** IP address of the client; for IPv6, its /64 network. */
  readonly address: string;
  /** Reason for the rejection: for example `no key`, or `expired or revoked key key_…` for a key that used to be valid. */
  readonly reason: string;
}

/**
 * Authenticates requests by bearer key, and applies the rate limit and the concurrency limit. The scheme name is case-insensitive (RFC 9110, section
 * 11.1). The rate limit for anonymous requests applies only after the key lookup fails, so that other clients at the same IP address never use up the
 * limit of a client with a valid key.
 */
export function authenticate(
  store: Store<AccessPorts>,
  { limits, concurrency, trustProxy, onFailure }: AuthenticationOptions,
  tokens?: AccessTokens,
): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const credential = readBearer(c);
    const hash = credential === undefined ? undefined : hashKey(credential);
    const principal =
      credential === undefined || hash === undefined
        ? undefined
        : ((await store.accounts.principal(hash)) ?? (await tokens?.findPrincipal(c, credential)));
    if (!principal) {
      const address = getClientAddress(c, trustProxy);
      const challenge = tokens && {
        'www-authenticate': tokens.createChallenge(c, hash === undefined ? undefined : 'invalid_token'),
      };
      const headers = { ...limits.anonymous(address), ...challenge };
      onFailure?.({ address, reason: await readReason(c, store, hash) });
      throw new HttpError('unauthorized', MISSING_KEY_MESSAGE, { headers });
    }
    c.set('principal', principal);
    recordUse(store, principal, tokens);
    const headers = {
      ...(principal.access === 'capture' ? limits.capture(principal.keyId) : limits.key(principal.keyId)),
      ...(principal.expiresAt && { [KEY_EXPIRES_HEADER]: principal.expiresAt }),
    };
    await runRequest(c, concurrency.key.start(principal.keyId), next);
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  };
}

/**
 * Stores that a key was used, at most once per key and interval. The request does not wait for this write, and does not fail if the write fails: the
 * next request repeats it.
 */
function recordUse(store: Store<AccessPorts>, principal: Principal, tokens: AccessTokens | undefined): void {
  const { keyId, lastUsedAt, application } = principal;
  const now = Date.now();
  if (lastUsedAt !== null && now - Date.parse(lastUsedAt) < KEY_USE_INTERVAL_MS) return;
  const pendingKeys = pendingUses.get(store) ?? new Set();
  pendingUses.set(store, pendingKeys);
  if (pendingKeys.has(keyId)) return;
  pendingKeys.add(keyId);
  const at = new Date(now).toISOString();
  const recorded = application && tokens ? tokens.recordUse(principal, at) : store.accounts.recordUse(keyId, at);
  recorded.catch(() => undefined).finally(() => pendingKeys.delete(keyId));
}

async function readReason(c: Context, store: Store<AccessPorts>, hash: string | undefined): Promise<string> {
  if (hash === undefined) return c.req.header('authorization') === undefined ? 'no key' : 'not a bearer key';
  const inactiveKey = await store.accounts.inactivePrincipal(hash);
  return inactiveKey ? `expired or revoked key ${inactiveKey.keyId}` : 'unknown key';
}

/** Returns the hash of the key in the request; undefined if the request has no key. */
export function computeKeyHash(c: Context): string | undefined {
  const key = readBearer(c);
  return key === undefined ? undefined : hashKey(key);
}

function readBearer(c: Context): string | undefined {
  return /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
}

/** Marks a route that belongs to no project, and that keys for one project must not use. */
export const ALL_PROJECTS_KEY_MARKER = { 'x-all-projects-key': true } as const;

/**
 * Checks that the key of a request may use an operation that belongs to no project: a read-only key must not write, and a key for one project must
 * not change the account.
 * @throws HttpError with 403
 */
export function requireAccountAccess(c: Context<Environment>, operation: RouteConfig): void {
  const { access, projectId } = c.get('principal');
  if (access === 'read-only') requireReading(c);
  if (projectId === null || !('x-all-projects-key' in operation)) return;
  throw new HttpError(
    'one_project_key',
    'This API key can access only one project, and the operation is about the whole account: use a key for all projects of the account',
  );
}

/** @throws HttpError if a request writes and its key is read-only */
function requireReading(c: Context<Environment>): void {
  if (!WRITE_METHODS.has(c.req.method)) return;
  throw new HttpError(
    'read_only_key',
    'This API key is read-only, and the operation needs a full key: use a full key, or create one with "create-key"',
  );
}

/**
 * Returns the project in the path if the client has access to the project, and if the key and the role allow the operation.
 * @param operation the operation of the request. A handler can omit it, because the middleware has already checked the request.
 * @throws HttpError
 */
export async function requireProjectAccess(
  c: Context<Environment>,
  store: Store<AccessPorts>,
  slug: string,
  operation?: RouteConfig,
): Promise<Project> {
  const checkedProject = c.get('project') as Project | undefined;
  if (checkedProject) return checkedProject;
  const { userId, access, projectId } = c.get('principal');
  const reachable = await store.accounts.reachableProject(userId, slug);
  if (!reachable || (projectId !== null && reachable.project.id !== projectId)) throw createProjectNotFoundError();
  if (access === 'read-only') requireReading(c);
  requireRole(reachable, operation);
  return reachable.project;
}
