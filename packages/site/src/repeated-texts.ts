import { extractHtmlBlockTexts } from '@context-sync/formats';
import { chooseSample } from './choose-sample.ts';
import { getFolder, getPathInside } from './repository-paths.ts';

const HTML_PATTERN = /\.html?$/i;

/** Minimum number of pages that a site must have to detect repeated texts. */
const MIN_PAGES = 4;
/** Maximum number of pages that are compared, regardless of the size of the site. */
const MAX_COMPARED_PAGES = 12;
/** Share of the compared pages that must contain a text. */
const MIN_SHARE = 0.6;
/** Maximum number of sites in a repository that are compared. Texts of further sites are not detected as repeated. */
const MAX_SITES = 20;
/** Maximum length of a page that is compared, in UTF-16 code units. */
const MAX_PAGE_LENGTH = 500_000;

/** Texts that are repeated on the HTML pages of each site, such as menus. Compares a sample of the site's pages. */
export class RepeatedTexts {
  readonly #read: (path: string) => string | undefined;
  readonly #compared = new Map<string, readonly string[]>();
  readonly #known = new Map<string, ReadonlySet<string>>();
  readonly #root: string;
  readonly #folders: ReadonlySet<string>;

  constructor(paths: ReadonlySet<string>, root: string, read: (path: string) => string | undefined) {
    this.#read = read;
    this.#root = root;
    const pages = [...paths].filter((path) => HTML_PATTERN.test(path) && getPathInside(root, path) !== undefined);
    this.#folders = new Set(pages.map(getFolder));
    const sites = Map.groupBy(pages, (path) => this.#getSite(path) ?? '');
    const largeSites = [...sites].filter(([, each]) => each.length >= MIN_PAGES).sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [site, each] of largeSites.slice(0, MAX_SITES))
      this.#compared.set(site, chooseSample(each, MAX_COMPARED_PAGES));
  }

  /** Folders of the compared sites. */
  get sites(): readonly string[] {
    return [...this.#compared.keys()];
  }

  /** Returns the block texts that occur on most of the compared pages of the page's site. */
  getTexts(path: string): ReadonlySet<string> {
    const site = HTML_PATTERN.test(path) ? this.#getSite(path) : undefined;
    return site === undefined ? NO_TEXTS : this.getSiteTexts(site);
  }

  getSiteTexts(site: string): ReadonlySet<string> {
    const siteTexts = this.#known.get(site);
    if (siteTexts) return siteTexts;
    const pages = (this.#compared.get(site) ?? []).map(this.#read);
    const repeatedSet = findRepeated(pages.filter((text) => text !== undefined && text.length <= MAX_PAGE_LENGTH));
    if (!pages.includes(undefined)) this.#known.set(site, repeatedSet);
    return repeatedSet;
  }

  /** Returns the outermost folder above the page that directly contains pages. */
  #getSite(path: string): string | undefined {
    let site: string | undefined;
    for (let folder = getFolder(path); getPathInside(this.#root, folder) !== undefined; folder = getFolder(folder)) {
      if (this.#folders.has(folder)) site = folder;
      if (folder === '') break;
    }
    return site;
  }
}

const NO_TEXTS: ReadonlySet<string> = new Set();

function findRepeated(pages: readonly (string | undefined)[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  let comparedCount = 0;
  for (const page of pages) {
    const texts = extractHtmlBlockTexts(page ?? '');
    if (texts.size > 0) comparedCount += 1;
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  if (comparedCount < MIN_PAGES) return NO_TEXTS;
  const repeatedTexts = [...counts].filter(([, count]) => count >= MIN_SHARE * comparedCount);
  return new Set(repeatedTexts.map(([text]) => text).sort());
}
