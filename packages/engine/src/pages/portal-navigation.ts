import { truncate } from '@context-sync/base';
import type { SiteEntry } from '@context-sync/site';
import type { DocsWarning } from '../docs/docs-warning.ts';
import { MAX_TITLE_CHARS, type PortalNavigationEntry, type PortalPage } from './portal-content.ts';

// Limits of the service.
const MAX_ENTRIES = 2_000;
const MAX_DEPTH = 4;
const MAX_LIST_ENTRIES = 500;

interface CutState {
  left: number;
  isDeep: boolean;
  omitted: number;
}

/**
 * Converts the navigation of a site to the navigation of the portal. Entries below the deepest allowed level are placed after their parent entry, and entries
 * beyond the limits are omitted with a warning.
 * @param pages the pages of the portal by their documents
 * @param labels titles that pages have in the navigation only
 * @returns null if there is no navigation
 */
export function createPortalNavigation(
  entries: readonly SiteEntry[],
  pages: ReadonlyMap<string, PortalPage>,
  labels: ReadonlyMap<string, string> = new Map(),
): { navigation: readonly PortalNavigationEntry[] | null; warnings: readonly DocsWarning[] } {
  const state: CutState = { left: MAX_ENTRIES, isDeep: false, omitted: 0 };
  const navigation = convert(entries, { pages, labels }, 1, state);
  const problems = [
    ...(state.isDeep ? [`has more than ${MAX_DEPTH} levels; pages on deeper levels are listed on the last level`] : []),
    ...(state.omitted > 0
      ? [`has more than ${MAX_ENTRIES} entries, or ${MAX_LIST_ENTRIES} in one list; ${state.omitted} are left out`]
      : []),
  ];
  const [first] = pages.values();
  return {
    navigation: navigation.length === 0 ? null : navigation,
    warnings: problems.map((problem) => ({
      kind: 'format',
      path: first?.file ?? '',
      line: 1,
      message: `the navigation of the site ${problem}`,
    })),
  };
}

function convert(
  entries: readonly SiteEntry[],
  titledPages: { readonly pages: ReadonlyMap<string, PortalPage>; readonly labels: ReadonlyMap<string, string> },
  depth: number,
  state: CutState,
): PortalNavigationEntry[] {
  const list: PortalNavigationEntry[] = [];
  for (const { title, file, items } of entries) {
    const page = file === undefined ? undefined : titledPages.pages.get(file);
    const text = (title ?? titledPages.labels.get(file ?? '') ?? page?.title ?? '')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim();
    if (page === undefined && items.length === 0) continue;
    if (state.left === 0 || list.length === MAX_LIST_ENTRIES) {
      state.omitted += 1;
      continue;
    }
    const isFlat = depth === MAX_DEPTH;
    const place = state.left;
    state.left -= 1;
    const childEntries = convert(items, titledPages, isFlat ? depth : depth + 1, state);
    if (page === undefined && (childEntries.length === 0 || isFlat)) state.left = Math.min(place, state.left + 1);
    if (isFlat && childEntries.length > 0) state.isDeep = true;
    const own = {
      title: truncate(text === '' ? 'Untitled' : text, MAX_TITLE_CHARS),
      ...(page ? { path: page.path } : {}),
    };
    if (!isFlat && (page !== undefined || childEntries.length > 0))
      list.push({ ...own, ...(childEntries.length > 0 ? { items: childEntries } : {}) });
    else if (isFlat) {
      for (const each of [...(page === undefined ? [] : [own]), ...childEntries]) {
        if (list.length < MAX_LIST_ENTRIES) list.push(each);
        else state.omitted += 1;
      }
    }
  }
  return list;
}

/** Returns the pages in the order of the navigation, followed by the other pages in the order of their paths. */
export function orderPages(
  pages: readonly PortalPage[],
  navigation: readonly PortalNavigationEntry[] | null,
): PortalPage[] {
  const places = new Map<string, number>();
  const visit = (list: readonly PortalNavigationEntry[]): void => {
    for (const { path, items = [] } of list) {
      if (path !== undefined && !places.has(path)) places.set(path, places.size);
      visit(items);
    }
  };
  visit(navigation ?? []);
  const getPlace = ({ path }: PortalPage) => places.get(path) ?? Number.MAX_SAFE_INTEGER;
  const orderedPages = pages.toSorted((a, b) => getPlace(a) - getPlace(b) || (a.path < b.path ? -1 : 1));
  const orders = new Map(orderedPages.map(({ path }, order) => [path, order]));
  return pages
    .map((page) => ({ ...page, order: orders.get(page.path) ?? 0 }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
