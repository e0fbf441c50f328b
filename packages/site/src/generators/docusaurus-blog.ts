import { findObjects, getBody, getLiterals } from '../config/javascript-config.ts';
import type { DocumentFacts } from '../facts/document-facts.ts';
import { getPathInside, resolvePath } from '../repository-paths.ts';

/** A folder of blog posts or of standalone pages. */
export interface PageFolder {
  readonly kind: 'blog' | 'pages';
  readonly folder: string;
  /** URL path of the folder, without a trailing slash. */
  readonly address: string;
}

const DATED_NAME = /^(.*\/)?(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[-/](.*?))?(?:\/index)?$/;
/** Pages of a blog that Docusaurus generates. */
const GENERATED_PAGE = /^\/(?:tags|archive|authors|page|rss\.xml|atom\.xml|feed\.json)(?:\/|$)/;

/** Returns the blogs and the folders of standalone pages: the folders of the preset, and one folder for each use of the blog and pages plugins. */
export function readPageFolders(source: string, site: string): PageFolder[] {
  return [...readFolders(source, site, 'blog'), ...readFolders(source, site, 'pages')];
}

function readFolders(source: string, site: string, kind: PageFolder['kind']): PageFolder[] {
  const isOff = new RegExp(`(?<![\\w$])${kind}\\s*:\\s*false`).test(source);
  const preset = findObjects(source, kind)[0];
  const plugins = [...source.matchAll(new RegExp(`plugin-content-${kind}["']\\s*,\\s*\\{`, 'g'))].flatMap((match) => {
    const body = getBody(source, match.index + match[0].length - 1);
    return body === undefined ? [] : [body];
  });
  const hasDefault = preset !== undefined || (!isOff && hasPreset(source, plugins));
  const bodies = [...(hasDefault ? [preset ?? ''] : []), ...plugins];
  return bodies.flatMap((body) => {
    const options = getLiterals(body);
    const path = options.get('path');
    const route = options.get('routeBasePath');
    const folder = resolvePath(site, typeof path === 'string' ? path : kind === 'blog' ? 'blog' : 'src/pages');
    const routeText = typeof route === 'string' ? route : kind === 'blog' ? 'blog' : '/';
    return folder === undefined
      ? []
      : [{ kind, folder, address: `/${routeText}`.replaceAll(/\/+/g, '/').replace(/\/$/, '') }];
  });
}

/**
 * Returns whether a preset adds the plugin with default settings. Sites without a preset list each plugin.
 * @param plugins settings of the uses of the plugin
 */
export function hasPreset(source: string, plugins: readonly string[]): boolean {
  return plugins.length === 0 || /\bpresets\s*:\s*\[\s*[^\s\]]/.test(source);
}

/** Returns the folder of posts or pages that contains the file. */
export function findPageFolder(folders: readonly PageFolder[], file: string): PageFolder | undefined {
  return folders.find(({ folder }) => getPathInside(folder, file) !== undefined);
}

/** Returns the URL path of a post or page; undefined if Docusaurus does not publish the file. */
export function createPageFolderAddress(
  { kind, folder, address }: PageFolder,
  file: string,
  { address: own = {} }: DocumentFacts,
  end: string,
): string | undefined {
  const innerPath = getPathInside(folder, file) ?? '';
  if (!(kind === 'blog' ? /\.mdx?$/i : /\.(?:mdx?|jsx?|tsx?)$/i).test(innerPath)) return undefined;
  const page = innerPath.replace(/\.\w+$/, '');
  if (/(?:^|\/)_/.test(page) || /\.(?:test|spec|d)$/.test(page)) return undefined;
  if (kind === 'blog' && own.slug !== undefined) return `${address}/${own.slug.replace(/^\//, '')}`;
  const [, parent = '', year, month, day, title] = kind === 'blog' ? (DATED_NAME.exec(page) ?? []) : [];
  if (year !== undefined)
    return `${address}/${parent}${year}/${month?.padStart(2, '0')}/${day?.padStart(2, '0')}${title ? `/${title}` : ''}${end}`;
  const name = page.replace(/(^|\/)index$/, '');
  return name === '' ? `${address}/` : `${address}/${name}${end}`;
}

/** Returns whether a URL path belongs to a page that Docusaurus generates for a blog, such as a list of tags. */
export function isGeneratedPage(folders: readonly PageFolder[], path: string): boolean {
  return folders.some(
    ({ kind, address }) =>
      kind === 'blog' && path.startsWith(`${address}/`) && GENERATED_PAGE.test(path.slice(address.length)),
  );
}
