import { listNextRedirects, listScriptNames, removeJsComments } from '../config/javascript-config.ts';
import type { ConfigFiles, Generator } from '../generator-rules.ts';
import { removeGroupFolders } from '../number-prefix.ts';
import { getFolder, getPathInside, joinPath, splitTarget } from '../repository-paths.ts';
import { UNCHECKED_REASONS } from '../unchecked-reasons.ts';
import { createPathAddress, locateAddressed } from './addressed-files.ts';
import { createSiteRules, normalizeAddress } from './page-site-rules.ts';

/** Folders that contain pages. With the app router, each page is a separate folder. */
const CONTENT = ['content', 'src/content', 'pages', 'src/pages'];
const APP = ['app', 'src/app'];

/** Rules of Nextra, in which links are URLs: the paths of the pages. */
export const nextra: Generator = {
  name: 'nextra',
  configNames: listScriptNames('next.config'),
  rules: (path, text, files) => {
    if (!removeJsComments(text).includes('nextra')) return [];
    const folder = getFolder(path);
    const getAddress = (file: string) => {
      if (!/\.(?:mdx?|[jt]sx?)$/.test(file)) return undefined;
      for (const root of CONTENT) {
        const relativeFile = getPathInside(joinPath(folder, root), file);
        if (relativeFile !== undefined) return createPathAddress(removeGroupFolders(relativeFile), '');
      }
      for (const root of APP) {
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
    const dynamicFolders = listDynamicFolders(folder, files);
    return [
      createSiteRules({
        generator: 'nextra',
        folder,
        assets,
        covers: (file) =>
          [...CONTENT, ...APP, 'components'].some((root) => getPathInside(joinPath(folder, root), file) !== undefined),
        addressOf: getAddress,
        locate: ({ kind, target }, question) => {
          if (kind !== 'url') return undefined;
          const located = locateAddressed(target, question, site);
          const isDynamic =
            'problem' in located && dynamicFolders.has(getFolder(normalizeAddress(splitTarget(target).path)));
          return isDynamic ? { unchecked: UNCHECKED_REASONS.generated } : located;
        },
      }),
    ];
  },
};

/** Returns the URL paths of folders in which a template creates a page for each of its values, such as `app/docs/[name]/page.tsx`. */
function listDynamicFolders(project: string, { paths }: ConfigFiles): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    if (!path.includes('/[')) continue;
    for (const root of APP) {
      const inside = getPathInside(joinPath(project, root), path);
      const folder =
        inside === undefined ? undefined : /^(.*?)\/?\[\w+\]\/page\.\w+$/.exec(removeGroupFolders(inside))?.[1];
      if (folder !== undefined) folders.add(`/${folder}`);
    }
  }
  return folders;
}
