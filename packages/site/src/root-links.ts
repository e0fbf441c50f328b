/** Maximum number of pages of a site whose links are examined, regardless of the size of the site. */
export const MAX_SAMPLE_PAGES = 24;
/** Minimum number of links that allow a conclusion. */
const MIN_LINKS = 12;
const MAX_PAGE_LENGTH = 200_000;

const FENCED_CODE = /^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t>]*\1|$(?![\s\S]))/gm;
const ROOT_LINK = /\]\(\s*<?(\/(?!\/)[^\s)<>"'{}]{0,500})|(?:href|src|to)=["'](\/(?!\/)[^"'\s{}]{0,500})["']/g;

/** Returns the destinations in Markdown outside of code blocks that begin with a slash. */
export function listRootLinks(text: string): string[] {
  if (text.length > MAX_PAGE_LENGTH || !/[("']\//.test(text)) return [];
  return [...text.replaceAll(FENCED_CODE, '').matchAll(ROOT_LINK)].map(([, link, attribute = '']) => link ?? attribute);
}

/** Returns whether `part` is more than `share` of all links; false if there are too few links for a conclusion. */
export function isShareAbove(part: number, all: number, share: number): boolean {
  return all >= MIN_LINKS && part > share * all;
}
