import type { Page } from '../candidate.ts';
import { Evidence } from '../evidence.ts';
import { byRoute, mostAlike } from '../route.ts';
import { compareVersions, IN_USE, type Version } from './version.ts';
import { type VersionMark, versionMarks } from './version-markers.ts';

/** Where the current page may be, in order of preference. */
const SORTS = [...IN_USE, 'unmarked', 'numbered'] as const;
type Sort = (typeof SORTS)[number];

interface Marked {
  readonly page: Page;
  readonly mark: VersionMark;
}

interface Old extends Marked {
  readonly current: ReadonlyMap<Sort, Page>;
}

/**
 * The pages of old versions, each with the current one that it is an old version of: that of the folder named `latest`, `stable` or
 * `current`, else the one in no version's folder, else that of the highest number. Only numbered folders are old versions, and only if
 * most of their pages are in the current one too: `api/v1` and `api/v2` that hold different pages are both in use. A page that the
 * current version does not have is kept. `next`, `main` and the like make nothing old.
 */
export function oldVersions(pages: readonly Page[]): Map<Page, Page> {
  const marked = pages.flatMap((page) => versionMarks(page).map((mark) => ({ page, mark })));
  if (marked.length === 0) return new Map();
  const currentOf = currents(marked, byRoute(pages));
  const olds: Old[] = [];
  const evidence = new Evidence();
  for (const one of marked) {
    const { version } = one.mark;
    if (typeof version === 'string') continue;
    const current = currentOf(one, version);
    evidence.count(one.mark.place, one.mark.telling, current.keys());
    olds.push({ ...one, current });
  }
  const isFollowed = successors(marked);
  const found = new Map<Page, Page>();
  for (const { page, mark, current } of olds) {
    if (found.has(page)) continue;
    for (const sort of SORTS) {
      const other = current.get(sort);
      if (other === undefined) continue;
      if (!mark.byTool && (!isOld(mark, evidence.of(mark.place, sort)) || (sort === 'numbered' && !isFollowed(mark))))
        continue;
      found.set(page, other);
      break;
    }
  }
  return found;
}

/** Whether so many pages in common show that the folder is an older version of the same docs. */
function isOld({ version }: VersionMark, { pages, matched }: { pages: number; matched: number }): boolean {
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
function successors(marked: readonly Marked[]): (mark: VersionMark) => boolean {
  const majors = new Set<string>();
  for (const { mark } of marked) {
    if (typeof mark.version !== 'string') majors.add(`${parentOf(mark)}/${mark.version.numbers[0]}`);
  }
  return (mark) => {
    const { version } = mark;
    if (typeof version === 'string' || version.form !== 'major') return true;
    return majors.has(`${parentOf(mark)}/${(version.numbers[0] ?? 0) + 1}`);
  };
}

function parentOf({ place }: VersionMark): string {
  return place.slice(0, place.lastIndexOf('/') + 1);
}

/** Finds the current page of an old one, by several rules. */
function currents(marked: readonly Marked[], unmarked: ReadonlyMap<string, readonly Page[]>) {
  const inUse = new Map(IN_USE.map((name) => [name, new Map<string, Page>()]));
  const highest = new Map<string, Numbered>();
  const highestRelease = new Map<string, Numbered>();
  for (const { page, mark } of marked) {
    const { version, routes } = mark;
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
  return ({ page, mark: { routes } }: Marked, version: Version): Map<Sort, Page> => {
    const found = new Map<Sort, Page>();
    const add = (sort: Sort, other: Page | undefined): void => {
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
  readonly page: Page;
  readonly version: Version;
}

function raise(highest: Map<string, Numbered>, route: string, one: Numbered): void {
  const known = highest.get(route);
  if (known === undefined || compareVersions(one.version, known.version) > 0) highest.set(route, one);
}

function above(version: Version, other: Numbered | undefined): Page | undefined {
  return other !== undefined && compareVersions(other.version, version) > 0 ? other.page : undefined;
}
