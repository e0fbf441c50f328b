const MAX_NEXT_LENGTH = 4_096;
/** The page after a sign-in, if the member asked for no other. */
export const HOME = '/projects';

/**
 * Returns the path and query of an own page to which a browser may be redirected; the list of projects for every other text, so that a link to the
 * sign-in page cannot lead to another site.
 */
export function parseNextPath(text: string | undefined, origin: string): string {
  // Browsers treat a backslash as a slash, and remove tabs and line breaks.
  if (text === undefined || text.length > MAX_NEXT_LENGTH || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return HOME;
  const url = URL.canParse(text, origin) ? new URL(text, origin) : undefined;
  if (url?.origin !== origin || url.pathname.startsWith('//') || /^\/sign-(?:in|out)\b/.test(url.pathname)) return HOME;
  return `${url.pathname}${url.search}`;
}

/** Returns the path of the sign-in page, after which the browser returns to a page. */
export function formatSignInPath(next: string): string {
  return next === HOME ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`;
}
