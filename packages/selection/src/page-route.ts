import { type CandidatePage, isData } from './candidate-page.ts';

/** Maximum number of formats of one page. Real docs have fewer. */
const MAX_PAGES_PER_ROUTE = 32;
const INDEX_PATTERN = /^(?:_?index|readme)$/i;

/** Returns whether a file with this name is the index of its folder. */
export function isIndex(stem: string): boolean {
  return INDEX_PATTERN.test(stem);
}

/**
 * Returns the route at which readers find a page: `guide.md`, `guide.mdx` and `guide/index.md` have the same route. Pages of different trees
 * (languages, versions) are counterparts if their routes are equal.
 */
export function getRoute(folders: readonly string[], stem: string, extension: string): string {
  if (isData({ extension })) return [...folders, `${stem}.${extension}`].join('/');
  return (isIndex(stem) ? folders : [...folders, stem]).join('/');
}

/**
 * Returns the page that is most similar to the given page: a page with the same name and format, or else a page with the same format, or else the first page.
 */
export function findMostAlike(
  page: CandidatePage,
  stem: string,
  candidates: readonly CandidatePage[],
): CandidatePage | undefined {
  const pagesOfFormat = candidates.filter(({ extension }) => extension === page.extension);
  return pagesOfFormat.find((other) => other.stem === stem) ?? pagesOfFormat[0] ?? candidates[0];
}

/** Groups pages by route, in the given order. */
export function groupByRoute(pages: readonly CandidatePage[]): Map<string, CandidatePage[]> {
  const routes = new Map<string, CandidatePage[]>();
  for (const page of pages) {
    const route = getRoute(page.folders, page.stem, page.extension);
    const pagesOnRoute = routes.get(route);
    if (pagesOnRoute === undefined) routes.set(route, [page]);
    else if (pagesOnRoute.length < MAX_PAGES_PER_ROUTE) pagesOnRoute.push(page);
  }
  return routes;
}
