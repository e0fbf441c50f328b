import { elementAt } from '@context-sync/base';
import { type CandidatePage, isData, searchedFolders } from '../candidate.ts';
import { versionedByDocusaurus } from '../docusaurus.ts';
import { routeOf } from '../route.ts';
import { IN_USE, type Version, versionOf } from './version.ts';

/** A folder in a path that may name the page's version. */
export interface VersionMarker {
  /** A number, or the name of the current version. */
  readonly version: Version | (typeof IN_USE)[number];
  /** Whether a documentation tool uses folders of this name only for old versions. */
  readonly byTool: boolean;
  /** Path of the folder. */
  readonly place: string;
  /** Routes of the page without the version, most likely first. */
  readonly routes: readonly string[];
  /** Whether such a route is distinctive: every folder has an index, and every API an `openapi.yaml`. */
  readonly isDistinctive: boolean;
}

const FOR_VERSIONS = new Set(['versions', '_versions', 'archive', 'archived', 'archives']);
/** Folder names that a version may be appended to: `docs-v1`, `api-v2`. */
const JOINED = /^(_?(?:docs?|documentation|content|guides?|api|reference|manual))[-_.](.{1,40})$/i;

/** Folders of pages about versions: what is new in 1.1 is not an old version of what is new in 1.2. */
const ABOUT_VERSIONS =
  /^(?:release[-_]?notes?|releases?|change[-_]?logs?|changes|history|news|blog|announcements|what'?s?-?s?[-_]new|migrat(?:e|ions?|ing)(?:[-_]guides?)?|upgrad(?:es?|ing)(?:[-_]guides?)?)$/i;

/** Version markers of a page, outermost folder first. */
export function findVersionMarkers(page: CandidatePage): VersionMarker[] {
  const tool = versionedByDocusaurus(page);
  if (tool !== undefined) {
    const version = versionOf(`v${tool.version.replace(/^v/i, '')}`);
    return version === undefined ? [] : [{ ...tool, version, byTool: true, isDistinctive: true }];
  }
  const markers: VersionMarker[] = [];
  let start = 0;
  for (const [at, folder] of searchedFolders(page).entries()) {
    if (ABOUT_VERSIONS.test(folder)) break;
    const marker = folderMark(page, at, start + folder.length);
    if (marker !== undefined) markers.push(marker);
    start += folder.length + 1;
  }
  return markers;
}

function folderMark(page: CandidatePage, at: number, end: number): VersionMarker | undefined {
  const { folders, stem, extension } = page;
  const folder = elementAt(folders, at);
  const whole = versionSaid(folder);
  const [, base, joined = ''] = whole === undefined ? (JOINED.exec(folder) ?? []) : [];
  const version = whole ?? versionSaid(joined);
  if (version === undefined) return undefined;
  const before = folders.slice(0, at > 0 && FOR_VERSIONS.has(elementAt(folders, at - 1).toLowerCase()) ? at - 1 : at);
  const below = folders.slice(at + 1);
  return {
    version,
    byTool: false,
    place: page.path.slice(0, end),
    routes: [routeOf([...before, ...(base === undefined ? [] : [base]), ...below], stem, extension)],
    isDistinctive: routeOf(below, stem, '') !== '' && !isData(page),
  };
}

function versionSaid(name: string): VersionMarker['version'] | undefined {
  const lower = name.toLowerCase();
  return IN_USE.find((inUse) => inUse === lower) ?? versionOf(name);
}
