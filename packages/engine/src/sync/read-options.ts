import type { Address } from '@context-sync/chunker';
import type { ReadOptions } from '../docs/chunk-document.ts';
import type { Settings } from '../inputs/action-settings.ts';

/** Returns the options for reading documents that result from the settings of a source. */
export function createReadOptions(settings: Settings, address: Address, chunkConfigHash: string): ReadOptions {
  const { targetSize, titlePrefix, includeKinds, apiKey, githubToken } = settings;
  return {
    targetSize,
    address,
    public: settings.public,
    drafts: includeKinds.has('drafts'),
    titlePrefix,
    chunkConfigHash,
    secrets: { 'api-key': apiKey, 'github-token': githubToken },
  };
}
