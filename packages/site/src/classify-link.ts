import { hasAddress } from './evidence/address-rules.ts';
import type { BuildEvidence } from './evidence/build-evidence.ts';
import type { Rules, Target } from './generator-rules.ts';
import { resolveAddress } from './generators/page-site-rules.ts';
import { getFolder, getPathInside, resolvePath, splitTarget } from './repository-paths.ts';
import { isFileAddress, isInAreas, isInSections } from './site-areas.ts';
import { getLocalPath, type SiteFit } from './site-fit.ts';
import { listPlaces } from './site-sources.ts';
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
  /** What the build of the site adds to the repository. */
  readonly evidence: BuildEvidence;
  /** Returns how well the rules match the site. Called only if the result depends on it. */
  fit(): SiteFit;
  /** Returns whether the repository contains a folder. */
  isFolder(path: string): boolean;
  /** Returns whether a file can exist although the commit does not list it: git ignores it, or it is in a submodule or below a symbolic link. */
  isGenerated(path: string): boolean;
}

type Outcome = Extract<Target, { problem: string } | { unchecked: UncheckedReason }>;

/** Decides whether a link whose target was not found is broken or unchecked. A link is broken only if the rules cover the page and the kind of target. */
export function classifyMissing(target: string, problem: string, page: LinkedPage, site: SiteFacts): Outcome {
  const { rules, evidence, isFolder, isGenerated } = site;
  const { path } = splitTarget(target);
  const isRoot = path.startsWith('/');
  const file = isRoot ? undefined : resolvePath(getFolder(page.path), path);
  // A relative path above the folder of the site refers to the website around it, or to a file outside of the repository.
  const isAbove = !isRoot && (file === undefined || getPathInside(rules.folder, file) === undefined);
  if (isAbove && rules.generator !== 'plain')
    return { unchecked: isPage(path, page, rules) ? UNCHECKED_REASONS.website : UNCHECKED_REASONS.above };
  if (file !== undefined && isGenerated(file)) return { unchecked: UNCHECKED_REASONS.generated };
  if (evidence.changesLinks) return { unchecked: UNCHECKED_REASONS.changed };
  if (!isRoot && WRITTEN_FILE.test(path)) {
    const isInMissingFolder = evidence.addsPages && file !== undefined && !isFolder(getFolder(file));
    return isInMissingFolder ? { unchecked: UNCHECKED_REASONS.folder } : { problem };
  }
  if (rules.generator === 'plain') return { unchecked: isRoot ? UNCHECKED_REASONS.root : UNCHECKED_REASONS.relative };
  if (GENERATED_FILE.test(path)) return { unchecked: UNCHECKED_REASONS.generated };
  const address = isRoot ? path : page.address === undefined ? undefined : resolveAddress(path, page.address);
  if (address !== undefined && hasAddress(evidence.redirects, address))
    return { unchecked: UNCHECKED_REASONS.redirect };
  if (address !== undefined && hasAddress(evidence.named, address)) return { unchecked: UNCHECKED_REASONS.generated };
  if (/\.html?$/i.test(path) && page.address?.endsWith('.html') !== true)
    return { unchecked: UNCHECKED_REASONS.outside };
  if (address === undefined) return { unchecked: UNCHECKED_REASONS.outside };
  return classifyAddress(getLocalPath(rules, address), problem, site);
}

function classifyAddress(
  address: string,
  problem: string,
  { rules, evidence, fit, isFolder, isGenerated }: SiteFacts,
): Outcome {
  const { areas, isUnfit } = fit();
  const isOutside = !isInAreas(areas, address);
  if (isFileAddress(address)) {
    const files = (rules.assets ?? []).flatMap((folder) => resolvePath(folder, address.replace(/^\//, '')) ?? []);
    if (files.some(isGenerated)) return { unchecked: UNCHECKED_REASONS.generated };
    if (isOutside) return { unchecked: UNCHECKED_REASONS.outside };
  } else {
    const places = listPlaces(areas.sources, address);
    if (places.some(({ path }) => isGenerated(path))) return { unchecked: UNCHECKED_REASONS.generated };
    const hasFolder = places.some(({ folder }) => isFolder(folder));
    if (isOutside || (!hasFolder && !isInSections(areas, address))) return { unchecked: UNCHECKED_REASONS.outside };
    if (places.some(({ path }) => isFolder(path))) return { unchecked: UNCHECKED_REASONS.index };
    if (!hasFolder && evidence.addsPages) return { unchecked: UNCHECKED_REASONS.folder };
  }
  return isUnfit ? { unchecked: UNCHECKED_REASONS.unfit } : { problem };
}

/** Returns whether a path above the folder of the site is the URL path of a page. mdBook replaces `.md` in all relative links with `.html`. */
function isPage(path: string, { address }: LinkedPage, { generator }: Rules): boolean {
  if (address === undefined) return false;
  return /\.html?$|\/$|(?:^|\/)[^./]+$/i.test(path) || (generator === 'mdbook' && /\.md$/i.test(path));
}
