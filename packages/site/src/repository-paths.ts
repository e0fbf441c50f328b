/** Folder of a path, without slash; empty for the root. */
export function getFolder(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** Joins two paths; an empty one is left out. */
export function joinPath(folder: string, path: string): string {
  return folder === '' ? path : path === '' ? folder : `${folder}/${path}`;
}

/** Resolves `.` and `..` of a path counted from a folder; undefined if it leaves the repository. */
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

/** The part of a path below a folder; undefined if it is not in it. */
export function pathInside(folder: string, path: string): string | undefined {
  if (folder === '') return path;
  if (path === folder) return '';
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}

/** Decodes percent escapes; text that is not valid stays as it is. */
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

/** A link's target split at its query and fragment. */
export interface SplitTarget {
  /** The path without query and fragment, with percent escapes decoded. */
  readonly path: string;
  /** The query with its question mark, or empty. */
  readonly query: string;
  /** Undefined if there is none. */
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

/** Whether a target has a scheme or a host, so that it leaves the repository. */
export function isExternal(target: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(target) || target.startsWith('//');
}
