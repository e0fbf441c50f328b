import type { Address, Reference } from '@context-sync/reading';
import { indexSite, type SiteIndex } from './index-site.ts';
import { isKnownReason } from './unchecked-reasons.ts';

export const REPOSITORY_URL = 'https://github.com/octo/api/blob/main/';

/** Creates a site index for the given files, all of which are loaded. */
export function createSite(
  files: Readonly<Record<string, string>>,
  address: Address = { repositoryUrl: REPOSITORY_URL },
): SiteIndex {
  const texts = new Map(Object.entries(files));
  return indexSite({ paths: new Set(texts.keys()), read: (path) => texts.get(path), address });
}

/** Returns the target of a document's link as `path#anchor`, the problem in parentheses, `elsewhere` or `unchecked`. */
export function whereTo(site: SiteIndex, from: string, target: string, kind: Reference['kind'] = 'url'): string {
  const { path = '', anchor, problem, unchecked } = site.locate(from, { kind, target });
  if (unchecked !== undefined) return isKnownReason(unchecked) ? 'elsewhere' : 'unchecked';
  return `${path}${anchor === undefined ? '' : `#${anchor}`}${problem === undefined ? '' : ` (${problem})`}`.trim();
}
