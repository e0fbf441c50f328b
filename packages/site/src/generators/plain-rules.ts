import type { Reference } from '@context-sync/reading';
import type { Rules, Target } from '../generator-rules.ts';
import { GITHUB_ANCHORS } from '../heading-anchors.ts';
import type { Lookup } from '../reference-lookup.ts';
import { getFolder, getPathInside, resolvePath, splitTarget } from '../repository-paths.ts';
import { getSampleNames } from './sample-files.ts';

/** Matches documents that a site publishes as pages. Page URLs have no extension. */
const PAGE_PATTERN = /\.(?:mdx?|markdown|rst|adoc|asciidoc|ipynb|html?|txt|ya?ml|json)$/i;
const INDEX_PATTERN = /(^|\/)(?:index|readme)$/i;

/**
 * Creates the rules for a folder of documents without a generator. Links are resolved as on GitHub: relative to the file or, with a leading slash, to
 * the repository root. If no file exists at that path, a leading slash refers to the docs folder, and the extension may be missing.
 */
export function createPlainRules(root: string): Rules {
  return {
    generator: 'plain',
    folder: '',
    anchors: GITHUB_ANCHORS,
    attributes: new Map(),
    covers: () => true,
    addressOf: (path) => {
      const relativePath = getPathInside(root, path);
      return relativePath === undefined
        ? undefined
        : `/${relativePath.replace(PAGE_PATTERN, '').replace(INDEX_PATTERN, '$1')}`;
    },
    namesFromPath: getSampleNames,
    namesFromFacts: () => [],
    locate: (from, reference, lookup) => locatePlain(from, reference, lookup, root),
  };
}

function locatePlain(from: string, { kind, target }: Reference, lookup: Lookup, root: string): Target | undefined {
  if (kind === 'xref') return locateXref(from, target, lookup);
  if (kind !== 'url') return undefined;
  const located = locateFile(from, target, lookup, ['', root]);
  return 'problem' in located && !isFileLink(splitTarget(target).path) ? { unchecked: NO_GENERATOR } : located;
}

/** Reason for links whose meaning only the generator of the site defines. */
const NO_GENERATOR = 'no known site generator defines where links to addresses of this site lead';

/** Matches links to source files of documents, which mean the file in every generator and on the host of the repository. */
const SOURCE_LINK = /\.(?:mdx?|markdown|rst|adoc|asciidoc|ipynb)$/i;
/** Matches relative links to images and other files. A path from the root can mean a folder of the generator, such as `public`. */
const ASSET_LINK = /^[^/].*\.(?:png|jpe?g|gif|svg|webp|avif|ico|mp4|webm|pdf|zip|ya?ml|json|txt|csv)$/i;

/** Returns whether a link names a file, so that it is broken if there is no such file. Other links name addresses of pages. */
function isFileLink(path: string): boolean {
  return !path.includes('{') && (SOURCE_LINK.test(path) || ASSET_LINK.test(path));
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
  if (!lookup.isFolder(base)) return undefined;
  const index = getIndex(base, lookup);
  return index ?? base;
}

/** Returns the index page of a folder; undefined if there is none. */
export function getIndex(folder: string, lookup: Lookup): string | undefined {
  const start = folder === '' ? '' : `${folder}/`;
  for (const name of ['index', 'README', 'readme', '_index'])
    for (const extension of ['.md', '.mdx'])
      if (lookup.isFile(`${start}${name}${extension}`)) return `${start}${name}${extension}`;
  return undefined;
}
