import type { ConfigFiles } from '../generator-rules.ts';
import { removeGroupFolders } from '../number-prefix.ts';
import { getPathInside, joinPath } from '../repository-paths.ts';
import { normalizeAddress } from './page-site-rules.ts';

/** Folders of the app router of Next.js. */
export const APP_FOLDERS = ['app', 'src/app'];
const PAGE_FILE = /^(.*?)\/?page\.(?:[jt]sx?)$/;

/**
 * Returns a function that returns whether a program of Next.js, such as `app/pricing/page.tsx`, creates the page at a URL path. A program for all paths
 * below a folder, such as `app/docs/[...slug]`, creates only pages for documents, so it is ignored. If there are several such programs, those whose
 * folder contains no documents, such as `app/examples/[...slug]`, create pages from other data.
 */
export function findNextRoutes(project: string, { paths }: ConfigFiles): (address: string) => boolean {
  const fixedRoutes = new Set<string>();
  const dynamic: RegExp[] = [];
  const catchAllFolders = new Set<string>();
  for (const path of paths) {
    if (!PAGE_FILE.test(path)) continue;
    for (const folder of APP_FOLDERS) {
      const innerPath = getPathInside(joinPath(project, folder), path);
      const route = innerPath === undefined ? undefined : PAGE_FILE.exec(removeGroupFolders(innerPath))?.[1];
      if (route === undefined) continue;
      if (route.includes('[...')) catchAllFolders.add(route.replace(/\/?\[.*$/, ''));
      else if (!route.includes('[')) fixedRoutes.add(normalizeAddress(`/${route}`));
      else dynamic.push(createPattern(route));
    }
  }
  if (catchAllFolders.size > 1)
    for (const folder of catchAllFolders)
      if (folder !== '' && !hasDocuments(folder, project, paths)) dynamic.push(createPattern(`${folder}/[...]`));
  return (address) => {
    const normalized = normalizeAddress(address);
    return fixedRoutes.has(normalized) || dynamic.some((pattern) => pattern.test(normalized));
  };
}

/** Returns whether a content folder of the project contains Markdown in this folder. Pages in the folder of the app router are not part of it. */
function hasDocuments(folder: string, project: string, paths: ConfigFiles['paths']): boolean {
  for (const path of paths) {
    const innerPath = /\.mdx?$/.test(path) ? getPathInside(project, path) : undefined;
    if (innerPath === undefined || APP_FOLDERS.some((app) => getPathInside(app, innerPath) !== undefined)) continue;
    if (`/${innerPath}`.includes(`/${folder}/`)) return true;
  }
  return false;
}

function createPattern(route: string): RegExp {
  const parts = route
    .split('/')
    .map((part) =>
      part === '[...]' ? '.+' : part.startsWith('[') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    );
  return new RegExp(`^/${parts.join('/')}$`);
}
