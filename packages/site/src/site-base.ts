import type { Rules } from './generator-rules.ts';
import { joinPath } from './repository-paths.ts';

/**
 * Returns the base URL of the site, with a trailing slash. `siteUrl` is the URL of the docs folder. If the generator publishes this folder at a path
 * below the base URL, and `siteUrl` ends with this path, the path is removed.
 */
export function createSiteBase(siteUrl: string, root: string, rules: Rules): string {
  const base = siteUrl.replace(/\/+$/, '');
  const address = rules.base ?? rules.addressOf(joinPath(root, 'index.md'), {}) ?? '';
  const rootAddress = address.replace(/\/+(?:index(?:\.html)?)?$/, '');
  return `${rootAddress !== '' && base.endsWith(rootAddress) ? base.slice(0, -rootAddress.length) : base}/`;
}
