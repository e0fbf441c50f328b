import { EXTENSIONS } from '@context-sync/chunker';
import { configPathsAround } from '@context-sync/site';
import type { References } from '@context-sync/sync';
import { hasReferences } from '@context-sync/sync';
import type { Git } from '../git/git.ts';
import type { RepositoryTree } from './repository-tree.ts';

/** What was at a path that documents depend on: the start of a blob's ID, `folder`, or empty for nothing. */
export type OutsideFiles = Readonly<Record<string, string>>;

const ID_LENGTH = 16;
const FOLDER = 'folder';

/** Returns the paths at which something else is now. */
export function changedOutside(outside: OutsideFiles, tree: RepositoryTree): string[] {
  return Object.keys(outside).filter((path) => outside[path] !== valueIn(tree, path));
}

/**
 * Whether the same is at all paths in a commit, and no configuration of a site generator was added around the docs folder.
 * @throws GitError
 */
export async function isSameOutside(git: Git, commit: string, docs: string, outside: OutsideFiles): Promise<boolean> {
  // Configuration files that existed are recorded.
  const paths = [...new Set([...Object.keys(outside), ...configPathsAround(docs)])];
  if (paths.length === 0) return true;
  const found = await git.resolvePaths(commit, paths);
  return paths.every((path, index) => (outside[path] ?? '') === entryValue(found[index]));
}

/**
 * Returns what is at the paths that documents depend on, apart from the documents themselves, whose changes are known without it.
 * @param references the changed references, which may begin or end that something depends on a path
 * @param config paths of configuration files, which all documents depend on
 */
export function nextOutside(
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
  // Such a page or folder can only be created together with a document.
  const comesWithDocument = (path: string) =>
    path.startsWith(start) && tree.blob(path) === undefined && hasDocumentExtension(path);
  const kept = [...paths].filter((path) => !isDocument(path) && !comesWithDocument(path));
  return Object.fromEntries(kept.sort().map((path) => [path, valueIn(tree, path)]));
}

function hasDocumentExtension(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return !name.includes('.') || EXTENSIONS.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
}

function valueIn(tree: RepositoryTree, path: string): string {
  return tree.id(path)?.slice(0, ID_LENGTH) ?? (tree.isFolder(path) ? FOLDER : '');
}

function entryValue(found: { readonly id: string; readonly type: string } | undefined): string {
  if (found?.type === 'blob') return found.id.slice(0, ID_LENGTH);
  return found?.type === 'tree' ? FOLDER : '';
}
