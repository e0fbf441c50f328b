import type { Git, TreeEntry } from '../git/git.ts';

const SYMBOLIC_LINK = '120000';
const SUBMODULE = '160000';

/** All files of a commit. */
export class RepositoryTree {
  readonly paths: ReadonlySet<string>;
  readonly #entries: ReadonlyMap<string, TreeEntry>;
  #folders: ReadonlySet<string> | undefined;

  private constructor(entries: ReadonlyMap<string, TreeEntry>) {
    this.#entries = entries;
    this.paths = new Set(entries.keys());
  }

  /**
   * Reads the list of files in a commit.
   * @throws GitError
   */
  static async read(git: Git, commit: string): Promise<RepositoryTree> {
    const entries = await git.list(commit, false);
    return new RepositoryTree(new Map(entries.map((entry) => [entry.path, entry])));
  }

  /** Returns the blob ID of a file or symbolic link; undefined if the path does not exist. */
  id(path: string): string | undefined {
    const entry = this.#entries.get(path);
    return entry?.mode === SUBMODULE ? undefined : entry?.id;
  }

  /** Returns the blob ID of a file; undefined for other paths and for symbolic links, whose text is only a path. */
  blob(path: string): string | undefined {
    return this.isSymbolicLink(path) ? undefined : this.id(path);
  }

  isSymbolicLink(path: string): boolean {
    return this.#entries.get(path)?.mode === SYMBOLIC_LINK;
  }

  isFolder(path: string): boolean {
    this.#folders ??= new Set([...this.paths].flatMap(getFolders));
    return this.#folders.has(path);
  }
}

/** Returns the folders that contain a path, innermost first, without the root. */
export function getFolders(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) folders.push(path.slice(0, end));
  return folders;
}
