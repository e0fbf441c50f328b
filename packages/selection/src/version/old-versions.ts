import { elementAt } from '@context-sync/base';
import type { CandidatePage } from '../candidate.ts';
import { Evidence } from '../evidence.ts';
import { byRoute, mostAlike } from '../route.ts';
import { compareVersions, IN_USE, type Version } from './version.ts';
import { findVersionMarkers, type VersionMarker } from './version-markers.ts';

/** Where the current page may be, in order of preference. */
const SORTS = [...IN_USE, 'unmarked', 'numbered'] as const;
type Sort = (typeof SORTS)[number];

interface Marked {
  readonly page: CandidatePage;
  readonly marker: VersionMarker;
}

interface Old extends Marked {
  readonly current: ReadonlyMap<Sort, CandidatePage>;
}

/**
 * Finds old versions of pages, and their current pages: in the folder `latest`, `stable` or `current`, else outside of version folders, else
 * in the folder with the highest number. Only numbered folders are old versions, and only if most of their pages exist in the current one
 * too: `api/v1` and `api/v2` with different pages are both in use. A page that the current version does not have is kept. `next`, `main` and
 * the like make nothing outdated.
 */
export function findOldVersions(pages: readonly CandidatePage[]): Map<CandidatePage, CandidatePage> {
  const markedPages = pages.flatMap((page) => findVersionMarkers(page).map((marker) => ({ page, marker })));
  if (markedPages.length === 0) return new Map();
  const currentOf = currents(markedPages, byRoute(pages));
  const olds: Old[] = [];
  const evidence = new Evidence();
  for (const one of markedPages) {
    const { version } = one.marker;
    if (typeof version === 'string') continue;
    const current = currentOf(one, version);
    evidence.count(one.marker.place, one.marker.isDistinctive, current.keys());
    olds.push({ ...one, current });
  }
  const isFollowed = successors(markedPages);
  const found = new Map<CandidatePage, CandidatePage>();
  for (const { page, marker, current } of olds) {
    if (found.has(page)) continue;
    for (const sort of SORTS) {
      const other = current.get(sort);
      if (other === undefined) continue;
      if (
        !marker.byTool &&
        (!isOld(marker, evidence.of(marker.place, sort)) || (sort === 'numbered' && !isFollowed(marker)))
      )
        continue;
      found.set(page, other);
      break;
    }
  }
  return found;
}

/** Whether enough pages in common show that the folder is an older version of the same docs. */
function isOld({ version }: VersionMarker, { pages, matched }: { pages: number; matched: number }): boolean {
  if (typeof version === 'string' || matched === 0) return false;
  switch (version.form) {
    // Major versions of an API coexist, and share pages such as `errors` and `pagination`.
    case 'major':
      return 3 * matched >= 2 * pages && (matched >= 2 || matched === pages);
    case 'release':
      return 2 * matched >= pages && (matched >= 2 || matched === pages);
    // Chapters may be numbered 1.1 and 1.2 too, each with exercises and solutions.
    case 'bare':
      return 2 * matched >= pages && matched >= 3;
  }
}

/** Whether the next major version of the folder exists: `v64` and `v128` are sizes, `v4` and `v6` protocols. */
function successors(markedPages: readonly Marked[]): (marker: VersionMarker) => boolean {
  const majors = new Set<string>();
  for (const { marker } of markedPages) {
    if (typeof marker.version !== 'string') majors.add(`${parentOf(marker)}/${marker.version.numbers[0]}`);
  }
  return (marker) => {
    const { version } = marker;
    if (typeof version === 'string' || version.form !== 'major') return true;
    return majors.has(`${parentOf(marker)}/${elementAt(version.numbers, 0) + 1}`);
  };
}

function parentOf({ place }: VersionMarker): string {
  return place.slice(0, place.lastIndexOf('/') + 1);
}

/** Finds the current page of an old one, by several rules. */
function currents(markedPages: readonly Marked[], unmarked: ReadonlyMap<string, readonly CandidatePage[]>) {
  const inUse = new Map(IN_USE.map((name) => [name, new Map<string, CandidatePage>()]));
  const highest = new Map<string, Numbered>();
  const highestRelease = new Map<string, Numbered>();
  for (const { page, marker } of markedPages) {
    const { version, routes } = marker;
    for (const route of routes) {
      if (typeof version === 'string') {
        const named = inUse.get(version);
        if (named !== undefined && !named.has(route)) named.set(route, page);
      } else {
        raise(highest, route, { page, version });
        if (version.before === undefined) raise(highestRelease, route, { page, version });
      }
    }
  }
  return ({ page, marker: { routes } }: Marked, version: Version): Map<Sort, CandidatePage> => {
    const found = new Map<Sort, CandidatePage>();
    const add = (sort: Sort, other: CandidatePage | undefined): void => {
      if (other !== undefined && !found.has(sort)) found.set(sort, other);
    };
    for (const route of routes) {
      for (const [name, named] of inUse) add(name, named.get(route));
      add('unmarked', mostAlike(page, page.stem, unmarked.get(route) ?? []));
      add('numbered', above(version, highestRelease.get(route)));
      // A pre-release is outdated only by another pre-release.
      if (version.before !== undefined) add('numbered', above(version, highest.get(route)));
    }
    return found;
  };
}

interface Numbered {
  readonly page: CandidatePage;
  readonly version: Version;
}

function raise(highest: Map<string, Numbered>, route: string, one: Numbered): void {
  const known = highest.get(route);
  if (known === undefined || compareVersions(one.version, known.version) > 0) highest.set(route, one);
}

function above(version: Version, other: Numbered | undefined): CandidatePage | undefined {
  return other !== undefined && compareVersions(other.version, version) > 0 ? other.page : undefined;
}
