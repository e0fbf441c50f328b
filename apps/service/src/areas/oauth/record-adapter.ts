import { createHash } from 'node:crypto';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { AreaStore } from '../../platform/ports.ts';
import { revokeConnection } from './revoke-connection.ts';
import { type OAuthPorts, RECORD_KINDS, type RecordKind } from './store.ts';

/** Lifetime in seconds of a registered client that no member has connected yet. */
const UNUSED_CLIENT_SECONDS = 86_400;

/** Returns the hash under which a record is stored. */
export function hashRecordId(kind: RecordKind, id: string): string {
  return createHash('sha256').update(`${kind}:${id}`).digest('hex');
}

interface AdapterOptions {
  readonly store: AreaStore<OAuthPorts>;
  readonly baseUrl: string;
  readonly authorizationPath: string;
  /** Creates the error for a code or refresh token that another request has used a moment before. */
  readonly createReuseError: () => Error;
}

/** Creates the storage of one kind of records for the library. Ids of records are secrets, so only their hashes are stored. */
export function createAdapter(kind: string, options: AdapterOptions): Adapter {
  const recordKind = RECORD_KINDS.find((each) => each === kind);
  if (recordKind) return createRecordAdapter(recordKind, options);
  // The consent of a member is stored as a connection. The library's own sessions are never used, because each authorization request requires a new decision.
  return kind === 'Grant' ? createConnectionAdapter(options) : EMPTY_ADAPTER;
}

const doNothing = async () => undefined;
const EMPTY_ADAPTER: Adapter = {
  upsert: doNothing,
  find: doNothing,
  findByUserCode: doNothing,
  findByUid: doNothing,
  consume: doNothing,
  destroy: doNothing,
  revokeByGrantId: doNothing,
};

function createRecordAdapter(
  kind: RecordKind,
  { store, baseUrl, authorizationPath, createReuseError }: AdapterOptions,
): Adapter {
  const hash = (id: string) => hashRecordId(kind, id);
  const records = store.authorizationRecords;
  return {
    ...EMPTY_ADAPTER,
    async upsert(id, payload, expiresIn = UNUSED_CLIENT_SECONDS) {
      const { jti: _jti, returnTo: _returnTo, consumed: _consumed, ...rest } = payload;
      await records.save({
        hash: hash(id),
        kind,
        connectionId: payload.grantId ?? null,
        payload: JSON.stringify(rest),
        expiresAt: new Date(Date.now() + expiresIn * 1_000).toISOString(),
      });
    },
    async find(id) {
      const record = await records.find(hash(id));
      if (!record) return undefined;
      const payload = JSON.parse(record.payload) as AdapterPayload;
      if (kind === 'Client') return payload;
      return {
        ...payload,
        jti: id,
        ...(kind === 'Interaction' ? { returnTo: `${baseUrl}${authorizationPath}/${id}` } : {}),
        ...(record.consumedAt === null ? {} : { consumed: Math.floor(Date.parse(record.consumedAt) / 1_000) }),
      };
    },
    async consume(id) {
      // Two requests can find the same code at the same time. The second request ends the connection, as any later reuse of the code does.
      if (await records.consume(hash(id))) return;
      const record = await records.find(hash(id));
      if (record?.connectionId) await revokeConnection(store, record.connectionId);
      throw createReuseError();
    },
    destroy: (id) => records.delete(hash(id)),
    revokeByGrantId: (connectionId) => records.deleteByConnection(connectionId),
  };
}

function createConnectionAdapter({ store }: AdapterOptions): Adapter {
  return {
    ...EMPTY_ADAPTER,
    async find(id) {
      const connection = await store.connections.find(id);
      if (!connection) return undefined;
      const { userId, clientId, resource, scope, createdAt } = connection;
      return {
        kind: 'Grant',
        jti: id,
        iat: Math.floor(Date.parse(createdAt) / 1_000),
        accountId: userId,
        clientId,
        resources: { [resource]: scope },
      };
    },
    async destroy(id) {
      await revokeConnection(store, id);
    },
  };
}
