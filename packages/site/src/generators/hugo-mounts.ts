import { getText, getValue, listAt } from '../config/config-values.ts';
import type { ConfigFiles } from '../generator-rules.ts';
import { getFolders, getPathInside, joinPath, resolvePath } from '../repository-paths.ts';

/** A folder or file that is published below a content path. */
export interface Mount {
  readonly source: string;
  /** Path below the content root, without leading and trailing slashes. */
  readonly target: string;
  /** Language with a URL prefix; empty for the default language. */
  readonly language: string;
}

/** URL path of a page or file whose source is not in the repository. */
export interface MissingPath {
  readonly address: string;
  /** Whether the source is a folder, so that the URL paths below it are missing as well. */
  readonly isFolder: boolean;
}

const PAGE_END = /(?:\/?_?index)?\.(?:md|markdown|html?|adoc|asciidoc|rst)$/i;

/**
 * Returns all mounts of the configuration. Their targets begin with the name of a folder of Hugo, such as `content`.
 * @param getCode returns the URL prefix of a language
 */
export function readMounts(module: unknown, folder: string, getCode: (code: string) => string): Mount[] {
  return listAt(module, 'mounts').flatMap((mount) => {
    const source = resolvePath(folder, getText(mount, 'source') ?? '');
    const target = (getText(mount, 'target') ?? '').replaceAll(/^\/|\/$/g, '');
    const [matrixCode] = listAt(getValue(getValue(mount, 'sites'), 'matrix'), 'languages');
    const code = getText(mount, 'lang') ?? matrixCode;
    return source === undefined ? [] : [{ source, target, language: typeof code === 'string' ? getCode(code) : '' }];
  });
}

/** Returns the mounts below one of the folders. Their targets are relative to it. */
export function listMountsAt(mounts: readonly Mount[], folders: readonly string[]): Mount[] {
  return mounts.flatMap((mount) => {
    const target = folders
      .map((folder) => getPathInside(folder, mount.target))
      .find((innerPath) => innerPath !== undefined);
    return target === undefined ? [] : [{ ...mount, target }];
  });
}

/** Sorts the mounts so that the first mount that contains a file determines its URL. A file can be mounted for several languages. */
export function sortMounts(mounts: readonly Mount[], defaultLanguage: string): Mount[] {
  const isOther = ({ language }: Mount) => Number(language !== '' && language !== defaultLanguage);
  return mounts.toSorted((a, b) => isOther(a) - isOther(b) || b.source.length - a.source.length);
}

/** Returns the URL paths of the mounts whose sources are not in the repository, because a build creates or fetches them. */
export function listMissingPaths(mounts: readonly Mount[], { paths }: ConfigFiles): MissingPath[] {
  if (mounts.length === 0) return [];
  const folders = getFolders(paths);
  return mounts.flatMap(({ source, target }) => {
    const isNamedFile = /\.[a-z\d]+$/i.test(target);
    // The path of a submodule is an entry of the commit as well, but its files are not.
    if (folders.has(source) || (isNamedFile && paths.has(source))) return [];
    return [{ address: `/${target.replace(PAGE_END, '')}`, isFolder: !isNamedFile }];
  });
}

/** Returns a mount for each folder that is named after a language. Sites with mounts that a script generates have such folders. */
export function guessLanguageMounts(
  content: string,
  languages: readonly (readonly [string, unknown])[],
  { paths }: ConfigFiles,
  getCode: (code: string) => string,
): Mount[] {
  if (languages.length === 0) return [];
  const folders = new Set<string>();
  for (const path of paths) folders.add(getPathInside(content, path)?.split('/', 1)[0] ?? '');
  const codes = languages.map(([code]) => code).filter((code) => folders.has(code));
  return codes.map((code) => ({ source: joinPath(content, code), target: '', language: getCode(code) }));
}

export function hasFileIn({ paths }: ConfigFiles, mounts: readonly Mount[]): boolean {
  for (const path of paths) if (mounts.some(({ source }) => getPathInside(source, path) !== undefined)) return true;
  return false;
}
