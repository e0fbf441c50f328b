import { foldersRead, isData, type Page } from '../candidate.ts';
import { versionedByDocusaurus } from '../docusaurus.ts';
import { routeOf } from '../route.ts';
import { IN_USE, type Version, versionOf } from './version.ts';

/** A folder in a path that may name the page's version. */
export interface VersionMark {
  /** A number, or the name of the current version. */
  readonly version: Version | (typeof IN_USE)[number];
  /** Whether a documentation tool uses folders of this name only for old versions. */
  readonly byTool: boolean;
  /** Path of the folder. */
  readonly place: string;
  /** Routes of the page without the version, most likely first. */
  readonly routes: readonly string[];
  /** Whether such a route is distinctive: every folder has an index, and every API an `openapi.yaml`. */
  readonly telling: boolean;
}

const FOR_VERSIONS = new Set(['versions', '_versions', 'archive', 'archived', 'archives']);
/** Folder names that a version may be appended to: `docs-v1`, `api-v2`. */
const JOINED = /^(_?(?:docs?|documentation|content|guides?|api|reference|manual))[-_.](.{1,40})$/i;

/** Folders of pages about versions: what is new in 1.1 is not an old version of what is new in 1.2. */
const ABOUT_VERSIONS =
  /^(?:release[-_]?notes?|releases?|change[-_]?logs?|changes|history|news|blog|announcements|what'?s?-?s?[-_]new|migrat(?:e|ions?|ing)(?:[-_]guides?)?|upgrad(?:es?|ing)(?:[-_]guides?)?)$/i;

/** Version markers of a page, outermost folder first. */
export function versionMarks(page: Page): VersionMark[] {
  const tool = versionedByDocusaurus(page);
  if (tool !== undefined) {
    const version = versionOf(`v${tool.version.replace(/^v/i, '')}`);
    return version === undefined ? [] : [{ ...tool, version, byTool: true, telling: true }];
  }
  const marks: VersionMark[] = [];
  let start = 0;
  for (const [at, folder] of foldersRead(page).entries()) {
    if (ABOUT_VERSIONS.test(folder)) break;
    const mark = folderMark(page, at, start + folder.length);
    if (mark !== undefined) marks.push(mark);
    start += folder.length + 1;
  }
  return marks;
}

function folderMark(page: Page, at: number, end: number): VersionMark | undefined {
  const { folders, stem, extension } = page;
  const folder = folders[at] ?? '';
  const whole = versionSaid(folder);
  const [, base, joined = ''] = whole === undefined ? (JOINED.exec(folder) ?? []) : [];
  const version = whole ?? versionSaid(joined);
  if (version === undefined) return undefined;
  const before = folders.slice(0, at > 0 && FOR_VERSIONS.has((folders[at - 1] ?? '').toLowerCase()) ? at - 1 : at);
  const below = folders.slice(at + 1);
  return {
    version,
    byTool: false,
    place: page.path.slice(0, end),
    routes: [routeOf([...before, ...(base === undefined ? [] : [base]), ...below], stem, extension)],
    telling: routeOf(below, stem, '') !== '' && !isData(page),
  };
}

function versionSaid(name: string): VersionMark['version'] | undefined {
  const lower = name.toLowerCase();
  return IN_USE.find((inUse) => inUse === lower) ?? versionOf(name);
}
