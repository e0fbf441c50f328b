import { HOME_PATH } from './navigation.ts';
import { PORTAL_MARK } from './page-links.ts';

/** Matches the placeholder of the portal with the path that follows. */
const LINK_PATTERN = new RegExp(`${PORTAL_MARK}([^"#?]*)`, 'g');

/** Replaces the placeholder of the portal in links with the portal's URL path, and the paths of files with the files' URLs. The home page has an empty path. */
export function resolveMarks(html: string, base: string, assets: ReadonlyMap<string, string>): string {
  return html.replaceAll(LINK_PATTERN, (_link, path: string) => {
    if (path === `/${HOME_PATH}`) return base || '/';
    return assets.get(decodePath(path.slice(1))) ?? `${base}${path}`;
  });
}

/** Decodes the percent-encoding of a path. Returns the path unchanged if its encoding is invalid. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
