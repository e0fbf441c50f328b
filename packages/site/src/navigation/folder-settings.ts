import { parseConfig } from '@context-sync/formats';
import { getText, getValue, listAt } from '../config/config-values.ts';
import { removeJsComments } from '../config/javascript-config.ts';
import { readScriptValue } from '../config/script-values.ts';
import { getEntryValue, listPairs, parseNavigationData } from '../facts/navigation-facts.ts';
import { removeExtension } from '../place/title-names.ts';
import { getFolder, getPathInside, joinPath } from '../repository-paths.ts';
import type { NavigatedSite } from './navigated-site.ts';

/** Settings that a file defines for the pages and folders next to it. */
export interface FolderSettings {
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
export const REST = '...';

const MAX_SETTINGS_LENGTH = 50_000;
/** Maximum depth of groups in the settings of a folder. Deeper entries are left out. */
const MAX_GROUP_DEPTH = 4;
/** Files with the order of a folder for plugins of MkDocs (awesome-pages, awesome-nav). */
const PAGES_FILES = ['.nav.yml', '.pages'];
const LABEL_FILES = ['_category_.json', '_category_.yml', '_category_.yaml', '.navigation.yml', '_dir.yml'];
const GLOBAL_META_FILES = ['_meta.global.js', '_meta.global.jsx', '_meta.global.ts', '_meta.global.tsx'];
const META_FILES = ['_meta.js', '_meta.jsx', '_meta.ts', '_meta.tsx', '_meta.json'];

/** Reads the files in which generators describe a folder. */
export function readFolderSettings(site: NavigatedSite, folder: string): FolderSettings {
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
