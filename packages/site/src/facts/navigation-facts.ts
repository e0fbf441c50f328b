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

const NAVIGATION_FILE =
  /(?:^|\/)(?:SUMMARY\.md|toc\.ya?ml|mkdocs\.ya?ml|(?:docs|mint)\.json|sidebars?\.(?:js|cjs|ts|json)|_meta\.(?:jsx?|tsx?|json))$/;
/** Maximum length of a navigation file, in UTF-16 units. */
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
  if (text.length > MAX_LENGTH) return [];
  if (path.endsWith('.md')) return readSummary(text);
  const entries: NavigationEntry[] = [];
  const data = parseData(path, text);
  const isMeta = /\/?_meta\.[jt]sx?(?:on)?$/.test(path);
  if (isMeta) addLabels(data, entries);
  else if (/\/?mkdocs\.ya?ml$/.test(path)) addEntries(getValue(data, 'nav'), [], entries, 0);
  // The keys of a sidebars file are names of sidebars, which readers do not see.
  else if (/\/?sidebars?\.\w+$/.test(path)) for (const [, value] of getPairs(data)) addEntries(value, [], entries, 0);
  else addEntries(data, [], entries, 0);
  return entries;
}

function parseData(path: string, text: string): unknown {
  if (/\.(?:json|ya?ml)$/.test(path)) return parseConfig(path, text);
  const source = removeJsComments(text).replaceAll(/\bas const\b|\bsatisfies\s+[\w.<>]+/g, '');
  const start = /(?:module\.exports|export default|=)\s*(?=\{)/.exec(source);
  const declared = /(?:sidebars|meta)\b[^=\n]{0,80}=\s*(?=\{)/.exec(source) ?? start;
  if (declared === null) return undefined;
  const open = declared.index + declared[0].length;
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

function addEntries(node: unknown, parents: readonly string[], entries: NavigationEntry[], depth: number): void {
  if (depth > MAX_DEPTH || entries.length >= MAX_ENTRIES) return;
  if (typeof node === 'string') entries.push({ target: node, parents });
  else if (Array.isArray(node)) for (const child of node) addEntries(child, parents, entries, depth + 1);
  else addMapping(getPairs(node), parents, entries, depth);
}

function addMapping(
  pairs: readonly (readonly [string, unknown])[],
  parents: readonly string[],
  entries: NavigationEntry[],
  depth: number,
): void {
  const find = (keys: readonly string[]) =>
    keys.flatMap((key) => pairs.filter(([name, value]) => name === key && typeof value === 'string'))[0]?.[1];
  const [label, target] = [find(LABEL_KEYS), find(TARGET_KEYS)];
  const children = pairs.filter(([key, value]) => CHILD_KEYS.includes(key) && typeof value === 'object');
  if (typeof target === 'string') entries.push({ target, parents, ...(typeof label === 'string' ? { label } : {}) });
  if (children.length > 0) {
    const path = typeof label === 'string' ? [...parents, label] : parents;
    for (const [, child] of children) addEntries(child, path, entries, depth + 1);
  } else if (target === undefined && label === undefined) {
    for (const [key, value] of pairs)
      if (typeof value === 'string') entries.push({ target: value, parents, label: key });
      else addEntries(value, [...parents, key], entries, depth + 1);
  }
}

/** Adds the titles that a file of Nextra gives to the pages and folders next to it. */
function addLabels(data: unknown, entries: NavigationEntry[]): void {
  for (const [target, value] of getPairs(data)) {
    const label = typeof value === 'string' ? value : getValue(value, 'title');
    if (typeof label === 'string') entries.push({ target, parents: [], label });
  }
}

function readSummary(text: string): readonly NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  const open: { indent: number; label: string }[] = [];
  let part: string | undefined;
  for (const line of text.split('\n')) {
    const partTitle = SUMMARY_PART.exec(line)?.[1];
    if (partTitle !== undefined) {
      part = /^(?:summary|table of contents)$/i.test(partTitle.trim()) ? undefined : partTitle.trim();
      open.length = 0;
      continue;
    }
    const [, indentation, label = '', target = ''] = SUMMARY_LINE.exec(line) ?? [];
    if (indentation === undefined || entries.length >= MAX_ENTRIES) continue;
    const indent = indentation.replaceAll('\t', '    ').length;
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const parents = [...(part === undefined ? [] : [part]), ...open.map((each) => each.label)];
    if (target !== '') entries.push({ target, parents, label });
    open.push({ indent, label });
  }
  return entries;
}

function getPairs(node: unknown): readonly (readonly [string, unknown])[] {
  if (node instanceof Map) return [...node].map(([key, value]) => [String(key), value] as const);
  return typeof node === 'object' && node !== null && !Array.isArray(node) ? Object.entries(node) : [];
}

function getValue(node: unknown, key: string): unknown {
  return getPairs(node).find(([name]) => name === key)?.[1];
}
