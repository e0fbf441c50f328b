import { getPathInside, joinPath, listFoldersAbove } from './repository-paths.ts';

/** File with the paths that git ignores. */
export const IGNORE_FILE = '.gitignore';

/** Matches a character of a pattern, or a group of characters, that has a meaning of its own. */
const SPECIAL = /\\(.)|\*\*\/|\/\*\*$|\*+|\?|\[([!^]?)((?:\\.|[^\]\\])+)\]|[\\^$.+|(){}[\]]/g;

/** Maximum number of stars of a pattern. Lines with more are ignored, because they can take long to compare. */
const MAX_STARS = 8;

/** A line of a file with the paths that git ignores. */
interface IgnoreLine {
  readonly pattern: RegExp;
  readonly isException: boolean;
}

/**
 * Returns whether a text in the format of `.gitignore` matches a path, or a folder above it.
 * @param path path relative to the folder of the text. It can be the path of a folder.
 */
export function isIgnored(path: string, text: string): boolean {
  const lines = parseLines(text);
  for (let end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
    const isWhole = end < 0;
    const part = isWhole ? path : path.slice(0, end);
    const line = lines.findLast(({ pattern }) => pattern.test(part));
    if (line?.isException === false) return true;
    if (isWhole) return false;
  }
}

/** Files of a commit. */
interface ListedFiles {
  isFile(path: string): boolean;
  read(path: string): string | undefined;
}

/** Returns whether a `.gitignore` in a folder above the path matches it. */
export function isIgnoredFile(path: string, { isFile, read }: ListedFiles): boolean {
  return listFoldersAbove(path).some((folder) => {
    const ignoreFile = joinPath(folder, IGNORE_FILE);
    return isFile(ignoreFile) && isIgnored(getPathInside(folder, path) ?? '', read(ignoreFile) ?? '');
  });
}

/** Returns whether a path is below a submodule or a symbolic link, whose files no commit lists. */
export function isBelowEntry(path: string, { isFile }: Pick<ListedFiles, 'isFile'>): boolean {
  return listFoldersAbove(path).some((folder) => folder !== '' && isFile(folder));
}

/** The lines of the text that was parsed last. Most questions in a row concern the same file. */
let parsed: { readonly text: string; readonly lines: readonly IgnoreLine[] } = { text: '', lines: [] };

function parseLines(text: string): readonly IgnoreLine[] {
  if (parsed.text !== text) parsed = { text, lines: text.split('\n').flatMap(parseLine) };
  return parsed.lines;
}

function parseLine(line: string): IgnoreLine[] {
  const written = line.replace(/\s+$/, '');
  if (written === '' || written.startsWith('#') || written.split('*').length > MAX_STARS) return [];
  const isException = written.startsWith('!');
  const name = isException ? written.slice(1) : written;
  const body = name.replace(/^\//, '').replace(/\/+$/, '');
  if (body === '') return [];
  // A pattern with a slash in front of its end is relative to the folder of the file. Any other pattern matches in all folders.
  const isAnchored = name.replace(/\/+$/, '').includes('/');
  const source = body.replaceAll(SPECIAL, (found, escaped?: string, negation?: string, set?: string) => {
    if (escaped !== undefined) return escapeText(escaped);
    if (set !== undefined) return `[${negation ? '^' : ''}${set.replaceAll(/[[\]]/g, String.raw`\$&`)}]`;
    if (found === '**/') return '(?:.*/)?';
    if (found === '/**') return '/.*';
    if (found === '?') return '[^/]';
    return found.startsWith('*') ? '[^/]*' : escapeText(found);
  });
  try {
    return [{ pattern: new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${source}$`), isException }];
  } catch {
    return [];
  }
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\^$.*+?|(){}[\]]/g, String.raw`\$&`);
}
