import { execFileSync } from 'node:child_process';

const MAX_OUTPUT_BYTES = 1 << 28;

/** The files of the checked-out commit of a repository. */
export class RepositoryTree {
  readonly #folder: string;
  readonly #texts = new Map<string, string>();
  readonly paths: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;

  constructor(folder: string) {
    this.#folder = folder;
    this.paths = new Set(this.#git('ls-tree', '-r', '-z', '--name-only', 'HEAD').split('\0').filter(Boolean));
    this.folders = new Set(
      [...this.paths].flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))),
    );
  }

  isFile(path: string): boolean {
    return this.paths.has(path);
  }

  read(path: string): string {
    const knownText = this.#texts.get(path);
    if (knownText !== undefined) return knownText;
    const text = this.paths.has(path) ? this.#git('show', `HEAD:${path}`) : '';
    this.#texts.set(path, text);
    return text;
  }

  #git(...args: string[]): string {
    return execFileSync('git', ['-C', this.#folder, ...args], { encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
  }
}
