import type { Rules } from './generator-rules.ts';
import { encodePath, getPathInside, joinPath } from './repository-paths.ts';

/**
 * Returns the base URL of the site, with a trailing slash. `siteUrl` is the URL of the docs folder. If the generator publishes this folder at a path
 * below the base URL, and `siteUrl` ends with this path, the path is removed.
 */
export function createSiteBase(siteUrl: string, root: string, rules: Rules): string {
  const base = siteUrl.replace(/\/+$/, '');
  const rootAddress = getRootAddress(root, rules);
  return `${rootAddress !== '' && base.endsWith(rootAddress) ? base.slice(0, -rootAddress.length) : base}/`;
}

/** Returns the URL path at which the generator publishes the docs folder, without a trailing slash. */
export function getRootAddress(root: string, rules: Rules): string {
  const address = rules.base ?? rules.getAddress(joinPath(root, 'index.md'), {}) ?? '';
  return address.replace(/\/+(?:index(?:\.html)?)?$/, '');
}

/** Returns the URL of a file in a folder that the generator publishes at the root of the site, such as `public`; undefined for other files. */
export function getAssetUrl(path: string, siteUrl: string, root: string, rules: Rules): string | undefined {
  for (const folder of rules.assets ?? []) {
    const asset = folder === rules.folder ? undefined : getPathInside(folder, path);
    if (asset !== undefined) return createSiteBase(siteUrl, root, rules) + encodePath(asset);
  }
  return undefined;
}
