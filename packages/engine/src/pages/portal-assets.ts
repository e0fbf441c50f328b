import { getFormatName } from '@context-sync/formats/extensions';
import { isLfsPointer } from '../docs/decode-document.ts';
import type { DocsWarning } from '../docs/docs-warning.ts';
import type { RepositoryTree } from '../docs/repository-tree.ts';
import type { Git } from '../git/git.ts';
import { MAX_ASSET_BYTES, MAX_ASSETS, MAX_ASSETS_BYTES, type PortalAsset } from './portal-content.ts';

const MAX_SEGMENTS = 12;
const MAX_PATH_CHARS = 160;
/**
 * Matches files that pages embed, such as images. They become assets no matter in which folder they are, because the repository's URL of such a file is an
 * HTML page.
 */
const SHOWN_FILE = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|apng)$/i;
/** Matches folders whose files generators publish unchanged. */
const SERVED_FOLDER = /(?:^|\/)(?:public|static|_static|assets|attachments)\//;
/** Maximum length of a file that is checked for a Git LFS pointer, in bytes. Pointers are shorter. */
const MAX_POINTER_BYTES = 1_024;

/** Collects the files that pages contain or link to. */
export class PortalAssets {
  readonly #tree: RepositoryTree;
  readonly #root: string;
  /** Paths in the portal by the path of the file. */
  readonly #paths = new Map<string, string>();
  /** The first page that refers to each file. */
  readonly #pages = new Map<string, string>();

  /** @param root the docs folder */
  constructor(tree: RepositoryTree, root: string) {
    this.#tree = tree;
    this.#root = root;
  }

  /** Adds a file to which a page refers. Returns its path in the portal; undefined if the portal does not contain the file. */
  add(file: string, page: string): string | undefined {
    const knownPath = this.#paths.get(file);
    if (knownPath !== undefined) return knownPath;
    const path = this.#isAsset(file) ? this.#createPath(file) : undefined;
    if (path === undefined) return undefined;
    this.#paths.set(file, path);
    this.#pages.set(file, page);
    return path;
  }

  #isAsset(file: string): boolean {
    if (this.#tree.blob(file) === undefined) return false;
    if (SHOWN_FILE.test(file)) return true;
    if (getFormatName(file) !== undefined) return false;
    return this.#isInDocs(file) || SERVED_FOLDER.test(file);
  }

  #isInDocs(file: string): boolean {
    return this.#root === '' || file.startsWith(`${this.#root}/`);
  }

  /** Returns the path of a file in the portal: relative to the docs folder for files of this folder, and relative to the repository for other files. */
  #createPath(file: string): string | undefined {
    const pathInDocs =
      this.#isInDocs(file) && this.#root !== '' ? file.slice(this.#root.length + 1) : `_repository/${file}`;
    const path = this.#root === '' ? file : pathInDocs;
    const isValid = path.length <= MAX_PATH_CHARS && path.split('/').length <= MAX_SEGMENTS;
    return isValid && !/[\p{Cc}\\]/u.test(path) && path.isWellFormed() ? path : undefined;
  }

  /**
   * Returns the assets within the limits of the service, sorted by path, and a warning for each other file.
   * @throws GitError
   */
  async list(git: Git, commit: string): Promise<{ assets: PortalAsset[]; warnings: DocsWarning[] }> {
    if (this.#paths.size === 0) return { assets: [], warnings: [] };
    const sizes = new Map((await git.list(commit)).map(({ path, readSize }) => [path, readSize]));
    const sortedPaths = [...this.#paths].sort(([, a], [, b]) => (a < b ? -1 : 1));
    const pointers = await this.#findPointers(git, sortedPaths, sizes);
    const assets: PortalAsset[] = [];
    const warnings: DocsWarning[] = [];
    let total = 0;
    for (const [file, path] of sortedPaths) {
      const bytes = sizes.get(file) ?? 0;
      const blob = this.#tree.blob(file);
      const problem = pointers.has(file)
        ? 'is stored in Git LFS, and the repository contains only its pointer'
        : bytes > MAX_ASSET_BYTES
          ? `is larger than ${MAX_ASSET_BYTES} bytes`
          : bytes === 0
            ? 'is empty'
            : assets.length === MAX_ASSETS
              ? `exceeds the limit of ${MAX_ASSETS} files`
              : total + bytes > MAX_ASSETS_BYTES
                ? `exceeds the limit of ${MAX_ASSETS_BYTES} bytes for all files`
                : undefined;
      if (problem !== undefined || blob === undefined) {
        const page = this.#pages.get(file) ?? file;
        warnings.push({
          kind: 'image',
          path: page,
          line: 1,
          message: `${file} is not published, because it ${problem}`,
        });
        continue;
      }
      total += bytes;
      assets.push({ path, blob, bytes, file });
    }
    return { assets, warnings };
  }

  async #findPointers(
    git: Git,
    files: readonly (readonly [string, string])[],
    sizes: ReadonlyMap<string, number>,
  ): Promise<ReadonlySet<string>> {
    const smallFiles = files.map(([file]) => file).filter((file) => (sizes.get(file) ?? 0) <= MAX_POINTER_BYTES);
    const pointers = new Set<string>();
    let index = 0;
    for await (const bytes of git.read(
      smallFiles.map((file) => this.#tree.blob(file) ?? ''),
      smallFiles,
    )) {
      const file = smallFiles[index];
      index += 1;
      if (file !== undefined && isLfsPointer(bytes.toString('utf8'))) pointers.add(file);
    }
    return pointers;
  }
}
