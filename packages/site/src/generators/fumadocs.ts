import { getBody, listNextRedirects, listScriptNames, removeJsComments } from '../config/javascript-config.ts';
import type { ConfigFiles, Generator } from '../generator-rules.ts';
import { removeGroupFolders } from '../number-prefix.ts';
import { getFolder, getPathInside, joinPath, resolvePath, splitTarget } from '../repository-paths.ts';
import { UNCHECKED_REASONS } from '../unchecked-reasons.ts';
import { createPathAddress, createSlugAddress, locateAddressed } from './addressed-files.ts';
import { findNextRoutes } from './next-routes.ts';
import { createSiteRules, normalizeAddress } from './page-site-rules.ts';

/** Files in which projects create their loaders. */
const LOADER_FILES = ['lib/source.ts', 'lib/source.tsx', 'lib/source/index.ts', 'lib/source/index.tsx', 'source.ts'];
const DEFAULT_FOLDER = 'content/docs';

/** A folder of pages, and the URL path of its index page without a trailing slash. */
interface DocsCollection {
  readonly folder: string;
  readonly address: string;
}

/** Rules of Fumadocs, in which links are URLs: the paths of the files below the base URL of their loader. */
export const fumadocs: Generator = {
  name: 'fumadocs',
  configNames: listScriptNames('source.config'),
  rules: (path, text, files) => {
    if (!text.includes('fumadocs')) return [];
    const folder = getFolder(path);
    const collections = readCollections(removeJsComments(text), folder, files);
    const assets = [joinPath(folder, 'public')];
    const redirects = readRedirects(folder, files);
    const isRoute = findNextRoutes(folder, files);
    const find = (file: string) => collections.find((each) => getPathInside(each.folder, file) !== undefined);
    return [
      createSiteRules({
        generator: 'fumadocs',
        folder,
        assets,
        covers: (file) => find(file) !== undefined,
        getAddress: (file, facts) => {
          const collection = find(file);
          if (collection === undefined || !/\.mdx?$/.test(file)) return undefined;
          const innerPath = removeGroupFolders(getPathInside(collection.folder, file) ?? '');
          return (
            collection.address + (createSlugAddress(facts, '') ?? createPathAddress(innerPath, '')).replace(/\/$/, '')
          );
        },
        locate: ({ kind, target }, question) => {
          if (kind !== 'url') return undefined;
          const site = { folder: assets[0] ?? '', assets: [], base: '', redirects };
          const locatedTarget = locateAddressed(target, question, site);
          const { path: address } = splitTarget(target);
          const isInDocs = collections.some((each) => `${address}/`.startsWith(`${each.address}/`));
          const isProgram = 'problem' in locatedTarget && !isInDocs && isRoute(address);
          return isProgram ? { unchecked: UNCHECKED_REASONS.website } : locatedTarget;
        },
      }),
    ];
  },
};

function readRedirects(project: string, { paths, read }: ConfigFiles): ReadonlyMap<string, string> {
  const file = listScriptNames('next.config')
    .map((name) => joinPath(project, name))
    .find((name) => paths.has(name));
  const pairs = file === undefined ? [] : listNextRedirects(read(file) ?? '');
  return new Map(pairs.map(([from, to]) => [normalizeAddress(from), to]));
}

/** Returns the folders that `source.config.ts` defines. By default, these are `content/docs` and the folders next to it, such as `content/blog`. */
function readCollections(source: string, project: string, files: ConfigFiles): DocsCollection[] {
  const bases = readBaseUrls(project, files);
  const writtenFolders = [...source.matchAll(/\bdir\s*:\s*["']([^"'\n]+)["']/g)].map(([, dir = '']) => dir);
  const inContent = new Set<string>();
  for (const file of files.paths) {
    const name = /^([^/]+)\/.*\.mdx?$/.exec(getPathInside(joinPath(project, 'content'), file) ?? '')?.[1];
    if (name !== undefined) inContent.add(`content/${name}`);
  }
  const folders = writtenFolders.length > 0 ? writtenFolders : [DEFAULT_FOLDER, ...inContent];
  return [...new Set(folders)].flatMap((dir) => {
    const folder = resolvePath(project, dir);
    const name = dir.replace(/\/+$/, '').replace(/^.*\//, '');
    return folder === undefined ? [] : [{ folder, address: bases.get(name) ?? `/${name}` }];
  });
}

/** Returns the `baseUrl` of each loader by the name of the collection that it loads. */
function readBaseUrls(project: string, { paths, read }: ConfigFiles): ReadonlyMap<string, string> {
  const bases = new Map<string, string>();
  for (const root of ['', 'src/', 'app/'])
    for (const name of LOADER_FILES) {
      const file = joinPath(project, root + name);
      const source = paths.has(file) ? removeJsComments(read(file) ?? '') : '';
      for (const match of source.matchAll(/\bloader\s*\(/g)) {
        const body = getBody(source, match.index + match[0].length - 1) ?? '';
        const base = /\bbaseUrl\s*:\s*["']([^"'\n]*)["']/.exec(body)?.[1];
        const collection = /\b(\w+)\.toFumadocsSource/.exec(body)?.[1] ?? 'docs';
        if (base !== undefined && !bases.has(collection)) bases.set(collection, base.replace(/\/$/, ''));
      }
    }
  return bases;
}
