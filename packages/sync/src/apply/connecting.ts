import { isDeepStrictEqual } from 'node:util';
import { type Client, InvalidRequestError } from '@context-sync/core';
import type { ConnectChange } from '../plan/change.ts';
import { dataSourceFingerprint } from '../plan/connect.ts';
import type { DataSourceRecord, StateMeta } from '../state/schema.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { type Ledger, PlanOutdatedError } from './ledger.ts';

type Connect = Extract<ConnectChange, { kind: 'connect' }>;

/** Records that the repository is about to be connected. @throws PlanOutdatedError when another run has got there first */
export async function recordConnectIntent(
  ledger: Ledger,
  { source, previous, resend }: Connect,
): Promise<DataSourceRecord> {
  if (previous && resend) return previous;
  let intent: DataSourceRecord | undefined;
  await ledger.write({
    message: `Intent: connect ${source.owner}/${source.repo}`,
    edit: (_documents, meta, revision) => {
      if (!isDeepStrictEqual(meta.dataSource, previous ?? null)) {
        throw new PlanOutdatedError('another run has connected the repository in the meantime');
      }
      const { installationId, ...rest } = source;
      intent = { status: 'creating', fingerprint: dataSourceFingerprint(rest), installationId, revision };
      meta.dataSource = intent;
    },
  });
  if (!intent) throw new Error('the intent was not recorded');
  return intent;
}

/** Connects it, and resolves to what is to be recorded. @throws ApiError */
export async function connect(
  client: Client,
  { source }: Connect,
  intent: DataSourceRecord,
  context: { meta: StateMeta; repeatable: boolean; signal: AbortSignal },
): Promise<DataSourceRecord> {
  const { meta, repeatable, signal } = context;
  const key = { key: 'data-source', fingerprint: intent.fingerprint, revision: intent.revision };
  const options = { idempotencyKey: idempotencyKey(meta, key), repeatable, signal };
  try {
    const { id } = await client.connectDataSource(meta.project, source, options);
    return { ...intent, status: 'connected', ...(id === undefined ? {} : { id }) };
  } catch (error) {
    // A conflict on creating this very thing: somebody has connected it before us, which is what was wanted.
    if (error instanceof InvalidRequestError && error.status === 409) return { ...intent, status: 'connected' };
    throw error;
  }
}
