import { parseConfig, parseScriptData, type ScriptData } from '@context-sync/formats';
import { removeJsComments } from '../config/javascript-config.ts';

/** A page in a navigation file, with the titles of the sections above it. */
export interface NavigationEntry {
  /** The page as written: a path with or without extension, relative to the navigation file or to the docs folder. */
  readonly target: string;
  /** Titles of the sections, outermost first. */
  readonly parents: readonly string[];
  /** Title that the navigation gives to the page or folder. */
  readonly label?: string;
}

/** A page or a group of pages in a navigation file, or both. */
export interface WrittenEntry {
  readonly label?: string;
  /** The page as in `NavigationEntry`. */
  readonly target?: string;
  /** Folder whose pages follow, relative to the docs folder. */
  readonly folder?: string;
  readonly items: readonly WrittenEntry[];
}

interface MutableNode extends WrittenEntry {
  readonly items: MutableNode[];
}

const NAVIGATION_FILE =
  /(?:^|\/)(?:SUMMARY\.md|toc\.ya?ml|mkdocs\.ya?ml|(?:docs|mint)\.json|sidebars?\.(?:js|cjs|ts|json)|_meta\.(?:jsx?|tsx?|json))$/;
/** Maximum length of a navigation file, in UTF-16 code units. */
const MAX_LENGTH = 500_000;
const MAX_ENTRIES = 10_000;
const MAX_DEPTH = 12;
const LABEL_KEYS = ['label', 'text', 'title', 'name', 'group', 'tab', 'anchor', 'dropdown', 'product'];
const TARGET_KEYS = ['href', 'link', 'url', 'id', 'to', 'file', 'page', 'slug', 'root'];
const CHILD_KEYS = [
  'items',
  'children',
  'pages',
  'nav',
  'groups',
  'tabs',
  'anchors',
  'dropdowns',
  'products',
  'navigation',
];
/** Matches an entry of `SUMMARY.md`: a link in a list, or a link or heading that starts a part of the book. */
const SUMMARY_LINE = /^([ \t]*)(?:[-*+][ \t]+)?\[([^\]]+)\]\(\s*<?([^)\s>]*)/;
const SUMMARY_PART = /^#{1,3}[ \t]+(.+)$/;

/** Returns whether the file may define the navigation of a site. */
export function isNavigationFile(path: string): boolean {
  return NAVIGATION_FILE.test(path);
}

/** Parses a navigation file of mdBook, GitBook, MkDocs, DocFX, Docusaurus, Mintlify or Nextra. The file is never executed. */
export function readNavigation(path: string, text: string): readonly NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  const visit = (nodes: readonly WrittenEntry[], parents: readonly string[]): void => {
    for (const { label, target, items } of nodes) {
      if (target !== undefined) entries.push({ target, parents, ...(label === undefined ? {} : { label }) });
      if (items.length > 0) visit(items, label === undefined ? parents : [...parents, label]);
    }
  };
  visit(readNavigationTree(path, text), []);
  return entries;
}

/** Parses a navigation file like `readNavigation`, and keeps its structure. */
export function readNavigationTree(path: string, text: string): readonly WrittenEntry[] {
  if (text.length > MAX_LENGTH) return [];
  if (path.endsWith('.md')) return readSummary(text);
  const data = parseNavigationData(path, text);
  const isMeta = /\/?_meta\.[jt]sx?(?:on)?$/.test(path);
  if (isMeta) return readLabels(data);
  if (/\/?mkdocs\.ya?ml$/.test(path)) return readNavigationData(getEntryValue(data, 'nav'));
  // The keys of a sidebars file are names of sidebars, which readers do not see.
  if (/\/?sidebars?\.\w+$/.test(path)) return readNavigationData(listPairs(data).map(([, value]) => value));
  return readNavigationData(data);
}

/** Returns the nodes of a list or mapping with entries, groups of entries, or both. */
export function readNavigationData(data: unknown): readonly WrittenEntry[] {
  const budget = { left: MAX_ENTRIES };
  return readNodes(data, 0, budget);
}

/** Parses the data of a navigation file; undefined if a program computes it. */
export function parseNavigationData(path: string, text: string): unknown {
  if (/\.(?:json|ya?ml)$/.test(path)) return parseConfig(path, text);
  const source = removeJsComments(text).replaceAll(/\bas const\b|\bsatisfies\s+[\w.<>]+/g, '');
  const start = /(?:module\.exports|export default|=)\s*(?=\{)/.exec(source);
  const declaration = /(?:sidebars|meta)\b[^=\n]{0,80}=\s*(?=\{)/.exec(source) ?? start;
  if (declaration === null) return undefined;
  const open = declaration.index + declaration[0].length;
  const end = source.lastIndexOf('}');
  return findLiteral(source, open, end);
}

/** Returns the data of the object literal that begins at `open`. Tries shorter texts, because other statements may follow. */
function findLiteral(source: string, open: number, last: number): ScriptData | undefined {
  for (let end = last, attempt = 0; end > open && attempt < 8; attempt += 1) {
    const data = parseScriptData(source.slice(open, end + 1));
    if (data !== undefined) return data;
    end = source.lastIndexOf('}', end - 1);
  }
  return undefined;
}

interface EntryBudget {
  left: number;
}

function readNodes(node: unknown, depth: number, budget: EntryBudget): readonly WrittenEntry[] {
  if (depth > MAX_DEPTH || budget.left <= 0) return [];
  if (typeof node === 'string') {
    budget.left -= 1;
    return [{ target: node, items: [] }];
  }
  if (Array.isArray(node)) return node.flatMap((child) => readNodes(child, depth + 1, budget));
  return readMapping(listPairs(node), depth, budget);
}

function readMapping(
  pairs: readonly (readonly [string, unknown])[],
  depth: number,
  budget: EntryBudget,
): readonly WrittenEntry[] {
  const find = (keys: readonly string[]) =>
    keys
      .flatMap((key) => pairs.filter(([name, value]) => name === key && typeof value === 'string'))
      .map(([, value]) => String(value))[0];
  const [label, target] = [find(LABEL_KEYS), find(TARGET_KEYS) ?? findLinkedPage(pairs)];
  const folder = findGeneratedFolder(pairs);
  if (folder !== undefined) return [{ ...(label === undefined ? {} : { label }), folder, items: [] }];
  const children = pairs.filter(([key, value]) => CHILD_KEYS.includes(key) && typeof value === 'object');
  const own = { ...(label === undefined ? {} : { label }), ...(target === undefined ? {} : { target }) };
  if (target !== undefined) budget.left -= 1;
  if (children.length > 0) {
    const items = children.flatMap(([, child]) => readNodes(child, depth + 1, budget));
    return label === undefined && target === undefined ? items : [{ ...own, items }];
  }
  if (target !== undefined) return [{ ...own, items: [] }];
  if (label !== undefined) return [];
  return pairs.flatMap(([key, value]): readonly WrittenEntry[] => {
    if (typeof value !== 'string') return [{ label: key, items: readNodes(value, depth + 1, budget) }];
    budget.left -= 1;
    return [{ label: key, target: value, items: [] }];
  });
}

/** Returns the folder from which a generator creates the entries: `autogenerated` of Docusaurus and `autogenerate` of Starlight. */
function findGeneratedFolder(pairs: readonly (readonly [string, unknown])[]): string | undefined {
  const values = new Map(pairs);
  const folder =
    values.get('type') === 'autogenerated'
      ? values.get('dirName')
      : getEntryValue(values.get('autogenerate'), 'directory');
  return typeof folder === 'string' ? folder : undefined;
}

/** Returns the page of a category of Docusaurus: `link: { type: 'doc', id }`. */
function findLinkedPage(pairs: readonly (readonly [string, unknown])[]): string | undefined {
  const id = getEntryValue(new Map(pairs).get('link'), 'id');
  return typeof id === 'string' ? id : undefined;
}

/** Returns the titles that a `_meta` file of Nextra sets for the pages and folders next to it. */
function readLabels(data: unknown): readonly WrittenEntry[] {
  return listPairs(data).flatMap(([target, value]) => {
    const label = typeof value === 'string' ? value : getEntryValue(value, 'title');
    return typeof label === 'string' ? [{ target, label, items: [] }] : [];
  });
}

function readSummary(text: string): readonly WrittenEntry[] {
  const nodes: MutableNode[] = [];
  const open: { readonly indent: number; readonly items: MutableNode[] }[] = [];
  let part: MutableNode[] | undefined;
  let count = 0;
  for (const line of text.split('\n')) {
    const partTitle = SUMMARY_PART.exec(line)?.[1]?.trim();
    if (partTitle !== undefined) {
      open.length = 0;
      part = undefined;
      if (/^(?:summary|table of contents)$/i.test(partTitle)) continue;
      const node: MutableNode = { label: partTitle, items: [] };
      nodes.push(node);
      part = node.items;
      continue;
    }
    const [, indentation, label = '', target = ''] = SUMMARY_LINE.exec(line) ?? [];
    if (indentation === undefined || count >= MAX_ENTRIES) continue;
    const indent = indentation.replaceAll('\t', '    ').length;
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const node: MutableNode = { label, ...(target === '' ? {} : { target }), items: [] };
    (open.at(-1)?.items ?? part ?? nodes).push(node);
    count += 1;
    open.push({ indent, items: node.items });
  }
  return nodes;
}

/** Returns the keys and values of a mapping. */
export function listPairs(node: unknown): readonly (readonly [string, unknown])[] {
  if (node instanceof Map) return [...node].map(([key, value]) => [String(key), value] as const);
  return typeof node === 'object' && node !== null && !Array.isArray(node) ? Object.entries(node) : [];
}

/** Returns the value of a key of a mapping. */
export function getEntryValue(node: unknown, key: string): unknown {
  return listPairs(node).find(([name]) => name === key)?.[1];
}
