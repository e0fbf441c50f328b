import type { DocsPageSummary, PortalEntry } from './store.ts';

/** The page at the root of the portal. */
export const HOME_PATH = 'index';

/** An entry of the navigation with the pages below it. Every entry has a page, items or both. */
export interface NavigationNode {
  readonly title: string;
  readonly path?: string | undefined;
  readonly items: readonly NavigationNode[];
}

type Listed = Pick<DocsPageSummary, 'path' | 'title' | 'order'>;

/**
 * Returns the navigation: the entries of the settings whose pages exist or, without such settings, the folders of the page paths.
 * @param pages the pages that the reader can see
 */
export function buildNavigation(
  pages: readonly Listed[],
  entries: readonly PortalEntry[] | null,
): readonly NavigationNode[] {
  if (entries === null) return buildFromPaths(pages);
  const paths = new Set(pages.map(({ path }) => path));
  const convert = (list: readonly PortalEntry[]): NavigationNode[] =>
    list.flatMap(({ title, path, items = [] }) => {
      const node = { title, path: path !== undefined && paths.has(path) ? path : undefined, items: convert(items) };
      return node.path === undefined && node.items.length === 0 ? [] : [node];
    });
  return convert(entries);
}

interface Folder {
  page: Listed | undefined;
  readonly name: string;
  readonly folders: Map<string, Folder>;
}

function buildFromPaths(pages: readonly Listed[]): NavigationNode[] {
  const root: Folder = { page: undefined, name: '', folders: new Map() };
  for (const page of pages) {
    if (page.path === HOME_PATH) continue;
    let folder = root;
    for (const name of page.path.split('/')) {
      const next = folder.folders.get(name) ?? { page: undefined, name, folders: new Map() };
      folder.folders.set(name, next);
      folder = next;
    }
    folder.page = page;
  }
  return listFolders(root);
}

/** Pages come first, followed by folders. Both are sorted by order and then by name. */
function listFolders({ folders }: Folder): NavigationNode[] {
  return [...folders.values()]
    .toSorted(
      (a, b) =>
        getOrder(a) - getOrder(b) ||
        Number(a.folders.size > 0) - Number(b.folders.size > 0) ||
        (a.name < b.name ? -1 : 1),
    )
    .map((folder) => ({
      title: folder.page?.title ?? formatName(folder.name),
      path: folder.page?.path,
      items: listFolders(folder),
    }));
}

/** Returns the order of a folder: the order of the folder's page, or else the lowest order of the pages in the folder. */
function getOrder({ page, folders }: Folder): number {
  if (page) return page.order;
  return Math.min(Number.MAX_SAFE_INTEGER, ...[...folders.values()].map(getOrder));
}

/** Returns a title for a folder without a page: `getting-started` becomes `Getting started`. */
function formatName(name: string): string {
  const words = name.replaceAll(/[-_]+/g, ' ').trim() || name;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** A page in the reading order. */
export interface PageLink {
  readonly path: string;
  readonly title: string;
}

/** Returns the pages of the navigation in the order in which they are read. A page that occurs twice is returned once. */
export function listReadingOrder(nodes: readonly NavigationNode[]): PageLink[] {
  const foundPages = new Map<string, PageLink>();
  const visit = (list: readonly NavigationNode[]): void => {
    for (const { path, title, items } of list) {
      if (path !== undefined && !foundPages.has(path)) foundPages.set(path, { path, title });
      visit(items);
    }
  };
  visit(nodes);
  return [...foundPages.values()];
}

/** Returns the titles of the groups that contain a page, outermost first; undefined if the navigation does not contain it. */
export function findGroups(nodes: readonly NavigationNode[], path: string): readonly NavigationNode[] | undefined {
  for (const node of nodes) {
    if (node.path === path) return [];
    const below = findGroups(node.items, path);
    if (below) return [node, ...below];
  }
  return undefined;
}

/** Returns the first page of an entry. */
export function findFirstPage({ path, items }: NavigationNode): string | undefined {
  return path ?? items.map(findFirstPage).find((first) => first !== undefined);
}
