import type { ConfigFiles, Rules } from '../generator-rules.ts';
import { removeGroupFolders } from '../number-prefix.ts';
import { getPathInside, joinPath } from '../repository-paths.ts';
import { type AddressRules, createAddressRules } from './address-rules.ts';

/** Folders in which programs of a project create pages, by generator. The paths of the files are the URL paths of the pages. */
const ROUTE_FOLDERS: ReadonlyMap<string, { readonly folders: readonly string[]; readonly files: RegExp }> = new Map([
  ['starlight', { folders: ['src/pages'], files: /\.(?:astro|[cm]?[jt]sx?|mdx?|html)$/ }],
  ['nuxt', { folders: ['pages', 'app/pages'], files: /\.vue$/ }],
]);

/** Matches a string in a script that is a URL path, or a pattern of URL paths. */
const WRITTEN_ADDRESS = /["'`](\/?[\w.:*()-]+(?:\/[\w.:*()-]+)*\/?)["'`]/g;

/**
 * Returns the URL paths that the configuration of a site names, and those of the pages that programs of the project create. A plugin can create a page at a URL
 * path that the configuration names.
 */
export function readNamedAddresses(
  rules: Rules,
  project: string,
  sources: readonly string[],
  files: ConfigFiles,
): AddressRules {
  const written = sources.flatMap((source) => [...source.matchAll(WRITTEN_ADDRESS)].map(([, address = '']) => address));
  const addresses = written
    .filter((address) => address.includes('/'))
    .map((address) => `/${address.replace(/^\//, '').replace(/(?:\/\*{1,2})+$/, '/*')}`);
  return createAddressRules([...addresses, ...listRoutes(rules, project, files)]);
}

function listRoutes({ generator, folder }: Rules, project: string, { paths }: ConfigFiles): string[] {
  const isVitepress = generator === 'vitepress';
  const { folders, files } = ROUTE_FOLDERS.get(generator) ?? {
    folders: isVitepress ? [''] : [],
    files: /\[[^/]*\.md$/,
  };
  const roots = folders.map((each) => joinPath(isVitepress ? folder : project, each));
  const routes: string[] = [];
  for (const path of roots.length === 0 ? [] : paths) {
    if (!files.test(path)) continue;
    for (const root of roots) {
      const innerPath = getPathInside(root, path);
      const route = removeGroupFolders(innerPath ?? '').replace(/(?:(?:^|\/)index)?\.\w+$/, '');
      if (innerPath !== undefined && !/(?:^|\/)_/.test(route))
        routes.push(`/${route.replaceAll(/\[\[?\.\.\.[^\]]*\]\]?/g, '*').replaceAll(/\[[^\]]*\]/g, ':name')}`);
    }
  }
  return routes;
}
