import {
  listFolderAliases,
  listNextRedirects,
  listScriptNames,
  removeJsComments,
} from '../config/javascript-config.ts';
import type { ConfigFiles, Generator } from '../generator-rules.ts';
import { removeGroupFolders } from '../number-prefix.ts';
import { getFolder, getPathInside, joinPath, resolvePath, splitTarget } from '../repository-paths.ts';
import { UNCHECKED_REASONS } from '../unchecked-reasons.ts';
import { createPathAddress, locateAddressed } from './addressed-files.ts';
import { APP_FOLDERS, findNextRoutes } from './next-routes.ts';
import { createSiteRules, normalizeAddress } from './page-site-rules.ts';

/** Folders that contain pages. With the app router, each page is a separate folder. */
const CONTENT = ['content', 'src/content', 'pages', 'src/pages'];

/** Matches the compiler option with which imports are relative to the folder of the project. */
const BASE_FOLDER = /"baseUrl"\s*:\s*"\.\/?"/;

/** Rules of Nextra, in which links are URLs: the paths of the pages. */
export const nextra: Generator = {
  name: 'nextra',
  configNames: listScriptNames('next.config'),
  rules: (path, text, files) => {
    const folder = getFolder(path);
    if (!removeJsComments(text).includes('nextra') && !hasPageFiles(folder, files)) return [];
    const getAddress = (file: string) => {
      if (!/\.(?:mdx?|[jt]sx?)$/.test(file)) return undefined;
      for (const root of CONTENT) {
        const relativeFile = getPathInside(joinPath(folder, root), file);
        if (relativeFile !== undefined) return removeSlash(createPathAddress(removeGroupFolders(relativeFile), ''));
      }
      for (const root of APP_FOLDERS) {
        const relativeFile = getPathInside(joinPath(folder, root), file);
        // Folders in parentheses are not part of the URL.
        const page =
          relativeFile === undefined
            ? undefined
            : /^(.*?)\/?page\.(?:mdx?|[jt]sx?)$/.exec(removeGroupFolders(relativeFile))?.[1];
        if (page !== undefined) return `/${page}`;
      }
      return undefined;
    };
    const assets = [joinPath(folder, 'public')];
    const redirects = new Map(listNextRedirects(text).map(([from, to]) => [normalizeAddress(from), to]));
    const site = { folder: assets[0] ?? '', assets: [], base: '', redirects };
    const isRoute = findNextRoutes(folder, files);
    const compilerOptions = ['tsconfig.json', 'jsconfig.json'].map((name) => files.read(joinPath(folder, name)) ?? '');
    const hasBase = compilerOptions.some((options) => BASE_FOLDER.test(options));
    const aliases = compilerOptions.flatMap(listFolderAliases);
    return [
      createSiteRules({
        generator: 'nextra',
        folder,
        assets,
        covers: (file) =>
          [...CONTENT, ...APP_FOLDERS, 'components'].some(
            (root) => getPathInside(joinPath(folder, root), file) !== undefined,
          ),
        getAddress,
        includePath: (_from, target, lookup) => {
          const [prefix, aliasFolder] = aliases.find(([each]) => target.startsWith(each)) ?? [];
          if (prefix !== undefined) return resolvePath(folder, `${aliasFolder}${target.slice(prefix.length)}`);
          const module = hasBase && /^\w/.test(target) ? resolvePath(folder, target) : undefined;
          return module !== undefined && lookup.isFile(module) ? module : undefined;
        },
        locate: ({ kind, target }, question) => {
          if (kind !== 'url') return undefined;
          const located = locateAddressed(target, question, site);
          const isProgram = 'problem' in located && isRoute(splitTarget(target).path);
          return isProgram ? { unchecked: UNCHECKED_REASONS.website } : located;
        },
      }),
    ];
  },
};

/** Removes the slash at the end of the URL path of an index page, as Next.js does, so that links are relative to the parent folder. */
function removeSlash(address: string): string {
  return address === '/' ? address : address.replace(/\/$/, '');
}

/** Returns whether a Next.js project contains a file that only Nextra uses. Such a project configures Nextra with a preset such as `@theguild/components`. */
function hasPageFiles(project: string, { paths }: ConfigFiles): boolean {
  const names = APP_FOLDERS.flatMap((app) => [`${app}/[[...mdxPath]]/page`, `${app}/_meta.global`]);
  return names.some((name) => ['.tsx', '.ts', '.jsx', '.js'].some((end) => paths.has(joinPath(project, name + end))));
}
