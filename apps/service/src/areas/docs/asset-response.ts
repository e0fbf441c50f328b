import type { Context } from 'hono';
import type { Environment } from '../../platform/access/request-environment.ts';
import { detectAssetType } from './asset-type.ts';

/** Matches the path of a file below the portal: its SHA-256, and a file name for readers. */
const ADDRESS = /^assets\/([0-9a-f]{64})\/[^/]+$/;

/** Returns the URL path of a file of the portal, which changes with the content. @param base path at which the portal starts */
export function getAssetAddress(
  base: string,
  { path, sha256 }: { readonly path: string; readonly sha256: string },
): string {
  return `${base}/assets/${sha256}/${encodeURIComponent(path.slice(path.lastIndexOf('/') + 1))}`;
}

/** Returns the SHA-256 in the URL path of a file; undefined for other paths. */
export function parseAssetAddress(path: string): string | undefined {
  return ADDRESS.exec(path)?.[1];
}

/**
 * Creates the response with a file. Its Content-Security-Policy sandboxes the file, so that a file that is opened directly can run no scripts and
 * cannot access the service.
 * @param isPublic whether shared caches may keep the file
 */
export function createAssetResponse(c: Context<Environment>, base64: string, isPublic: boolean): Response {
  const bytes = Buffer.from(base64, 'base64');
  const { mediaType, isShown } = detectAssetType(bytes);
  c.get('running')?.hold(bytes.length);
  return new Response(bytes, {
    headers: {
      'content-type': mediaType,
      'content-disposition': isShown ? 'inline' : 'attachment',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': `${isPublic ? 'public' : 'private'}, max-age=31536000, immutable`,
    },
  });
}
