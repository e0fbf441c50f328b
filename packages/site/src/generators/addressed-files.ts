import type { DocumentFacts } from '../facts/document-facts.ts';
import type { Target } from '../generator-rules.ts';
import { getFolder, joinPath, resolvePath, splitTarget } from '../repository-paths.ts';
import { createMissingTarget, normalAddress, type ReferenceQuestion, resolveAddress } from './page-site-rules.ts';

/** Resolution of links for generators whose pages are files below one folder. */
export interface AddressedSite {
  /** Folder that a leading slash counts from. */
  readonly folder: string;
  /** Folders of files that are published as they are. */
  readonly assets: readonly string[];
  /** Part of addresses in front of the site's own, without slash at its end. */
  readonly base: string;
  /** Old addresses and where they lead. */
  readonly redirects?: ReadonlyMap<string, string>;
}

/** Resolves a link that is a file next to the page, or else an address. */
export function locateAddressed(target: string, question: ReferenceQuestion, site: AddressedSite): Target {
  const { from, lookup, pageAt, addressOf } = question;
  const { path, query, fragment } = splitTarget(target);
  const createTarget = (file: string) => ({ path: file, query, fragment });
  if (path === '') return createTarget(from);
  const roots = path.startsWith('/') ? [site.folder, ...site.assets] : [getFolder(from)];
  const files = roots.map((root) => resolvePath(root, path));
  const file = files.find((candidate) => candidate !== undefined && lookup.isFile(candidate));
  if (file !== undefined) return createTarget(file);
  const address = resolveAddress(path, addressOf(from) ?? '/');
  if (address !== undefined) {
    const localPath = address.startsWith(`${site.base}/`) ? address.slice(site.base.length) : address;
    const redirect = site.redirects?.get(normalAddress(localPath));
    const page = pageAt(localPath) ?? (redirect === undefined ? undefined : pageAt(redirect));
    if (page !== undefined) return createTarget(page);
  }
  // A relative link without extension is often meant as a file.
  const siblingFile = path.startsWith('/') ? undefined : files[0];
  const page =
    siblingFile === undefined
      ? undefined
      : ['.md', '.mdx'].map((end) => siblingFile + end).find((name) => lookup.isFile(name));
  return page === undefined ? createMissingTarget(siblingFile ?? path) : createTarget(page);
}

/** Address of a file by its path below the content folder. */
export function pathAddress(inside: string, end: string): string {
  const page = inside.replace(/\.(?:mdx?|markdown)$/i, '');
  const index = /(^|\/)index$/i;
  return index.test(page) ? `/${page.replace(index, '$1')}` : `/${page}${end}`;
}

/** Address with the last part replaced by the slug, or the slug itself. */
export function slugAddress(facts: DocumentFacts, end: string): string | undefined {
  const slug = facts.address?.slug;
  return slug === undefined ? undefined : `/${joinPath('', slug.replaceAll(/^\/|\/$/g, ''))}${slug === '' ? '' : end}`;
}
