import type { Rules, Target } from './generator-rules.ts';
import { resolveAddress } from './generators/page-site-rules.ts';
import { getFolder, getPathInside, joinPath, resolvePath, splitTarget } from './repository-paths.ts';
import { isInAreas } from './site-areas.ts';
import { getLocalPath, type SiteFit } from './site-fit.ts';
import { UNCHECKED_REASONS, type UncheckedReason } from './unchecked-reasons.ts';

/** Matches files that authors write. Builds create files with other extensions, such as `.html`. */
const WRITTEN_FILE =
  /\.(?:mdx?|markdown|mkd|mdown|qmd|mdoc|rst|adoc|asciidoc|ipynb|png|jpe?g|gif|svg|webp|avif|ico|py|rs|go|java|kt|cs|rb|php|c|h|cc|cpp|sh|tsx?|jsx?)$/i;

/** Matches files that generators create, such as feeds. */
const GENERATED_FILE =
  /(?:^|\/)(?:sitemap[\w-]*\.xml|(?:feed|atom|rss|index)\.(?:xml|json)|llms(?:-full)?\.txt|robots\.txt)$/i;

/** Facts of the page with the link. */
interface LinkedPage {
  readonly path: string;
  /** URL path of the page; undefined if the page is not published. */
  readonly address: string | undefined;
}

/** The site of the page with the link. */
interface SiteFacts {
  readonly rules: Rules;
  /** Returns how well the rules match the site. Called only if the result depends on it. */
  fit(): SiteFit;
  /** Returns whether the repository contains a file. */
  isFile(path: string): boolean;
  /** Returns whether git ignores the file, which means that the build creates it. */
  isGenerated(path: string): boolean;
}

/** Decides whether a link whose target was not found is broken or unchecked. A link is broken only if the rules cover the page and the kind of target. */
export function classifyMissing(
  target: string,
  problem: string,
  page: LinkedPage,
  { rules, fit, isFile, isGenerated }: SiteFacts,
): Extract<Target, { problem: string } | { unchecked: UncheckedReason }> {
  const { path } = splitTarget(target);
  const isRoot = path.startsWith('/');
  const file = isRoot ? undefined : resolvePath(getFolder(page.path), path);
  // A relative path above the folder of the site refers to the website around it, or to a file outside of the repository.
  const isAbove = !isRoot && (file === undefined || getPathInside(rules.folder, file) === undefined);
  if (isAbove && rules.generator !== 'plain')
    return { unchecked: isPage(path, page, rules) ? UNCHECKED_REASONS.website : UNCHECKED_REASONS.above };
  // A folder with its own `.gitignore` contains files that the build creates.
  if (file !== undefined && (isFile(joinPath(getFolder(file), '.gitignore')) || isGenerated(file)))
    return { unchecked: UNCHECKED_REASONS.generated };
  if (!isRoot && WRITTEN_FILE.test(path)) return { problem };
  if (rules.generator === 'plain') return { unchecked: isRoot ? UNCHECKED_REASONS.root : UNCHECKED_REASONS.relative };
  if (GENERATED_FILE.test(path)) return { unchecked: UNCHECKED_REASONS.generated };
  if (/\.html?$/i.test(path) && page.address?.endsWith('.html') !== true)
    return { unchecked: UNCHECKED_REASONS.outside };
  const address = isRoot ? path : page.address === undefined ? undefined : resolveAddress(path, page.address);
  if (address === undefined) return { unchecked: UNCHECKED_REASONS.outside };
  const { areas, isUnfit } = fit();
  if (!isInAreas(areas, getLocalPath(rules, address))) return { unchecked: UNCHECKED_REASONS.outside };
  return isUnfit ? { unchecked: UNCHECKED_REASONS.unfit } : { problem };
}

/** Returns whether a path above the folder of the site is the URL path of a page. mdBook replaces `.md` in all relative links with `.html`. */
function isPage(path: string, { address }: LinkedPage, { generator }: Rules): boolean {
  if (address === undefined) return false;
  return /\.html?$|\/$|(?:^|\/)[^./]+$/i.test(path) || (generator === 'mdbook' && /\.md$/i.test(path));
}
