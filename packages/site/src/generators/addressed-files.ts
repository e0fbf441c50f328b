import type { DocumentFacts } from '../facts/document-facts.ts';
import type { Target } from '../generator-rules.ts';
import { getFolder, joinPath, resolvePath, splitTarget } from '../repository-paths.ts';
import { UNCHECKED_REASONS } from '../unchecked-reasons.ts';
import { createMissingTarget, normalizeAddress, type ReferenceQuestion, resolveAddress } from './page-site-rules.ts';

/** Settings for resolving links of generators whose pages are files below one folder. */
export interface AddressedSite {
  /** Folder that links with a leading slash are relative to. */
  readonly folder: string;
  /** Folders whose files are published unchanged. */
  readonly assets: readonly string[];
  /** Prefix of all URL paths, without a trailing slash. */
  readonly base: string;
  /** Redirects from old URL paths to the current URL paths. */
  readonly redirects?: ReadonlyMap<string, string>;
}

/** Resolves a link to a file relative to the page. If there is no such file, resolves the link as a URL path. */
export function locateAddressed(target: string, question: ReferenceQuestion, site: AddressedSite): Target {
  const { from, lookup, findPage, getAddress } = question;
  const { path, query, fragment } = splitTarget(target);
  const createTarget = (file: string) => ({ path: file, query, fragment });
  if (path === '') return createTarget(from);
  const roots = path.startsWith('/') ? [site.folder, ...site.assets] : [getFolder(from)];
  const files = roots.map((root) => resolvePath(root, path));
  const file = files.find((candidate) => candidate !== undefined && lookup.isFile(candidate));
  if (file !== undefined) return createTarget(file);
  const address = resolveAddress(path, getAddress(from) ?? '/');
  if (address !== undefined) {
    const localPath = address.startsWith(`${site.base}/`) ? address.slice(site.base.length) : address;
    const redirect = site.redirects?.get(normalizeAddress(localPath));
    const page = findPage(localPath) ?? (redirect === undefined ? undefined : findPage(splitTarget(redirect).path));
    if (page !== undefined) return createTarget(page);
    if (redirect !== undefined) return { unchecked: UNCHECKED_REASONS.generated };
  }
  // Authors often omit the extension of a file in a relative link.
  const siblingFile = path.startsWith('/') ? undefined : files[0];
  const page =
    siblingFile === undefined
      ? undefined
      : ['.md', '.mdx'].map((end) => siblingFile + end).find((name) => lookup.isFile(name));
  return page === undefined ? createMissingTarget(siblingFile ?? path) : createTarget(page);
}

/** Returns the URL path of a file from its path below the content folder. */
export function createPathAddress(innerPath: string, end: string): string {
  const page = innerPath.replace(/\.(?:mdx?|markdown)$/i, '');
  const index = /(^|\/)index$/i;
  return index.test(page) ? `/${page.replace(index, '$1')}` : `/${page}${end}`;
}

/** Returns the URL path that the front matter sets as `slug`; undefined if there is none. */
export function createSlugAddress(facts: DocumentFacts, end: string): string | undefined {
  const slug = facts.address?.slug;
  return slug === undefined ? undefined : `/${joinPath('', slug.replaceAll(/^\/|\/$/g, ''))}${slug === '' ? '' : end}`;
}
