import { formatName, getPageName, isIndexPage } from '@context-sync/reading';
import { removeNumberPrefix } from '../number-prefix.ts';
import { removeExtension } from '../place/title-names.ts';
import { getFolder, getPathInside, joinPath } from '../repository-paths.ts';
import { type FolderSettings, REST, readFolderSettings } from './folder-settings.ts';
import type { NavigatedSite, SiteEntry } from './navigated-site.ts';

interface Child {
  /** Name of the file or folder, without an extension. */
  readonly name: string;
  readonly order: number;
  readonly entry: SiteEntry;
  readonly isHidden: boolean;
}

/** Position of pages that set no position. They follow all pages that set one. */
const LAST = Number.MAX_SAFE_INTEGER;

/**
 * Returns the entries of a folder's pages and subfolders, in the order of generators that create the navigation from files: by the positions in front
 * matter and in files with settings, by number prefixes, and by name.
 */
export function createFolderEntries(site: NavigatedSite, folder: string): SiteEntry[] {
  const files = [...site.documents.keys()].filter((file) => getPathInside(folder, file) !== undefined);
  return listEntries(site, folder, files, true).entries;
}

function listEntries(
  site: NavigatedSite,
  folder: string,
  files: readonly string[],
  isTop = false,
): { readonly entries: SiteEntry[]; readonly index: string | undefined; readonly settings: FolderSettings } {
  const settings = readFolderSettings(site, folder);
  const own = files.filter((file) => getFolder(file) === folder);
  const folders = Map.groupBy(
    files.filter((file) => getFolder(file) !== folder),
    (file) => (getPathInside(folder, file) ?? file).split('/', 1)[0] ?? '',
  );
  // The app router of Next.js names each page after its folder.
  const index = own.find((file) => isIndexPage(file) || /(?:^|\/)page\.mdx?$/.test(file));
  const children: Child[] = own
    .filter((file) => file !== index || isTop)
    .flatMap((file) => {
      const base = removeExtension(file.slice(file.lastIndexOf('/') + 1));
      // A folder with the name of a page contains the pages below it.
      if (folders.has(base) && file !== index) return [];
      return [createPageChild(site, file, base, file === index)];
    });
  // If several pages have the same name, the first one is the page of the folder.
  const pages = new Map(own.toReversed().map((file) => [removeExtension(file), file]));
  for (const [name, inside] of folders) {
    const path = joinPath(folder, name);
    const page = pages.get(path);
    const same = page === index ? undefined : page;
    const child = createFolderChild(site, path, { name, inside, same });
    if (child) children.push(...(isGroup(name) ? child.entry.items.map((entry) => ({ ...child, entry })) : [child]));
  }
  return { entries: sortChildren(nestByParent(site, children), settings), index, settings };
}

function createPageChild(site: NavigatedSite, file: string, name: string, isIndex: boolean): Child {
  const { order, label, isHidden = false } = site.documents.get(file) ?? {};
  return {
    name,
    order: order ?? getPrefixOrder(name) ?? (isIndex ? Number.MIN_SAFE_INTEGER : LAST),
    entry: { ...(label === undefined ? {} : { title: label }), file, items: [] },
    isHidden,
  };
}

function createFolderChild(
  site: NavigatedSite,
  path: string,
  {
    name,
    inside,
    same,
  }: { readonly name: string; readonly inside: readonly string[]; readonly same: string | undefined },
): Child | undefined {
  const { entries, index, settings } = listEntries(site, path, inside);
  const page =
    same ?? index ?? inside.find((file) => removeExtension(file) === joinPath(path, removeNumberPrefix(name)));
  const metadata = page === undefined ? {} : (site.documents.get(page) ?? {});
  const items = entries.filter((entry) => entry.file !== page || entry.items.length > 0);
  if (items.length === 0 && page === undefined) return undefined;
  const title = metadata.label ?? settings.title ?? (page === undefined ? capitalize(formatName(name)) : undefined);
  return {
    name,
    order: settings.order ?? metadata.order ?? getPrefixOrder(name) ?? LAST,
    entry: { ...(title === undefined ? {} : { title }), ...(page === undefined ? {} : { file: page }), items },
    isHidden: metadata.isHidden ?? settings.isHidden ?? false,
  };
}

/** Moves pages below the parent page that their front matter sets. */
function nestByParent(site: NavigatedSite, children: readonly Child[]): readonly Child[] {
  const getParent = ({ entry }: Child) =>
    entry.file === undefined ? undefined : site.documents.get(entry.file)?.parent;
  if (!children.some(getParent)) return children;
  const getTitle = ({ entry }: Child) =>
    entry.title ??
    (entry.file === undefined ? undefined : (site.lookup.facts(entry.file)?.title ?? getPageName(entry.file)));
  const byTitle = new Map(children.map((child) => [getTitle(child), child]));
  const childrenByParent = Map.groupBy(children, (child) => {
    const parent = byTitle.get(getParent(child));
    return parent === child ? undefined : parent;
  });
  const nest = (child: Child, depth: number): Child => {
    const inner = depth > 4 ? [] : (childrenByParent.get(child) ?? []).map((each) => nest(each, depth + 1));
    return { ...child, entry: { ...child.entry, items: [...child.entry.items, ...sortChildren(inner, {})] } };
  };
  return (childrenByParent.get(undefined) ?? []).map((child) => nest(child, 0));
}

function sortChildren(children: readonly Child[], { names }: FolderSettings): SiteEntry[] {
  const places = new Map([...(names?.keys() ?? [])].map((name, index) => [name, index]));
  const getPlace = ({ name }: Child) =>
    places.get(name) ?? places.get(removeNumberPrefix(name)) ?? places.get(REST) ?? places.size;
  const getSettings = ({ name }: Child) => names?.get(name) ?? names?.get(removeNumberPrefix(name)) ?? names?.get(REST);
  const entries = children
    .filter((child) => !child.isHidden && getSettings(child)?.isHidden !== true)
    .toSorted((a, b) => getPlace(a) - getPlace(b) || a.order - b.order || compareNames(a.name, b.name))
    .map((child) => {
      const { title = child.entry.title, group } = getSettings(child) ?? {};
      return { group, entry: { ...child.entry, ...(title === undefined ? {} : { title }) } };
    });
  return groupEntries(entries);
}

/** Places consecutive entries of the same group in one entry. */
function groupEntries(
  entries: readonly { readonly group: string | undefined; readonly entry: SiteEntry }[],
): SiteEntry[] {
  const list: SiteEntry[] = [];
  let open: { readonly group: string; readonly items: SiteEntry[] } | undefined;
  for (const { group, entry } of entries) {
    if (group === undefined) {
      open = undefined;
      list.push(entry);
    } else if (open?.group === group) open.items.push(entry);
    else {
      open = { group, items: [entry] };
      list.push({ title: group, items: open.items });
    }
  }
  return list;
}

/** Returns whether a folder only groups files, such as `(group)` in Next.js. */
function isGroup(name: string): boolean {
  return /^\(.*\)$/.test(name);
}

function getPrefixOrder(name: string): number | undefined {
  return removeNumberPrefix(name) === name ? undefined : Number.parseInt(name, 10);
}

function compareNames(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
