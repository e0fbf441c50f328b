import { createHash } from 'node:crypto';
import type { DocsAssets } from './asset-store.ts';
import { detectAssetType } from './asset-type.ts';

/** Returns a file of the docs that can be stored, with the type that its content has. */
export function createAssetFile(path: string, bytes: Buffer): Parameters<DocsAssets['put']>[1] {
  return {
    path,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    mediaType: detectAssetType(bytes).mediaType,
    bytes: bytes.length,
    base64: bytes.toString('base64'),
  };
}

/** Returns the message for a file that would exceed a limit of the project. */
export const getAssetLimitMessage = (limit: string): string =>
  `The project would have more than ${limit}: delete some first`;
