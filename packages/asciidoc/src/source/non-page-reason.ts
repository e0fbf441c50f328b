import type { ReadContext } from '@context-sync/reading';

/** Files of an Antora module that are not pages: https://docs.antora.org/antora/latest/family-directories/ */
const NAVIGATION_PATTERN = /(?:^|\/)modules\/[^/]+\/(?:nav[^/]*|[^/]+\/nav(?:-[^/]*)?)\.(?:adoc|asciidoc)$/;
/** Navigation files of a component that are outside of its modules. */
const NAVIGATION_NAME = /(?:^|\/)nav(?:-[^/]*)?\.(?:adoc|asciidoc)$/;
const PART_PATTERN = /(?:^|\/)modules\/[^/]+\/(?:partials|examples|pages\/(?:[^/]+\/)*_[^/]+)\//;

/** Matches a redirect item: a list item that contains only a reference whose text is an id. */
const REDIRECT_PATTERN = /^\*+ xref:[^[\]]+\[#[^\]]*\]$/;

/** Minimum number of redirect items on a page that is treated as a list of redirects. */
const MIN_REDIRECTS = 3;

/** A file name pattern by which Asciidoctor and Antora mark partial pages. */
const UNDERSCORE_PATTERN = /(?:^|\/)_[^/]+$/;

/** Returns why a file is not a page: it is navigation, a part of other pages, or a list of old addresses. Undefined for a page. */
export function findNonPageReason({ path, site }: ReadContext, text: string): string | undefined {
  if (NAVIGATION_PATTERN.test(path) || (NAVIGATION_NAME.test(path) && isNavigation(text)))
    return 'it is a navigation file of Antora';
  // Without a site, the pages that include a part do not contain its text.
  if (PART_PATTERN.test(path) || (UNDERSCORE_PATTERN.test(path) && site?.isIncluded(path)))
    return 'it is a part that other pages include';
  return isRedirectList(text) ? 'it only redirects old URLs' : undefined;
}

function isNavigation(text: string): boolean {
  return text.split('\n').every((line) => /^(?:\s*$|\*+ |\.\S|\/\/|:|\[|(?:include|ifdef|ifndef|endif)::)/.test(line));
}

function isRedirectList(text: string): boolean {
  let items = 0;
  for (const line of text.split('\n')) {
    if (REDIRECT_PATTERN.test(line.trimEnd())) items += 1;
    else if (line.startsWith('*') || (line.trim() !== '' && !/^(?:= |:|\/\/|\[)/.test(line))) return false;
  }
  return items >= MIN_REDIRECTS;
}
