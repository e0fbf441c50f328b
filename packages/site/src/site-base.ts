import type { Rules } from './generator-rules.ts';
import { joinPath } from './repository-paths.ts';

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
