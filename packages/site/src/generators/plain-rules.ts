import type { Reference } from '@context-sync/reading';
import type { Rules, Target } from '../generator-rules.ts';
import { GITHUB_ANCHORS } from '../heading-anchors.ts';
import { removeHiddenSegments } from '../number-prefix.ts';
import type { Lookup } from '../reference-lookup.ts';
import { getFolder, getPathInside, resolvePath, splitTarget } from '../repository-paths.ts';
import { getSampleNames } from './sample-files.ts';

/** Matches documents that a site publishes as pages. Page URLs have no extension. */
const PAGE_PATTERN = /\.(?:mdx?|markdown|mdown|mkdn?|mdwn|qmd|rmd|mdoc|rst|adoc|asciidoc|ipynb|html?|txt|ya?ml|json)$/i;
const INDEX_PATTERN = /(^|\/)(?:index|readme)$/i;

/** The use of number prefixes in the file names and URLs of a folder without a generator. */
export interface PlainPrefixes {
  /** Whether files have number prefixes, or folders are in parentheses. */
  readonly areUsed: boolean;
  /** Returns whether URLs omit the prefixes. */
  areHidden(): boolean;
}

/**
 * Creates the rules for a folder of documents without a generator. Links are resolved as on GitHub: relative to the file or, with a leading slash, to
 * the repository root. If no file exists at that path, a leading slash refers to the docs folder, and the extension may be missing.
 */
export function createPlainRules(
  root: string,
  prefixes: PlainPrefixes = { areUsed: false, areHidden: () => false },
): Rules {
  return {
    generator: 'plain',
    folder: '',
    anchors: GITHUB_ANCHORS,
    attributes: new Map(),
    covers: () => true,
    getAddress: (path) => {
      const relativePath = getPathInside(root, path);
      if (relativePath === undefined) return undefined;
      return `/${getPageName(prefixes.areHidden() ? removeHiddenSegments(relativePath) : relativePath)}`;
    },
    namesFromPath: (path) => {
      const samples = getSampleNames(path);
      if (!prefixes.areUsed || !PAGE_PATTERN.test(path)) return samples;
      const name = removeHiddenSegments(path);
      return name === path ? samples : [...samples, getPlainName(name)];
    },
    namesFromFacts: () => [],
    locate: (from, reference, lookup) => locatePlain(from, reference, lookup, { root, prefixes }),
  };
}

function getPageName(path: string): string {
  return path.replace(PAGE_PATTERN, '').replace(INDEX_PATTERN, '$1');
}

function getPlainName(path: string): string {
  return `plain:${getPageName(path).replace(/\/$/, '')}`;
}

function locatePlain(
  from: string,
  { kind, target }: Reference,
  lookup: Lookup,
  { root, prefixes }: { root: string; prefixes: PlainPrefixes },
): Target | undefined {
  if (kind === 'xref') return locateXref(from, target, lookup);
  if (kind !== 'url') return undefined;
  const located = locateFile(from, target, lookup, ['', root]);
  if ('path' in located || !prefixes.areUsed) return located;
  return locateByName(from, target, lookup, root) ?? located;
}

/** Returns the page whose path without number prefixes and folders in parentheses equals the path of a link. */
function locateByName(from: string, target: string, lookup: Lookup, root: string): Target | undefined {
  const { path, query, fragment } = splitTarget(target);
  const folders = path.startsWith('/') ? ['', root, getFolder(root)] : [removeHiddenSegments(getFolder(from))];
  for (const folder of new Set(folders)) {
    const page = resolvePath(folder, path);
    const [first] = page === undefined ? [] : lookup.findByName(getPlainName(removeHiddenSegments(page)));
    if (first !== undefined) return { path: first, query, fragment };
  }
  return undefined;
}

/** Resolves an AsciiDoc cross reference without Antora. The target is a file relative to the document or an id in the document. */
function locateXref(from: string, target: string, lookup: Lookup): Target | undefined {
  const { path, fragment } = splitTarget(target);
  if (target.includes('{')) return undefined;
  if (fragment === undefined && !path.includes('.')) return { path: from, fragment: path };
  return locateFile(from, target, lookup, ['']);
}

/** Resolves a link relative to its document. A link with a leading slash is resolved relative to each of the folders in `roots`. */
export function locateFile(from: string, target: string, lookup: Lookup, roots: readonly string[]): Target {
  const { path, query, fragment } = splitTarget(target);
  if (path === '') return { path: from, query, fragment };
  const candidates = (path.startsWith('/') ? roots : [getFolder(from)]).map((folder) => resolvePath(folder, path));
  for (const candidate of candidates) {
    const documentPath = candidate === undefined ? undefined : findFile(candidate, lookup);
    if (documentPath !== undefined) return { path: documentPath, query, fragment };
  }
  const [absent] = candidates;
  if (absent === undefined)
    return { problem: path.startsWith('/') ? `${path} does not exist` : `${path} is outside of the repository` };
  return { problem: `${absent} does not exist` };
}

/** File extensions that links to pages may omit. */
export const PAGE_EXTENSIONS: readonly string[] = ['.md', '.mdx', '.markdown', '.rst', '.adoc', '.ipynb'];

/**
 * Returns the file that a path refers to: the file itself, a page whose extension is missing or `.html`, or the index page of a folder. Returns
 * undefined if no file exists.
 */
export function findFile(path: string, lookup: Lookup): string | undefined {
  if (lookup.isFile(path)) return path;
  const base = path.replace(/\.html$/, '');
  for (const extension of base === '' ? [] : PAGE_EXTENSIONS)
    if (lookup.isFile(base + extension)) return base + extension;
  // Generators publish the README file of a folder as its index page.
  const folder = base === path ? base : base.replace(/(^|\/)index$/, '');
  if (!lookup.isFolder(folder)) return undefined;
  const index = getIndex(folder, lookup);
  return index ?? (folder === base ? base : undefined);
}

/** Returns the index page of a folder; undefined if there is none. */
export function getIndex(folder: string, lookup: Lookup): string | undefined {
  const start = folder === '' ? '' : `${folder}/`;
  for (const name of ['index', 'README', 'readme', '_index'])
    for (const extension of ['.md', '.mdx'])
      if (lookup.isFile(`${start}${name}${extension}`)) return `${start}${name}${extension}`;
  return undefined;
}
