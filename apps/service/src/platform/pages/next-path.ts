const MAX_LENGTH = 4_096;
/** Path of the default page after a sign-in. */
export const HOME = '/projects';

/**
 * Returns the path and query of a page of this service; undefined for every other text, so that a form or a link cannot redirect a browser to another site.
 */
export function parseOwnPath(text: string | undefined, origin: string): string | undefined {
  // Browsers treat a backslash as a slash, and remove tabs and line breaks.
  if (text === undefined || text.length > MAX_LENGTH || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return undefined;
  const url = URL.canParse(text, origin) ? new URL(text, origin) : undefined;
  return url?.origin === origin && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : undefined;
}

/** Returns the page that opens after a sign-in: the requested one, or the list of projects. */
export function parseNextPath(text: string | undefined, origin: string): string {
  const path = parseOwnPath(text, origin);
  return path === undefined || /^\/sign-(?:in|out)\b/.test(path) ? HOME : path;
}

/** Returns the path of the sign-in page that redirects back to a page after the sign-in. */
export function formatSignInPath(next: string): string {
  return next === HOME ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`;
}
