/** File with the paths that git ignores. */
export const IGNORE_FILE = '.gitignore';

/** Matches lines that are comments, exceptions or patterns with wildcards. */
const UNREAD_LINE = /^(?:$|[#!])|[*?[\]\\]/;

/**
 * Returns whether a text in the format of `.gitignore` names a path, or a folder above it. Lines with wildcards are not read.
 * @param path path relative to the folder of the text
 */
export function isIgnored(path: string, text: string): boolean {
  return text.split('\n').some((line) => {
    const name = line.trim();
    if (UNREAD_LINE.test(name)) return false;
    const trimmedName = name.replace(/^\//, '').replace(/\/$/, '');
    const isAnchored = name.replace(/\/$/, '').includes('/');
    return (
      trimmedName !== '' &&
      (isAnchored ? `${path}/`.startsWith(`${trimmedName}/`) : `/${path}/`.includes(`/${trimmedName}/`))
    );
  });
}
