import { parseConfig } from '@context-sync/formats';
import { formatName } from '@context-sync/reading';
import { getText, listAt } from '../config/config-values.ts';
import { listScriptNames, removeJsComments } from '../config/javascript-config.ts';
import { findScriptValues } from '../config/script-values.ts';
import { readNavigationData, readNavigationTree, type WrittenEntry } from '../facts/navigation-facts.ts';
import { getFolder, getPathInside, joinPath, resolvePath } from '../repository-paths.ts';
import { readAntoraNavigation } from './antora-navigation.ts';
import { createFolderEntries } from './folder-entries.ts';
import { readHugoMenus } from './hugo-menus.ts';
import type { NavigatedSite, SiteEntry } from './navigated-site.ts';
import { PageFinder } from './page-finder.ts';
import { readSphinxNavigation } from './sphinx-navigation.ts';

/** Number of folders above the pages in which navigation files are searched. */
const MAX_PARENT_FOLDERS = 4;
/** Maximum number of navigation files of DocFX that refer to each other. */
const MAX_TOC_DEPTH = 6;
/** Keys of Mintlify's configuration that are not titles. */
const STRUCTURE_KEYS = /^(?:languages|versions|tabs|groups|anchors|dropdowns|products|global|pages|menu|navigation)$/;
/** Files with the navigation of a whole site, by generator. */
const NAVIGATION_FILES: Readonly<Record<string, readonly string[]>> = {
  mkdocs: ['mkdocs.yml', 'mkdocs.yaml'],
  docusaurus: ['sidebars.js', 'sidebars.ts', 'sidebars.cjs', 'sidebars.json', 'sidebar.js', 'sidebar.ts'],
  mdbook: ['SUMMARY.md'],
  mintlify: ['docs.json', 'mint.json'],
  plain: ['SUMMARY.md'],
};
/** Folders with the pages of Nextra. */
const NEXTRA_FOLDERS = ['content', 'src/content', 'app', 'src/app', 'pages', 'src/pages'];
/** Scripts with a key `sidebar`, by generator. */
const SIDEBAR_SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  vitepress: ['.vitepress/config', '.vitepress/config/index', '.vitepress/config/en'].flatMap(listScriptNames),
  starlight: listScriptNames('astro.config'),
};

/** Returns the navigation of a site, from the generator's navigation file or as the generator creates it from folders. */
export function readSiteNavigation(site: NavigatedSite): readonly SiteEntry[] {
  const entries = readOwnNavigation(site);
  if (!entries.some(hasPage)) {
    const folders = createFolderEntries(site, findTopFolder(site));
    const menus = site.rules.generator === 'hugo' ? readHugoMenus(site, folders) : [];
    return menus.some(hasPage) ? menus : folders;
  }
  return [...mergeIndexPages(entries), ...(site.rules.generator === 'docusaurus' ? listOtherSets(site, entries) : [])];
}

/** Returns one group for the folder of each Docusaurus version or docs instance without entries in the navigation. */
function listOtherSets(site: NavigatedSite, entries: readonly SiteEntry[]): readonly SiteEntry[] {
  const { rules, documents } = site;
  const getSet = (file: string) => {
    const [first = '', second = ''] = (getPathInside(rules.folder, file) ?? file).split('/');
    return joinPath(rules.folder, /^versioned_docs$|_versioned_docs$/.test(first) ? `${first}/${second}` : first);
  };
  const usedSets = new Set(listFiles(entries).map(getSet));
  const sets = [...new Set([...documents.keys()].map(getSet))].filter(
    (set) => !usedSets.has(set) && !documents.has(set),
  );
  return sets.flatMap((set) => {
    const items = createFolderEntries(site, set);
    const name = set.slice(set.lastIndexOf('/') + 1).replace(/^version-/, '');
    return items.length === 0 ? [] : [{ title: name.charAt(0).toUpperCase() + formatName(name).slice(1), items }];
  });
}

function listFiles(entries: readonly SiteEntry[]): readonly string[] {
  return entries.flatMap(({ file, items }) => [...(file === undefined ? [] : [file]), ...listFiles(items)]);
}

function readOwnNavigation(site: NavigatedSite): readonly SiteEntry[] {
  const { generator } = site.rules;
  if (generator === 'antora') return readAntoraNavigation(site);
  if (generator === 'sphinx') return readSphinxNavigation(site);
  if (generator === 'docfx') return readTocs(site, site.rules.folder, new Set());
  const scripts = SIDEBAR_SCRIPTS[generator];
  if (scripts) return readSidebars(site, scripts);
  for (const folder of listParents(site.rules.folder === '' ? site.root : site.rules.folder)) {
    for (const name of NAVIGATION_FILES[generator] ?? []) {
      const path = joinPath(folder, name);
      const text = site.lookup.isFile(path) ? site.read(path) : undefined;
      if (text === undefined) continue;
      const nodes = unwrap(readNavigationTree(path, text), generator);
      const entries = new PageFinder(site, folder).convert(nodes, folder);
      if (entries.some(hasPage)) return entries;
    }
  }
  return [];
}

/** Removes groups that only have the name of the site or of a key. */
function unwrap(nodes: readonly WrittenEntry[], generator: string): readonly WrittenEntry[] {
  if (generator !== 'mintlify') return nodes;
  const remove = (list: readonly WrittenEntry[]): WrittenEntry[] =>
    list.flatMap((node): WrittenEntry[] => {
      const items = remove(node.items);
      const isKey = node.target === undefined && STRUCTURE_KEYS.test(node.label ?? '');
      return isKey ? items : [{ ...node, items }];
    });
  let [...top] = remove(nodes);
  while (top.length === 1 && top[0]?.target === undefined && top[0] !== undefined) top = [...top[0].items];
  return top;
}

function readSidebars(site: NavigatedSite, scripts: readonly string[]): readonly SiteEntry[] {
  for (const folder of listParents(site.rules.folder)) {
    const finder = new PageFinder(site, folder);
    for (const name of scripts) {
      const path = joinPath(folder, name);
      const text = site.lookup.isFile(path) ? site.read(path) : undefined;
      if (text === undefined) continue;
      const source = removeJsComments(text);
      const sidebars = findScriptValues(source, 'sidebar').map((value) =>
        // The keys of a mapping are the paths at which each sidebar is shown. The sidebar of the start page comes first.
        readNavigationData(
          value instanceof Map
            ? [...value].toSorted(([a], [b]) => Number(b === '/') - Number(a === '/')).map(([, sidebar]) => sidebar)
            : value,
        ),
      );
      const entries = sidebars.flatMap((nodes) => finder.convert(nodes, folder));
      if (entries.some(hasPage)) return removeRepeated(entries);
    }
  }
  return [];
}

/** Reads a navigation file of DocFX and the navigation files to which it refers. */
function readTocs(site: NavigatedSite, folder: string, passedFiles: Set<string>): readonly SiteEntry[] {
  const path = ['toc.yml', 'toc.yaml'].map((name) => joinPath(folder, name)).find((name) => site.lookup.isFile(name));
  const text = path === undefined || passedFiles.has(path) || passedFiles.size > 200 ? undefined : site.read(path);
  if (path === undefined || text === undefined) return [];
  passedFiles.add(path);
  const finder = new PageFinder(site, folder);
  const convert = (data: unknown, depth: number): SiteEntry[] =>
    (Array.isArray(data) ? data : listAt(data, 'items')).flatMap((node): SiteEntry[] => {
      if (depth > MAX_TOC_DEPTH) return [];
      const title = getText(node, 'name');
      const href = getText(node, 'topicHref') ?? getText(node, 'href') ?? '';
      const isToc = /(?:^|\/)toc\.ya?ml$|\/$/i.test(href);
      const inner = isToc ? resolvePath(folder, href.replace(/toc\.ya?ml$/i, '')) : undefined;
      const items = [...convert(node, depth + 1), ...(inner === undefined ? [] : readTocs(site, inner, passedFiles))];
      const page = isToc ? getText(node, 'homepage') : href;
      const file = page === undefined || page === '' ? undefined : finder.find(resolveTilde(page));
      if (file === undefined && items.length === 0) return [];
      return [{ ...(title === undefined ? {} : { title }), ...(file === undefined ? {} : { file }), items }];
    });
  return convert(parseConfig(path, text), 0);
}

function resolveTilde(path: string): string {
  return path.replace(/^~\//, '');
}

/** If the first entry of a group is an index page without a title of its own, makes this page the page of the group. */
function mergeIndexPages(entries: readonly SiteEntry[]): readonly SiteEntry[] {
  return entries.map((entry) => {
    const [first, ...rest] = entry.items;
    const items = mergeIndexPages(entry.items);
    const isIndex = /(?:^|\/)(?:_?index|readme)\.[^./]+$/i.test(first?.file ?? '');
    if (entry.file !== undefined || !first || !isIndex || first.title !== undefined || first.items.length > 0)
      return { ...entry, items };
    return { ...entry, ...(first.file === undefined ? {} : { file: first.file }), items: mergeIndexPages(rest) };
  });
}

/** Leaves out entries that several sidebars share. */
function removeRepeated(entries: readonly SiteEntry[]): readonly SiteEntry[] {
  const seenFiles = new Set<string>();
  return entries.filter((entry) => {
    const key = JSON.stringify(entry);
    const isNew = !seenFiles.has(key);
    seenFiles.add(key);
    return isNew;
  });
}

function hasPage({ file, items }: SiteEntry): boolean {
  return file !== undefined || items.some(hasPage);
}

/** Returns the innermost folder that contains all documents, but not one below the docs folder of the site. */
function findTopFolder({ documents, rules, root }: NavigatedSite): string {
  const content = rules.generator === 'nextra' ? NEXTRA_FOLDERS : [];
  for (const folder of content.map((name) => joinPath(rules.folder, name)))
    if ([...documents.keys()].some((file) => file.startsWith(`${folder}/`))) return folder;
  const start = rules.generator === 'plain' ? root : rules.folder;
  const folders = [...documents.keys()].map(getFolder);
  let top = folders[0] ?? start;
  while (top !== '' && !folders.every((folder) => folder === top || folder.startsWith(`${top}/`))) top = getFolder(top);
  return top.length < start.length || rules.generator === 'plain' ? start : top;
}

function listParents(folder: string): string[] {
  const parents = [folder];
  for (let each = folder; each !== '' && parents.length <= MAX_PARENT_FOLDERS; ) {
    each = getFolder(each);
    parents.push(each);
  }
  return parents;
}
