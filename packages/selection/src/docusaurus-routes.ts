import { type CandidatePage, getSearchedFolders } from './candidate-page.ts';
import { getRoute } from './page-route.ts';

const PLUGIN_PATTERN = /^docusaurus-plugin-content-(docs|blog|pages)(?:-(.+))?$/;

/**
 * Recognizes translations of Docusaurus: `i18n/fr/docusaurus-plugin-content-docs/current/start.md` for `docs/start.md`, or
 * `translated_docs/fr/start.md` in version 1.
 * @returns the language code, and possible routes of the original
 */
export function parseDocusaurusTranslation(page: CandidatePage): { code: string; routes: string[] } | undefined {
  const { folders } = page;
  for (const [at, folder] of getSearchedFolders(page).entries()) {
    if (folder !== 'i18n' && folder !== 'translated_docs') continue;
    const site = folders.slice(0, at);
    const code = folders[at + 1];
    if (code === undefined) return undefined;
    if (folder === 'translated_docs') return { code, routes: getDocsRoutes(page, site, undefined, at + 2) };
    const [, kind, id] = PLUGIN_PATTERN.exec(folders[at + 2] ?? '') ?? [];
    if (kind === undefined) continue;
    const isCurrent = folders[at + 3] === 'current';
    if (kind === 'docs') return { code, routes: getDocsRoutes(page, site, id, isCurrent ? at + 4 : at + 3) };
    const sourceFolder = id ?? (kind === 'blog' ? 'blog' : 'src/pages');
    return { code, routes: [getRoute([...site, sourceFolder, ...folders.slice(at + 3)], page.stem, page.extension)] };
  }
  return undefined;
}

/**
 * Recognizes versions of Docusaurus: `versioned_docs/version-1.2/start.md` for `docs/start.md`, `sdk_versioned_docs` for `sdk`.
 * @returns the version, its folder, and possible routes of the current page
 */
export function parseDocusaurusVersion(
  page: CandidatePage,
): { version: string; place: string; routes: string[] } | undefined {
  const { folders } = page;
  for (const [at, folder] of getSearchedFolders(page).entries()) {
    const version = getVersionName(folders[at + 1]);
    if (version === undefined || !folder.endsWith('versioned_docs')) continue;
    const id = folder.endsWith('_versioned_docs') ? folder.slice(0, -'_versioned_docs'.length) : undefined;
    const routes = getCurrentRoutes(page, folders.slice(0, at), id, at + 2);
    return { version, place: folders.slice(0, at + 2).join('/'), routes };
  }
  return undefined;
}

/** Returns the possible routes of a docs page. `from` is the index of the first folder below the folders of Docusaurus. */
function getDocsRoutes(page: CandidatePage, site: readonly string[], id: string | undefined, from: number): string[] {
  const version = page.folders[from];
  if (getVersionName(version) === undefined || version === undefined) return getCurrentRoutes(page, site, id, from);
  const versionFolders = [...site, id === undefined ? 'versioned_docs' : `${id}_versioned_docs`, version];
  return [getRoute([...versionFolders, ...page.folders.slice(from + 1)], page.stem, page.extension)];
}

/**
 * Returns the possible routes of the current page. The docs folder is in the site's folder or next to it, which was the default in version 1 and is
 * still common.
 */
function getCurrentRoutes(
  page: CandidatePage,
  site: readonly string[],
  id: string | undefined,
  from: number,
): string[] {
  const foldersBelow = page.folders.slice(from);
  const currentRoute = getRoute([...site, id ?? 'docs', ...foldersBelow], page.stem, page.extension);
  if (site.length === 0 || id !== undefined) return [currentRoute];
  return [currentRoute, getRoute([...site.slice(0, -1), 'docs', ...foldersBelow], page.stem, page.extension)];
}

function getVersionName(folder: string | undefined): string | undefined {
  return folder?.startsWith('version-') ? folder.slice('version-'.length) : undefined;
}
