import type { Capabilities, DataSourceInput } from '@context-sync/core';
import { digest } from '../fingerprint.ts';
import type { DataSourceRecord } from '../state/schema.ts';
import type { ConnectChange, OnInDoubt } from './change.ts';

/** The repository as it should be connected. The installation id is needed for the first connection alone. */
export interface WantedDataSource extends Omit<DataSourceInput, 'installationId'> {
  readonly installationId: number | undefined;
}

/** Hash of what makes a data source the one it is; the installation id is compared apart, as it may be left out. */
export function dataSourceFingerprint(source: Omit<WantedDataSource, 'installationId'>): string {
  const { owner, repo, branch, category, provider, siteUrl } = source;
  return digest([owner, repo, branch, category, provider ?? null, siteUrl ?? null], 32);
}

/** `connect` was asked for the first time, and no installation id was given. */
export class InstallationIdMissing extends Error {
  override readonly name = 'InstallationIdMissing';
}

/**
 * What to do so that the repository is connected exactly once.
 * @throws InstallationIdMissing
 */
export function planConnect(
  known: DataSourceRecord | null,
  wanted: WantedDataSource,
  can: Capabilities,
  onInDoubt: OnInDoubt = 'hold',
): ConnectChange | undefined {
  const installationId = wanted.installationId ?? known?.installationId;
  if (installationId === undefined) throw new InstallationIdMissing('the first connection needs an installation id');
  const same = known?.fingerprint === dataSourceFingerprint(wanted) && known.installationId === installationId;
  if (known && same && known.status === 'connected') return undefined;
  const source: DataSourceInput = { ...wanted, installationId };
  if (known && same) {
    if (onInDoubt === 'assume-created') return { kind: 'assume', source, previous: known };
    const again = can.idempotency || onInDoubt === 'resend';
    return again ? { kind: 'connect', source, previous: known, resend: true } : { kind: 'hold', source };
  }
  return { kind: 'connect', source, previous: known ?? undefined, resend: false };
}
