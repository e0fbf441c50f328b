import { HOME_PATH } from './navigation.ts';
import { PORTAL_MARK } from './page-links.ts';

/** Matches the mark of the portal with the path that follows. */
const LINK_PATTERN = new RegExp(`${PORTAL_MARK}([^"#?]*)`, 'g');

/** Replaces the mark of the portal in links with its address, and the paths of files with theirs. The home page has no path. */
export function resolveMarks(html: string, base: string, assets: ReadonlyMap<string, string>): string {
  return html.replaceAll(LINK_PATTERN, (_link, path: string) => {
    if (path === `/${HOME_PATH}`) return base || '/';
    return assets.get(decodePath(path.slice(1))) ?? `${base}${path}`;
  });
}

/** Returns a path without escapes, or as it is if they are invalid. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
