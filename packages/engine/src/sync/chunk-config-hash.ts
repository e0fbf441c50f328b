import { type Address, CHUNKER_VERSION } from '@context-sync/chunker';
import { hashParts } from '@context-sync/sync';
import type { RunContext } from '../event/event-context.ts';
import type { Settings } from '../inputs/action-settings.ts';

/** Returns the base URL from which the source URLs of items are derived. */
export function getAddress({ siteUrl, docs }: Settings, context: RunContext, branch: string): Address {
  return siteUrl === undefined
    ? { repositoryUrl: getRepositoryUrl(context, branch), root: docs }
    : { siteUrl, root: docs };
}

/** Returns the base URL of the repository's files, to which paths are appended. */
export function getRepositoryUrl({ serverUrl, owner, repo }: RunContext, branch: string): string {
  const path = branch.split('/').map(encodeURIComponent).join('/');
  return `${serverUrl}/${owner}/${repo}/blob/${path}/`;
}

/**
 * Returns the hash of all settings that influence chunking. A document is not read again if the state contains this hash and the document's blob ID.
 */
export function hashChunkConfig(settings: Settings, address: Address): string {
  const { targetSize, public: isPublic, includeKinds, titlePrefix } = settings;
  return hashParts([CHUNKER_VERSION, targetSize, isPublic, includeKinds.has('drafts'), titlePrefix, address], 16);
}

/**
 * Returns the hash of all settings that determine which items are synced. If neither this hash nor the docs tree has changed, a sync has nothing to
 * do.
 */
export function hashSyncConfig(settings: Settings, chunkConfigHash: string, branch: string): string {
  const { docs, include, exclude, includeKinds, connect, installationId, category, provider, siteUrl, publish } =
    settings;
  const source = connect ? [installationId ?? null, category, provider, siteUrl ?? null, branch] : null;
  // Without a docs portal, the hash equals the hash of earlier versions, which could not publish one.
  const portal = publish === 'false' ? [] : [publish];
  return hashParts([chunkConfigHash, docs, include, exclude, [...includeKinds].sort(), source, ...portal], 32);
}
