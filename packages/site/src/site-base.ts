import type { Rules } from './generator-rules.ts';
import { joinPath } from './repository-paths.ts';

/**
 * Address that the generator's addresses count from, with a slash at its end. `siteUrl` is the address of the docs folder: where the generator puts
 * that folder below its own address, and `siteUrl` ends with the same path, the path is cut off.
 */
export function siteBase(siteUrl: string, root: string, rules: Rules): string {
  const base = siteUrl.replace(/\/+$/, '');
  const address = rules.base ?? rules.addressOf(joinPath(root, 'index.md'), {}) ?? '';
  const rootAddress = address.replace(/\/+(?:index(?:\.html)?)?$/, '');
  return `${rootAddress !== '' && base.endsWith(rootAddress) ? base.slice(0, -rootAddress.length) : base}/`;
}
