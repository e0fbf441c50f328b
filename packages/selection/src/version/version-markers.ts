import { getElementAt } from '@context-sync/base';
import { type CandidatePage, getSearchedFolders, isData } from '../candidate-page.ts';
import { parseDocusaurusVersion } from '../docusaurus-routes.ts';
import { getRoute } from '../page-route.ts';
import { NAMES_IN_USE, parseVersion, type Version } from './version-number.ts';

/** A folder in a path that may name the page's version. */
export interface VersionMarker {
  /** Version number, or the name of the current version. */
  readonly version: Version | (typeof NAMES_IN_USE)[number];
  /** Whether the folder name is used by a documentation tool only for old versions. */
  readonly byTool: boolean;
  /** Path of the folder. */
  readonly place: string;
  /** Routes of the page without the version, most likely first. */
  readonly routes: readonly string[];
  /**
   * Whether the routes are distinctive. The routes of index pages and of `openapi.yaml` are not distinctive, because most folders or APIs contain such a file.
   */
  readonly isDistinctive: boolean;
}

const NO_MARKERS: readonly VersionMarker[] = [];
const VERSION_FOLDERS = new Set(['versions', '_versions', 'archive', 'archived', 'archives']);
/** Matches folder names that end in a version: `docs-v1`, `api-v2`. */
const JOINED_VERSION = /^(_?(?:docs?|documentation|content|guides?|api|reference|manual))[-_.](.{1,40})$/i;

/** Matches folders of pages about versions. A page about the changes in 1.1 is not an old version of the page about the changes in 1.2. */
const VERSION_TOPICS =
  /^(?:release[-_]?notes?|releases?|change[-_]?logs?|changes|history|news|blog|announcements|what'?s?-?s?[-_]new|migrat(?:e|ions?|ing)(?:[-_]guides?)?|upgrad(?:es?|ing)(?:[-_]guides?)?)$/i;

/** Cache of folder lists that contain no version. */
const foldersWithoutVersion = new WeakSet<readonly string[]>();

/** Returns the version markers of a page, outermost folder first. */
export function findVersionMarkers(page: CandidatePage): readonly VersionMarker[] {
  if (foldersWithoutVersion.has(page.folders)) return NO_MARKERS;
  const tool = parseDocusaurusVersion(page);
  if (tool !== undefined) {
    const version = parseVersion(`v${tool.version.replace(/^v/i, '')}`);
    return version === undefined ? [] : [{ ...tool, version, byTool: true, isDistinctive: true }];
  }
  const markers: VersionMarker[] = [];
  let start = 0;
  for (const [at, folder] of getSearchedFolders(page).entries()) {
    if (VERSION_TOPICS.test(folder)) break;
    const marker = findFolderVersion(page, at, start + folder.length);
    if (marker !== undefined) markers.push(marker);
    start += folder.length + 1;
  }
  if (markers.length === 0) foldersWithoutVersion.add(page.folders);
  return markers;
}

function findFolderVersion(page: CandidatePage, index: number, end: number): VersionMarker | undefined {
  const { folders, stem, extension } = page;
  const folder = getElementAt(folders, index);
  const wholeVersion = parseVersionName(folder);
  const [, base, joined = ''] = wholeVersion === undefined ? (JOINED_VERSION.exec(folder) ?? []) : [];
  const version = wholeVersion ?? parseVersionName(joined);
  if (version === undefined) return undefined;
  const parentFolders = folders.slice(
    0,
    index > 0 && VERSION_FOLDERS.has(getElementAt(folders, index - 1).toLowerCase()) ? index - 1 : index,
  );
  const foldersBelow = folders.slice(index + 1);
  return {
    version,
    byTool: false,
    place: page.path.slice(0, end),
    routes: [getRoute([...parentFolders, ...(base === undefined ? [] : [base]), ...foldersBelow], stem, extension)],
    isDistinctive: getRoute(foldersBelow, stem, '') !== '' && !isData(page),
  };
}

function parseVersionName(name: string): VersionMarker['version'] | undefined {
  const lowerName = name.toLowerCase();
  return NAMES_IN_USE.find((inUse) => inUse === lowerName) ?? parseVersion(name);
}
