import type { WrittenEntry } from '../facts/navigation-facts.ts';
import { listNavigationPaths, normalizePage } from '../facts/navigation-paths.ts';
import { normalizeAddress } from '../generators/page-site-rules.ts';
import { removeExtension } from '../place/title-names.ts';
import { getFolder, joinPath, resolvePath } from '../repository-paths.ts';
import { createFolderEntries } from './folder-entries.ts';
import type { NavigatedSite, SiteEntry } from './navigated-site.ts';

/** Finds the documents that a navigation file refers to. */
export class PageFinder {
  readonly #site: NavigatedSite;
  /** Documents by their paths in the repository, without extensions. */
  readonly #byFile: ReadonlyMap<string, string>;
  readonly #byPath = new Map<string, string>();
  readonly #byAddress = new Map<string, string>();
  readonly #folder: string;
  #readFolders: DocumentFolders | undefined;

  /** @param folder the folder of the navigation file, or the folder to which its paths are relative */
  constructor(site: NavigatedSite, folder: string) {
    this.#site = site;
    this.#folder = folder;
    this.#byFile = new Map([...site.documents.keys()].map((file) => [removeExtension(file), file]));
    const names = [...site.documents.keys()].map((file) => [file, listNavigationPaths(file, folder)] as const);
    // The whole path takes precedence over the same path without its first folders.
    for (let depth = 0; names.some(([, paths]) => depth < paths.length); depth += 1)
      for (const [file, paths] of names) addFirst(this.#byPath, paths[depth], file);
    for (const [file] of names) {
      const facts = site.lookup.facts(file) ?? {};
      const address = site.rules.getAddress(file, facts);
      if (address !== undefined) addFirst(this.#byAddress, normalizeAddress(address), file);
      const id = facts.address?.id;
      const [path] = listNavigationPaths(file, folder);
      if (id !== undefined && path !== undefined) addFirst(this.#byPath, joinPath(getFolder(path), id), file);
    }
  }

  find(target: string): string | undefined {
    if (/^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(target) || target.startsWith('#')) return undefined;
    const path = resolvePath(this.#folder, target.replace(/^\/+|[?#].*$/g, ''));
    const exact = path === undefined ? undefined : this.#byFile.get(removeExtension(path));
    if (exact !== undefined) return exact;
    const address = target.startsWith('/') ? target : `/${target}`;
    return (
      this.#byPath.get(normalizePage(target)) ?? this.#byAddress.get(normalizeAddress(address.replace(/[?#].*$/, '')))
    );
  }

  /** Returns the entries whose documents belong to the site, and the groups that contain such entries. */
  convert(nodes: readonly WrittenEntry[], folder: string): SiteEntry[] {
    return nodes.flatMap(({ label, target, folder: generated, items }): SiteEntry[] => {
      const file = target === undefined ? undefined : this.find(target);
      const title = label === undefined || label.trim() === '' ? {} : { title: label.trim() };
      if (generated !== undefined) {
        const below = createFolderEntries(this.#site, this.#findFolder(folder, generated));
        return label === undefined ? below : [{ ...title, items: below }];
      }
      const below = this.convert(items, folder);
      if (file === undefined && below.length === 0) return [];
      return [{ ...title, ...(file === undefined ? {} : { file }), items: below }];
    });
  }

  /** Returns the folder from which the generator creates entries. */
  #findFolder(folder: string, writtenPath: string): string {
    const name = writtenPath.replaceAll(/^\.?\/?|\/$/g, '');
    const bases = [this.#site.rules.folder, folder].flatMap((base) => [joinPath(base, 'docs'), base]);
    const folders = bases.map((base) => joinPath(base, name));
    return (
      folders.find((each) => this.#folders.all.has(each)) ??
      this.#folders.byPath.get(normalizePage(`${name}/x`)) ??
      joinPath(folder, name)
    );
  }

  get #folders(): DocumentFolders {
    this.#readFolders ??= listDocumentFolders([...this.#site.documents.keys()], this.#folder);
    return this.#readFolders;
  }
}

/** The folders that contain documents, directly or in their subfolders. */
interface DocumentFolders {
  readonly all: ReadonlySet<string>;
  /** Folders by the paths of a page `x` in them, also without the number prefixes that a configuration omits. */
  readonly byPath: ReadonlyMap<string, string>;
}

function listDocumentFolders(documents: readonly string[], base: string): DocumentFolders {
  const all = new Set<string>();
  const byPath = new Map<string, string>();
  for (const own of new Set(documents.map(getFolder))) {
    for (let folder = own; folder !== '' && !all.has(folder); folder = getFolder(folder)) all.add(folder);
    for (const path of listNavigationPaths(`${own}/x.md`, base)) addFirst(byPath, path, own);
  }
  return { all, byPath };
}

function addFirst(map: Map<string, string>, key: string | undefined, value: string): void {
  if (key !== undefined && !map.has(key)) map.set(key, value);
}
