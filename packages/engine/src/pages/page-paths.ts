import { createHash } from 'node:crypto';

/** Path of the start page, whose URL is the URL of the portal itself. */
export const HOME_PATH = 'index';

const MAX_SEGMENTS = 8;
const MAX_CHARS = 160;
/** Length of the hash that replaces characters that paths cannot contain. */
const HASH_CHARS = 8;
/** Matches a segment that the portal cannot use as it is: it ends in an extension with a meaning in the portal, or has the name of a file of the portal. */
const RESERVED_END = /\.(?:md|mdx|html?)$|^(?:llms(?:-full)?\.txt|sitemap\.xml)$/;

/** The document for which a path is created. */
interface PathSource {
  readonly file: string;
  /** URL path of the document's page on the site, relative to the URL path of the docs folder. */
  readonly address: string;
}

/** A conflict of two documents that would have the same path. */
export interface PathCollision {
  readonly file: string;
  /** The document that keeps the path. */
  readonly other: string;
  readonly path: string;
  /** The path that the document gets instead. */
  readonly instead: string;
}

/**
 * Assigns a path to each document. The path depends only on the document's URL path. If two documents would have the same path, the first one in the list
 * gets it, and the path of the other one ends in the extension of its file.
 */
export function assignPagePaths(sources: readonly PathSource[]): {
  readonly paths: ReadonlyMap<string, string>;
  readonly collisions: readonly PathCollision[];
} {
  const owners = new Map<string, string>();
  const paths = new Map<string, string>();
  const collisions: PathCollision[] = [];
  for (const { file, address } of sources) {
    const path = createPagePath(address);
    const other = owners.get(path);
    const extension = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
    // The name of an index page distinguishes it from another index page of the same folder.
    const name = /(?:^|\/)((?:index|readme))$/i.exec(address.replace(/\/$/, ''))?.[1]?.toLowerCase();
    const isDeep = path.split('/').length >= MAX_SEGMENTS;
    const namedPath = name === undefined || path === HOME_PATH ? path : `${path}${isDeep ? '-' : '/'}${name}`;
    const candidates = [path, shorten(`${namedPath}-${extension}`, file), shorten(`${path}-${hash(file)}`, file)];
    const own = candidates.find((candidate) => !owners.has(candidate));
    if (own === undefined) continue;
    if (other !== undefined) collisions.push({ file, other, path, instead: own });
    owners.set(own, file);
    paths.set(file, own);
  }
  return { paths, collisions };
}

/** Returns the path of the page at a URL path, in the form that the service accepts. */
export function createPagePath(address: string): string {
  const segments = address
    .replace(/\.(?:html?|mdx?)$/i, '')
    .split('/')
    .filter((segment) => segment !== '')
    .map(createSegment);
  while (/^(?:index|readme)$/.test(segments.at(-1) ?? '')) segments.pop();
  if (segments.length === 0) return HOME_PATH;
  const kept = segments.slice(0, MAX_SEGMENTS - 1);
  const rest = segments.slice(MAX_SEGMENTS - 1).join('-');
  return shorten([...kept, ...(rest === '' ? [] : [rest])].join('/'), address);
}

/** Returns a segment in lower case without accents. A segment with letters of other scripts is replaced with a hash. */
function createSegment(title: string): string {
  const plainTitle = title
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  const segment = plainTitle
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/-{2,}/g, (run) => (plainTitle.includes(run) ? run : '-'))
    .replace(/^[.-]+|[.-]+$/g, '');
  const isChanged = /[^\p{ASCII}]/u.test(plainTitle);
  const named = isChanged ? `${segment === '' ? 'page' : segment}-${hash(title)}` : segment === '' ? 'page' : segment;
  return RESERVED_END.test(named) ? named.replaceAll('.', '-') : named;
}

function shorten(path: string, source: string): string {
  return path.length <= MAX_CHARS
    ? path
    : `${path.slice(0, MAX_CHARS - HASH_CHARS - 1).replace(/[/.-]+$/, '')}-${hash(source)}`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARS);
}
