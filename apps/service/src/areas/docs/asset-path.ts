import { MAX_PATH_CHARS } from './store.ts';

const MAX_SEGMENTS = 12;

export const ASSET_PATH_RULE = `must have 1 to ${MAX_SEGMENTS} segments without "\\", control characters and "." or ".." as a segment, and at most ${MAX_PATH_CHARS} characters in all`;

/** Returns whether a text is a valid path of a file, such as `img/logo.png`. */
export function isAssetPath(path: string): boolean {
  const segments = path.split('/');
  return (
    path.length <= MAX_PATH_CHARS &&
    segments.length <= MAX_SEGMENTS &&
    path.isWellFormed() &&
    !/[\p{Cc}\\]/u.test(path) &&
    segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  );
}
