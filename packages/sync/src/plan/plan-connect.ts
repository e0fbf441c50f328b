import type { Capabilities, DataSourceInput } from '@context-sync/core';
import { hashParts } from '../fingerprint.ts';
import { isInProgress, isRepeatable } from '../state/state-lease.ts';
import type { DataSourceRecord, StateMeta, Writer } from '../state/state-schema.ts';
import type { ConnectChange, OnInDoubt } from './plan-change.ts';

/** The data source to connect. Only the first connection requires the installation ID. */
export interface WantedDataSource extends Omit<DataSourceInput, 'installationId'> {
  readonly installationId: number | undefined;
}

/** Returns the hash of the properties that identify a data source. The installation ID is compared separately, because it may be missing. */
export function computeDataSourceFingerprint(source: Omit<WantedDataSource, 'installationId'>): string {
  const { owner, repo, branch, category, provider, siteUrl } = source;
  return hashParts([owner, repo, branch, category, provider ?? null, siteUrl ?? null], 32);
}

/** An error for a first connection without the installation ID that it requires. */
export class MissingInstallationIdError extends Error {
  override readonly name = 'MissingInstallationIdError';
}

/**
 * Plans the connection of the repository, which must happen exactly once.
 * @throws MissingInstallationIdError
 */
export function planConnect(
  { dataSource: known, formerDataSources }: Pick<StateMeta, 'dataSource' | 'formerDataSources'>,
  wantedSource: WantedDataSource,
  can: Capabilities,
  { onInDoubt = 'hold', me }: { readonly onInDoubt?: OnInDoubt | undefined; readonly me?: Writer | undefined } = {},
): ConnectChange | undefined {
  const installationId = wantedSource.installationId ?? known?.installationId;
  if (installationId === undefined)
    throw new MissingInstallationIdError('the first connection needs an installation id');
  const source: DataSourceInput = { ...wantedSource, installationId };
  const fingerprint = computeDataSourceFingerprint(wantedSource);
  const isWanted = (record: DataSourceRecord) =>
    record.fingerprint === fingerprint && record.installationId === installationId;

  const previousSource = known ?? undefined;
  // A former data source is found if earlier settings are used again. These settings may already have connected the repository, or tried to.
  const record = [...(known ? [known] : []), ...formerDataSources].find(isWanted);
  const isRepeatableRecord = record && isRepeatable(record, can, me);
  const isOpen = (each: DataSourceRecord | undefined) =>
    each?.status === 'creating' &&
    me !== undefined &&
    isInProgress(each.by, me) &&
    !(isRepeatableRecord && each === record);
  if (isOpen(previousSource) || isOpen(record)) return { kind: 'wait', source };
  if (!record) return { kind: 'connect', source, previous: previousSource, resend: undefined };
  if (record.status === 'connected') return record === known ? undefined : { kind: 'assume', source, record };
  if (onInDoubt === 'assume-created') return { kind: 'assume', source, record };
  const isReconnect = isRepeatableRecord || onInDoubt === 'resend';
  return isReconnect ? { kind: 'connect', source, previous: previousSource, resend: record } : { kind: 'hold', source };
}
