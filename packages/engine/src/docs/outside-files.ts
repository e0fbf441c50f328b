import { EXTENSIONS } from '@context-sync/chunker';
import { listConfigPaths } from '@context-sync/site';
import type { References } from '@context-sync/sync';
import { hasReferences } from '@context-sync/sync';
import type { Git } from '../git/git.ts';
import type { RepositoryTree } from './repository-tree.ts';

/**
 * Paths that documents depend on, with the recorded value of each: the start of the blob ID of a file, `folder` for a folder, or an empty string if
 * the path did not exist.
 */
export type OutsideFiles = Readonly<Record<string, string>>;

const ID_LENGTH = 16;
const FOLDER_ENTRY = 'folder';

/** Returns the paths whose file or folder differs from the recorded one. */
export function findChangedOutside(outside: OutsideFiles, tree: RepositoryTree): string[] {
  return Object.keys(outside).filter((path) => outside[path] !== getEntryValue(tree, path));
}

/**
 * Returns whether a commit has the same files and folders at all recorded paths and no new configuration file of a site generator for the docs folder.
 * @throws GitError
 */
export async function isSameOutside(
  git: Git,
  commit: string,
  docs: string,
  outsideFiles: OutsideFiles,
): Promise<boolean> {
  // The recorded paths already include the configuration files that existed.
  const paths = [...new Set([...Object.keys(outsideFiles), ...listConfigPaths(docs)])];
  if (paths.length === 0) return true;
  const resolvedPaths = await git.resolvePaths(commit, paths);
  return paths.every((path, index) => (outsideFiles[path] ?? '') === formatEntryValue(resolvedPaths[index]));
}

/**
 * Returns the files and folders to record for the paths that documents depend on. Documents are omitted, because their records show their changes.
 * @param references the changed references, which can add or remove paths that documents depend on
 * @param config paths of configuration files, which all documents depend on
 */
export function updateOutsideFiles(
  before: OutsideFiles,
  references: ReadonlyMap<string, References>,
  config: readonly string[],
  { tree, docs, isDocument }: { tree: RepositoryTree; docs: string; isDocument: (path: string) => boolean },
): OutsideFiles {
  const paths = new Set(Object.keys(before));
  for (const [path, each] of references) {
    if (path === '' || path.startsWith('name:')) continue;
    if (hasReferences(each)) paths.add(path);
    else paths.delete(path);
  }
  for (const path of config) paths.add(path);
  const start = docs === '' ? '' : `${docs}/`;
  // A page or folder can be created at such a path only together with a new document, whose record shows the change.
  const belongsToDocument = (path: string) =>
    path.startsWith(start) && tree.blob(path) === undefined && hasDocumentExtension(path);
  const outsidePaths = [...paths].filter((path) => !isDocument(path) && !belongsToDocument(path));
  return Object.fromEntries(outsidePaths.sort().map((path) => [path, getEntryValue(tree, path)]));
}

/** Returns the entries to record for paths outside of the docs folder. */
export function createOutsideEntries(paths: readonly string[], docs: string, tree: RepositoryTree): OutsideFiles {
  const start = docs === '' ? '' : `${docs}/`;
  return Object.fromEntries(
    paths.flatMap((path) => (path.startsWith(start) ? [] : [[path, getEntryValue(tree, path)] as const])),
  );
}

function hasDocumentExtension(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return !name.includes('.') || EXTENSIONS.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
}

function getEntryValue(tree: RepositoryTree, path: string): string {
  return tree.id(path)?.slice(0, ID_LENGTH) ?? (tree.isFolder(path) ? FOLDER_ENTRY : '');
}

function formatEntryValue(found: { readonly id: string; readonly type: string } | undefined): string {
  if (found?.type === 'blob') return found.id.slice(0, ID_LENGTH);
  return found?.type === 'tree' ? FOLDER_ENTRY : '';
}
