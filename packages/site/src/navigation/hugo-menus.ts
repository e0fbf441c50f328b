import { parseConfig } from '@context-sync/formats';
import { getPageName, isIndexPage } from '@context-sync/reading';
import { getValue } from '../config/config-values.ts';
import { type MenuEntry, readConfiguredMenus } from '../facts/page-menus.ts';
import { joinPath } from '../repository-paths.ts';
import type { NavigatedSite, SiteEntry } from './navigated-site.ts';
import { PageFinder } from './page-finder.ts';

const EXTENSIONS = ['yaml', 'yml', 'toml', 'json'];
const CONFIG_FILES = ['hugo', 'config', 'config/_default/hugo', 'config/_default/config'];
const MENU_FILES = ['menus', 'menu', 'menus.en', 'menu.en'].map((name) => `config/_default/${name}`);
/** A menu with fewer pages is not a navigation. */
const MIN_PAGES = 2;
const MAX_DEPTH = 8;

interface ResolvedEntry extends MenuEntry {
  readonly file: string | undefined;
}

/**
 * Returns the navigation of a Hugo site by its menu with the most pages, which the configuration and the front matter of the pages define. An entry for a
 * section without entries of its own contains the pages of the section, and pages outside of the menu follow.
 * @param folders the navigation by folders
 * @returns an empty list if no menu contains at least two pages
 */
export function readHugoMenus(site: NavigatedSite, folders: readonly SiteEntry[]): readonly SiteEntry[] {
  const finder = new PageFinder(site, site.rules.folder);
  const ownEntries = [...site.documents].flatMap(([file, { menus = [] }]) =>
    menus.map((entry) => ({ ...entry, file })),
  );
  const entries: ResolvedEntry[] = [
    ...readConfigured(site).map((entry) => ({
      ...entry,
      file: entry.target === undefined ? undefined : finder.find(entry.target),
    })),
    ...ownEntries,
  ];
  const countPages = (list: readonly ResolvedEntry[]) => new Set(list.flatMap(({ file }) => file ?? [])).size;
  const [menu = []] = [...Map.groupBy(entries, ({ menu: name }) => name).values()].toSorted(
    (a, b) => countPages(b) - countPages(a),
  );
  return countPages(menu) < MIN_PAGES ? [] : buildMenu(site, menu, folders);
}

function buildMenu(
  site: NavigatedSite,
  menu: readonly ResolvedEntry[],
  folders: readonly SiteEntry[],
): readonly SiteEntry[] {
  const getTitle = ({ name, file }: ResolvedEntry) =>
    name ?? (file === undefined ? '' : (site.lookup.facts(file)?.title ?? getPageName(file)));
  const getId = (entry: ResolvedEntry) => entry.identifier ?? getTitle(entry);
  const ids = new Set(menu.map(getId));
  const getParent = (entry: ResolvedEntry) =>
    entry.parent !== undefined && ids.has(entry.parent) && entry.parent !== getId(entry) ? entry.parent : undefined;
  const byParent = Map.groupBy(menu, getParent);
  const usedFiles = new Set(menu.flatMap(({ file }) => file ?? []));
  const compare = (a: ResolvedEntry, b: ResolvedEntry) =>
    (a.weight ?? Number.MAX_SAFE_INTEGER) - (b.weight ?? Number.MAX_SAFE_INTEGER) ||
    (getTitle(a) < getTitle(b) ? -1 : 1);
  const convert = (entry: ResolvedEntry, depth: number): SiteEntry[] => {
    const { name, file } = entry;
    const children = depth < MAX_DEPTH ? (byParent.get(getId(entry)) ?? []) : [];
    const ownItems = children.toSorted(compare).flatMap((child) => convert(child, depth + 1));
    const isSection = file !== undefined && isIndexPage(file);
    const items =
      ownItems.length > 0 || !isSection ? ownItems : removeUsed(findEntry(folders, file)?.items ?? [], usedFiles);
    if (file === undefined && items.length === 0) return [];
    return [{ ...(name === undefined ? {} : { title: name }), ...(file === undefined ? {} : { file }), items }];
  };
  const top = (byParent.get(undefined) ?? []).toSorted(compare).flatMap((entry) => convert(entry, 0));
  return [...top, ...removeUsed(folders, new Set(listFiles(top)))];
}

/** Returns the entries of the menus in the configuration. */
function readConfigured(site: NavigatedSite): readonly MenuEntry[] {
  const read = (names: readonly string[]) =>
    names.flatMap((name) =>
      EXTENSIONS.flatMap((extension) => {
        const path = joinPath(site.rules.folder, `${name}.${extension}`);
        const text = site.lookup.isFile(path) ? site.read(path) : undefined;
        return text === undefined ? [] : [parseConfig(path, text)];
      }),
    );
  const inConfig = read(CONFIG_FILES).map((config) => getValue(config, 'menus') ?? getValue(config, 'menu'));
  return [...inConfig, ...read(MENU_FILES)].flatMap(readConfiguredMenus);
}

function findEntry(entries: readonly SiteEntry[], file: string): SiteEntry | undefined {
  for (const entry of entries) {
    const found = entry.file === file ? entry : findEntry(entry.items, file);
    if (found) return found;
  }
  return undefined;
}

function listFiles(entries: readonly SiteEntry[]): readonly string[] {
  return entries.flatMap(({ file, items }) => [...(file === undefined ? [] : [file]), ...listFiles(items)]);
}

/** Returns the entries without the pages that are already in the navigation. */
function removeUsed(entries: readonly SiteEntry[], usedFiles: ReadonlySet<string>): readonly SiteEntry[] {
  return entries.flatMap((entry): SiteEntry[] => {
    const items = removeUsed(entry.items, usedFiles);
    const isUsed = entry.file !== undefined && usedFiles.has(entry.file);
    if (!isUsed) return entry.file === undefined && items.length === 0 ? [] : [{ ...entry, items }];
    return [...items];
  });
}
