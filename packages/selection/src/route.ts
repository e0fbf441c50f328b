import { isData, type Page } from './candidate.ts';

/** A page in more forms than this is not in a tree that is to be read. */
const PAGES_OF_ROUTE = 32;
const INDEX = /^(?:_?index|readme)$/i;

/** Whether a file of this name stands for its folder. */
export function isIndex(stem: string): boolean {
  return INDEX.test(stem);
}

/**
 * Where a page of these folders and this name is found by a reader: `guide.md`, `guide.mdx` and `guide/index.md` have one route. Two
 * pages of different trees (languages, versions) are the same page if their routes are equal.
 */
export function routeOf(folders: readonly string[], stem: string, extension: string): string {
  if (isData({ extension })) return [...folders, `${stem}.${extension}`].join('/');
  return (isIndex(stem) ? folders : [...folders, stem]).join('/');
}

/** The one of the pages of a route that is most like the page: of the same name and format, of the same format, the first. */
export function mostAlike(page: Page, stem: string, among: readonly Page[]): Page | undefined {
  const sameFormat = among.filter(({ extension }) => extension === page.extension);
  return sameFormat.find((other) => other.stem === stem) ?? sameFormat[0] ?? among[0];
}

/** The pages by their routes, each list in the order of the pages. */
export function byRoute(pages: readonly Page[]): Map<string, Page[]> {
  const routes = new Map<string, Page[]>();
  for (const page of pages) {
    const route = routeOf(page.folders, page.stem, page.extension);
    const known = routes.get(route);
    if (known === undefined) routes.set(route, [page]);
    else if (known.length < PAGES_OF_ROUTE) known.push(page);
  }
  return routes;
}
