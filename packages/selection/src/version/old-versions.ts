import { getElementAt } from '@context-sync/base';
import type { CandidatePage } from '../candidate-page.ts';
import { Evidence } from '../kind-evidence.ts';
import { findMostAlike, groupByRoute } from '../page-route.ts';
import { findVersionMarkers, type VersionMarker } from './version-markers.ts';
import { compareVersions, NAMES_IN_USE, type Version } from './version-number.ts';

/** Kinds of locations that may contain the current page, in order of preference. */
const SORTS = [...NAMES_IN_USE, 'unmarked', 'numbered'] as const;
type MarkerSort = (typeof SORTS)[number];

interface MarkedVersionPage {
  readonly page: CandidatePage;
  readonly marker: VersionMarker;
}

interface OldVersionPage extends MarkedVersionPage {
  readonly current: ReadonlyMap<MarkerSort, CandidatePage>;
}

/**
 * Finds pages that are old versions. Returns each with its current page: in the folder `latest`, `stable` or `current`; otherwise, outside of version
 * folders; otherwise, in the folder with the highest number. Only numbered folders are old versions, and only if most of their pages exist in the
 * current version: `api/v1` and `api/v2` with different pages are both in use. A page that the current version does not contain is kept. Folders such
 * as `next` and `main` do not make other versions old.
 */
export function findOldVersions(pages: readonly CandidatePage[]): Map<CandidatePage, CandidatePage> {
  const markedPages: MarkedVersionPage[] = [];
  for (const page of pages) for (const marker of findVersionMarkers(page)) markedPages.push({ page, marker });
  if (markedPages.length === 0) return new Map();
  const findCurrentPage = findCurrentPages(markedPages, groupByRoute(pages));
  const oldVersions: OldVersionPage[] = [];
  const evidence = new Evidence();
  for (const markedPage of markedPages) {
    const { version } = markedPage.marker;
    if (typeof version === 'string') continue;
    const currentPage = findCurrentPage(markedPage, version);
    evidence.count(markedPage.marker.place, markedPage.marker.isDistinctive, currentPage.keys());
    oldVersions.push({ ...markedPage, current: currentPage });
  }
  const isFollowed = createSuccessorFinder(markedPages);
  const oldPages = new Map<CandidatePage, CandidatePage>();
  for (const { page, marker, current } of oldVersions) {
    if (oldPages.has(page)) continue;
    for (const sort of SORTS) {
      const currentPage = current.get(sort);
      if (currentPage === undefined) continue;
      if (
        !marker.byTool &&
        (!isOld(marker, evidence.getEvidence(marker.place, sort)) || (sort === 'numbered' && !isFollowed(marker)))
      )
        continue;
      oldPages.set(page, currentPage);
      break;
    }
  }
  return oldPages;
}

/** Returns whether enough pages have counterparts to show that the folder is an older version of the same docs. */
function isOld({ version }: VersionMarker, { pages, matched }: { pages: number; matched: number }): boolean {
  if (typeof version === 'string' || matched === 0) return false;
  switch (version.form) {
    // Major versions of an API coexist and share pages such as `errors` and `pagination`.
    case 'major':
      return 3 * matched >= 2 * pages && (matched >= 2 || matched === pages);
    case 'release':
      return 2 * matched >= pages && (matched >= 2 || matched === pages);
    // Chapters may also be numbered 1.1 and 1.2, each with exercises and solutions.
    case 'bare':
      return 2 * matched >= pages && matched >= 3;
  }
}

/** Returns a function that checks whether the next major version of a folder exists: `v64` and `v128` are sizes, and `v4` and `v6` are protocols. */
function createSuccessorFinder(markedPages: readonly MarkedVersionPage[]): (marker: VersionMarker) => boolean {
  const majorVersions = new Set<string>();
  for (const { marker } of markedPages) {
    if (typeof marker.version !== 'string') majorVersions.add(`${getParent(marker)}/${marker.version.numbers[0]}`);
  }
  return (marker) => {
    const { version } = marker;
    if (typeof version === 'string' || version.form !== 'major') return true;
    return majorVersions.has(`${getParent(marker)}/${getElementAt(version.numbers, 0) + 1}`);
  };
}

function getParent({ place }: VersionMarker): string {
  return place.slice(0, place.lastIndexOf('/') + 1);
}

/** Returns a function that finds the candidates for the current page of an old page, by kind of location. */
function findCurrentPages(
  markedPages: readonly MarkedVersionPage[],
  unmarkedPages: ReadonlyMap<string, readonly CandidatePage[]>,
) {
  const pagesInUse = new Map(NAMES_IN_USE.map((name) => [name, new Map<string, CandidatePage>()]));
  const highestVersions = new Map<string, NumberedVersionPage>();
  const highestRelease = new Map<string, NumberedVersionPage>();
  for (const { page, marker } of markedPages) {
    const { version, routes } = marker;
    for (const route of routes) {
      if (typeof version === 'string') {
        const namedVersion = pagesInUse.get(version);
        if (namedVersion !== undefined && !namedVersion.has(route)) namedVersion.set(route, page);
      } else {
        keepHighest(highestVersions, route, { page, version });
        if (version.before === undefined) keepHighest(highestRelease, route, { page, version });
      }
    }
  }
  return ({ page, marker: { routes } }: MarkedVersionPage, version: Version): Map<MarkerSort, CandidatePage> => {
    const currentPages = new Map<MarkerSort, CandidatePage>();
    const add = (sort: MarkerSort, other: CandidatePage | undefined): void => {
      if (other !== undefined && !currentPages.has(sort)) currentPages.set(sort, other);
    };
    for (const route of routes) {
      for (const [name, named] of pagesInUse) add(name, named.get(route));
      add('unmarked', findMostAlike(page, page.stem, unmarkedPages.get(route) ?? []));
      add('numbered', isNewerRelease(version, highestRelease.get(route)));
      // A pre-release is outdated only by another pre-release.
      if (version.before !== undefined) add('numbered', isNewerRelease(version, highestVersions.get(route)));
    }
    return currentPages;
  };
}

interface NumberedVersionPage {
  readonly page: CandidatePage;
  readonly version: Version;
}

function keepHighest(highest: Map<string, NumberedVersionPage>, route: string, one: NumberedVersionPage): void {
  const highestVersion = highest.get(route);
  if (highestVersion === undefined || compareVersions(one.version, highestVersion.version) > 0) highest.set(route, one);
}

function isNewerRelease(version: Version, other: NumberedVersionPage | undefined): CandidatePage | undefined {
  return other !== undefined && compareVersions(other.version, version) > 0 ? other.page : undefined;
}
