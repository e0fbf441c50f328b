import type { ConfigFiles } from '../generator-rules.ts';
import { removeGroupFolders } from '../number-prefix.ts';
import { getPathInside, joinPath } from '../repository-paths.ts';
import { normalizeAddress } from './page-site-rules.ts';

/** Folders of the app router of Next.js. */
export const APP_FOLDERS = ['app', 'src/app'];
const PAGE_FILE = /^(.*?)\/?page\.(?:[jt]sx?)$/;

/**
 * Returns a function that returns whether a program of Next.js, such as `app/pricing/page.tsx`, creates the page at a URL path. Programs for all paths
 * below a folder, such as `app/docs/[...slug]`, create only pages for documents, so they are ignored.
 */
export function findNextRoutes(project: string, { paths }: ConfigFiles): (address: string) => boolean {
  const fixedRoutes = new Set<string>();
  const dynamic: RegExp[] = [];
  for (const path of paths) {
    if (!PAGE_FILE.test(path)) continue;
    for (const folder of APP_FOLDERS) {
      const innerPath = getPathInside(joinPath(project, folder), path);
      const route = innerPath === undefined ? undefined : PAGE_FILE.exec(removeGroupFolders(innerPath))?.[1];
      if (route === undefined || route.includes('[...')) continue;
      if (!route.includes('[')) fixedRoutes.add(normalizeAddress(`/${route}`));
      else dynamic.push(createPattern(route));
    }
  }
  return (address) => {
    const normalized = normalizeAddress(address);
    return fixedRoutes.has(normalized) || dynamic.some((pattern) => pattern.test(normalized));
  };
}

function createPattern(route: string): RegExp {
  const parts = route
    .split('/')
    .map((part) => (part.startsWith('[') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^/${parts.join('/')}$`);
}
