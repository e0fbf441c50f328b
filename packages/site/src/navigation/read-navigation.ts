import type { PageMetadata } from '../facts/page-metadata.ts';
import type { Rules } from '../generator-rules.ts';
import type { Lookup } from '../reference-lookup.ts';
import type { SiteEntry } from './navigated-site.ts';
import { readSiteNavigation } from './site-navigation.ts';

/** The files of a repository, and the rules of the site to which each file belongs. */
interface RuledFiles extends Lookup {
  getRules(path: string): Rules;
  read(path: string): string | undefined;
}

/**
 * Returns the navigation of all sites to which documents belong. The site with the most documents comes first.
 * @param documents documents that are pages, with their metadata
 * @param root the docs folder
 */
export function readNavigation(
  documents: ReadonlyMap<string, PageMetadata>,
  files: RuledFiles,
  root: string,
): readonly SiteEntry[] {
  const sortedDocuments = [...documents].sort(([a], [b]) => (a < b ? -1 : 1));
  const sites = [...Map.groupBy(sortedDocuments, ([path]) => files.getRules(path))];
  const isPlain = ({ generator }: Rules) => generator === 'plain';
  return sites
    .toSorted(([a, ofA], [b, ofB]) => Number(isPlain(a)) - Number(isPlain(b)) || ofB.length - ofA.length)
    .filter(([rules]) => sites.length === 1 || !isPlain(rules))
    .flatMap(([rules, pages]) =>
      readSiteNavigation({ rules, documents: new Map(pages), lookup: files, read: (path) => files.read(path), root }),
    );
}
