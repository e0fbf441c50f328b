/** Returns the folder of a path, without a trailing slash; empty for the root. */
export function getFolder(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** Joins two paths. Omits an empty path. */
export function joinPath(folder: string, path: string): string {
  return folder === '' ? path : path === '' ? folder : `${folder}/${path}`;
}

/** Resolves `.` and `..` of a path relative to a folder. Returns undefined if the result is outside of the repository. */
export function resolvePath(folder: string, path: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.length === 0) return undefined;
      parts.pop();
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** Resolves a path that leaves the repository and enters it again by the name of its folder, such as `../../api/examples/a.py` in `octo/api`. */
export function resolveInCheckout(folder: string, target: string, repositoryUrl = ''): string | undefined {
  const name = /^https?:\/\/[^/]+\/(?:[^/]+\/)+?([^/]+)\/(?:-\/)?(?:blob|src|tree)\//.exec(repositoryUrl)?.[1];
  const path = name === undefined ? undefined : resolvePath(`${name}/${folder}`, target);
  return path?.startsWith(`${name}/`) ? path.slice(`${name}/`.length) : undefined;
}

/** Returns the part of a path below a folder; undefined if the path is not in the folder. */
export function getPathInside(folder: string, path: string): string | undefined {
  if (folder === '') return path;
  if (path === folder) return '';
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}

/** Decodes percent escapes. Returns the text unchanged if an escape is invalid. */
export function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Target of a link, split into path, query and fragment. */
export interface SplitTarget {
  /** The path without query and fragment, with percent escapes decoded. */
  readonly path: string;
  /** Query with its question mark; empty if there is none. */
  readonly query: string;
  /** Fragment without `#`; undefined if there is none. */
  readonly fragment: string | undefined;
}

export function splitTarget(target: string): SplitTarget {
  const hash = target.indexOf('#');
  const pathPart = hash < 0 ? target : target.slice(0, hash);
  const question = pathPart.indexOf('?');
  return {
    path: decodePath(question < 0 ? pathPart : pathPart.slice(0, question)),
    query: question < 0 ? '' : pathPart.slice(question),
    fragment: hash < 0 ? undefined : decodePath(target.slice(hash + 1)),
  };
}

/**
 * Returns whether a target has a scheme or a host, so that it is outside of the repository. The schemes of DocFX and MyST are not external, because they refer
 * to pages and labels.
 */
export function isExternal(target: string): boolean {
  return /^(?!(?:xref|project|path|inv):)[a-z][a-z\d+.-]*:/i.test(target) || target.startsWith('//');
}

/** Returns all folders of the paths, the root included. */
export function getFolders(paths: ReadonlySet<string>): ReadonlySet<string> {
  const folders = new Set<string>(['']);
  for (const path of paths) {
    for (let folder = getFolder(path); folder !== '' && !folders.has(folder); folder = getFolder(folder))
      folders.add(folder);
  }
  return folders;
}

/** Returns the folders above a path, innermost first. The last one is the root. */
export function listFoldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = path; folder !== ''; ) {
    folder = getFolder(folder);
    folders.push(folder);
  }
  return folders;
}

/** Percent-encodes characters that would end the URL or the Markdown link. Other punctuation of anchors stays readable. */
export function encodeFragment(anchor: string): string {
  return encodeURIComponent(anchor).replaceAll(/%(?:3A|2F|40|24|2C|3B|3D|2B)/gi, (code) => decodeURIComponent(code));
}

/** Returns a URL with a slash at its end. */
export function addTrailingSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}
