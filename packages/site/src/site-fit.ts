import { chooseSample } from './choose-sample.ts';
import type { Rules } from './generator-rules.ts';
import { removeHiddenSegments } from './number-prefix.ts';
import type { Lookup } from './reference-lookup.ts';
import { splitTarget } from './repository-paths.ts';
import { isShareAbove, listRootLinks, MAX_SAMPLE_PAGES } from './root-links.ts';
import { isInAreas, listSiteAreas, type SiteAreas } from './site-areas.ts';

/** Share of a site's links with a leading slash that may fail. If more fail, the rules do not fit the site. */
const MAX_FAILED_SHARE = 0.2;
/** Minimum number of links without number prefixes that show that URLs omit the prefixes. */
const MIN_HIDDEN_PREFIXES = 3;
const MARKDOWN_PATTERN = /\.(?:mdx?|markdown)$/i;

/** Result of comparing the rules of a generator with the links of a site, in a sample of pages. */
export interface SiteFit {
  readonly areas: SiteAreas;
  /** Whether so many links fail that the rules cannot be right, or pages refer to a module of their component that is in another repository. */
  readonly isUnfit: boolean;
  /** Whether most links to files with number prefixes omit the prefixes. */
  readonly hidesPrefixes: boolean;
}

/**
 * Compares links that begin with a slash with the paths of the pages.
 * @param pages paths of the documents that belong to the site
 * @param read returns the text of a page; undefined if it is not loaded
 * @param lookup finds files and names, without the texts of pages
 */
export function examineSite(
  rules: Rules,
  pages: readonly string[],
  read: (path: string) => string | undefined,
  lookup: Lookup,
): SiteFit {
  const areas = listSiteAreas(rules, pages, lookup.paths);
  const sharedPages = chooseSample(rules.generator === 'antora' ? pages : [], MAX_SAMPLE_PAGES);
  const isShared = sharedPages.some((page) =>
    listXrefs(read(page) ?? '').some((id) => isInOtherRepository(rules, page, id, lookup)),
  );
  let failedCount = 0;
  let foundCount = 0;
  let hiddenCount = 0;
  let shownCount = 0;
  const markdownPages = pages.filter((path) => MARKDOWN_PATTERN.test(path));
  for (const page of chooseSample(markdownPages, MAX_SAMPLE_PAGES))
    for (const link of listRootLinks(read(page) ?? '')) {
      const target = rules.locate(page, { kind: 'url', target: link }, lookup);
      if (target && 'path' in target) {
        foundCount += 1;
        const hasHidden = removeHiddenSegments(target.path) !== target.path;
        if (hasHidden && removeHiddenSegments(link) === link) hiddenCount += 1;
        else if (hasHidden) shownCount += 1;
      } else if (target && 'problem' in target && isInAreas(areas, getLocalPath(rules, splitTarget(link).path)))
        failedCount += 1;
    }
  return {
    areas,
    isUnfit: isShared || isShareAbove(failedCount, failedCount + foundCount, MAX_FAILED_SHARE),
    hidesPrefixes: hiddenCount >= MIN_HIDDEN_PREFIXES && hiddenCount > shownCount,
  };
}

/** Returns the AsciiDoc cross references to pages of the component of a document. */
function listXrefs(text: string): string[] {
  return [...text.matchAll(/xref:([\w-]+:[\w./-]{1,300}\.adoc)[#[]/g)].map(([, id = '']) => id);
}

function isInOtherRepository(rules: Rules, page: string, target: string, lookup: Lookup): boolean {
  const located = rules.locate(page, { kind: 'xref', target }, lookup);
  return located !== undefined && 'unchecked' in located;
}

/** Returns a URL path without the prefix of the site. */
export function getLocalPath({ linkBase = '' }: Rules, path: string): string {
  return linkBase !== '' && path.startsWith(`${linkBase}/`) ? path.slice(linkBase.length) : path;
}
