import { parseConfig } from '@context-sync/formats';
import { formatName, getPageName, isIndexPage } from '@context-sync/reading';
import { getText, getValue, listAt } from '../config/config-values.ts';
import { removeJsComments } from '../config/javascript-config.ts';
import { readScriptValue } from '../config/script-values.ts';
import { getEntryValue, listPairs, parseNavigationData } from '../facts/navigation-facts.ts';
import { removeNumberPrefix } from '../number-prefix.ts';
import { removeExtension } from '../place/title-names.ts';
import { getFolder, getPathInside, joinPath } from '../repository-paths.ts';
import type { NavigatedSite, SiteEntry } from './navigated-site.ts';

/** Settings that a file defines for the pages and folders next to it. */
interface FolderSettings {
  readonly title?: string;
  readonly order?: number;
  /** Whether the folder is excluded from the navigation. */
  readonly isHidden?: boolean;
  /** Names of pages and folders in their order. Pages and folders that are not listed are at the place of `REST`, or follow. */
  readonly names?: ReadonlyMap<string, NamedEntry>;
}

/** Settings of a page or folder in the settings of the folder that contains it. */
interface NamedEntry {
  readonly title?: string;
  readonly isHidden?: boolean;
  /** Title of the group that the entry belongs to. */
  readonly group?: string;
}

/** Name that represents all pages and folders that are not listed. */
const REST = '...';

interface Child {
  /** Name of the file or folder, without an extension. */
  readonly name: string;
  readonly order: number;
  readonly entry: SiteEntry;
  readonly isHidden: boolean;
}

const MAX_SETTINGS_LENGTH = 50_000;
/** Maximum depth of groups in the settings of a folder. Deeper entries are left out. */
const MAX_GROUP_DEPTH = 4;
/** Files with the order of a folder for plugins of MkDocs (awesome-pages, awesome-nav). */
const PAGES_FILES = ['.nav.yml', '.pages'];
const LABEL_FILES = ['_category_.json', '_category_.yml', '_category_.yaml', '.navigation.yml', '_dir.yml'];
const GLOBAL_META_FILES = ['_meta.global.js', '_meta.global.jsx', '_meta.global.ts', '_meta.global.tsx'];
const META_FILES = ['_meta.js', '_meta.jsx', '_meta.ts', '_meta.tsx', '_meta.json'];
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
  const settings = readSettings(site, folder);
  const own = files.filter((file) => getFolder(file) === folder);
  const folders = new Map<string, string[]>();
  for (const file of files) {
    const name = getFolder(file) === folder ? undefined : (getPathInside(folder, file) ?? file).split('/')[0];
    if (name !== undefined) folders.set(name, [...(folders.get(name) ?? []), file]);
  }
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
  for (const [name, inside] of folders) {
    const path = joinPath(folder, name);
    const same = own.find((file) => file !== index && removeExtension(file) === path);
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
  const listedNames = [...(names?.keys() ?? [])];
  const restPlace = listedNames.indexOf(REST);
  const getPlace = ({ name }: Child) => {
    const place = listedNames.includes(name)
      ? listedNames.indexOf(name)
      : listedNames.indexOf(removeNumberPrefix(name));
    return place >= 0 ? place : restPlace >= 0 ? restPlace : listedNames.length;
  };
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

/** Reads the files in which generators describe a folder. */
function readSettings(site: NavigatedSite, folder: string): FolderSettings {
  const read = (name: string) => {
    const path = joinPath(folder, name);
    const text = site.lookup.isFile(path) ? site.read(path) : undefined;
    return text === undefined || text.length > MAX_SETTINGS_LENGTH ? undefined : { path, text };
  };
  for (const name of META_FILES) {
    const file = read(name);
    if (file) return { names: readMeta(parseNavigationData(file.path, file.text)) };
  }
  const names = readGlobalMeta(site, folder);
  if (names) return { names };
  for (const name of site.rules.generator === 'mkdocs' ? PAGES_FILES : []) {
    const file = read(name);
    if (file) return readPagesFile(parseConfig('pages.yml', file.text));
  }
  const meta = site.rules.generator === 'fumadocs' ? read('meta.json') : undefined;
  if (meta) return readFumadocsMeta(parseConfig(meta.path, meta.text));
  for (const name of LABEL_FILES) {
    const file = read(name);
    if (!file) continue;
    const data = parseConfig(file.path, file.text);
    const title = getText(data, 'label') ?? getText(data, 'title');
    const position = Number(getText(data, 'position') ?? Number.NaN);
    return { ...(title === undefined ? {} : { title }), ...(Number.isFinite(position) ? { order: position } : {}) };
  }
  return {};
}

/** Reads the order, the titles and the groups in a `_meta` file of Nextra. A separator with a title begins a group. */
function readMeta(data: unknown): FolderSettings['names'] & {} {
  const names = new Map<string, NamedEntry>();
  let group: { readonly group?: string } = {};
  for (const [name, value] of listPairs(data)) {
    const title = typeof value === 'string' ? value : getEntryValue(value, 'title');
    if (getEntryValue(value, 'type') === 'separator') {
      group = typeof title === 'string' && title !== '' ? { group: title } : {};
      continue;
    }
    const isHidden = getEntryValue(value, 'display') === 'hidden';
    names.set(name, {
      ...(typeof title === 'string' && title !== '' ? { title } : {}),
      ...(isHidden ? { isHidden } : {}),
      ...group,
    });
  }
  return names;
}

/** Reads the order and the titles of a folder in the `_meta.global` file of Nextra, which describes all folders below it. */
function readGlobalMeta(site: NavigatedSite, folder: string): FolderSettings['names'] {
  if (site.rules.generator !== 'nextra') return undefined;
  for (let base = folder; ; base = getFolder(base)) {
    for (const name of GLOBAL_META_FILES) {
      const path = joinPath(base, name);
      const text = site.lookup.isFile(path) ? site.read(path) : undefined;
      if (text === undefined || text.length > MAX_SETTINGS_LENGTH) continue;
      const source = removeJsComments(text);
      const start = /\bexport\s+default\s*(?=\{)/.exec(source);
      let data: unknown = start === null ? undefined : readScriptValue(source, start.index + start[0].length);
      for (const part of (getPathInside(base, folder) ?? '').split('/').filter((each) => each !== ''))
        data = getEntryValue(getEntryValue(data, part), 'items');
      return data === undefined ? undefined : readMeta(data);
    }
    if (base === '') return undefined;
  }
}

/**
 * Reads a file of the plugins of MkDocs: names of files and folders, `Title: name`, `Title: [names]` for a group, and `...` for all others. If the file
 * lists names without `...`, the others are not in the navigation.
 */
function readPagesFile(data: unknown): FolderSettings {
  const names = new Map<string, NamedEntry>();
  const visit = (list: readonly unknown[], group: string | undefined, depth: number): void => {
    for (const node of list) {
      const pairs = typeof node === 'string' ? [[undefined, node] as const] : listPairs(node);
      for (const [title, target] of pairs) {
        if (Array.isArray(target) && depth < MAX_GROUP_DEPTH) visit(target, group ?? title, depth + 1);
        if (typeof target !== 'string') continue;
        const isRest = /^\.\.\.|[*?]/.test(target);
        const name = isRest ? REST : removeExtension(target.replace(/^\.?\//, '').replace(/\/$/, ''));
        names.set(name, {
          ...(title === undefined || isRest ? {} : { title }),
          ...(group === undefined ? {} : { group }),
        });
      }
    }
  };
  const isOldOrder = getValue(data, 'nav') === undefined;
  visit(listAt(data, isOldOrder ? 'arrange' : 'nav'), undefined, 0);
  if (names.size > 0 && !names.has(REST)) names.set(REST, { isHidden: !isOldOrder });
  const title = getText(data, 'title');
  return {
    ...(title === undefined ? {} : { title }),
    ...(getValue(data, 'hide') === true ? { isHidden: true } : {}),
    ...(names.size === 0 ? {} : { names }),
  };
}

/** Reads the order of pages in a `meta.json` file of Fumadocs: names, `...` for all others, and `---Title---` for the group of the following names. */
function readFumadocsMeta(data: unknown): FolderSettings {
  const names = new Map<string, NamedEntry>();
  let group: { readonly group?: string } = {};
  for (const page of listAt(data, 'pages')) {
    if (typeof page !== 'string' || /^(?:\[|z\.\.\.a$)/.test(page)) continue;
    const separator = /^---(?:\[[^\]]*\])?(.*?)(?:---)?$/.exec(page)?.[1];
    if (separator !== undefined) group = separator.trim() === '' ? {} : { group: separator.trim() };
    else if (page === REST) names.set(REST, group);
    else if (page.startsWith('!')) names.set(page.slice(1), { isHidden: true });
    else names.set(page.replace(/^\.\.\.|^\.\//, ''), group);
  }
  const title = getText(data, 'title');
  return { ...(title === undefined ? {} : { title }), ...(getValue(data, 'pages') === undefined ? {} : { names }) };
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
