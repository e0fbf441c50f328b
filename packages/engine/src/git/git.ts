import { isUtf8 } from 'node:buffer';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ByteReader } from './byte-reader.ts';
import { createGitEnvironment } from './git-environment.ts';
import { createReadError, GitError } from './git-error.ts';

/** Maximum length of the output of git that an error quotes, in characters. */
const MAX_ERROR_LENGTH = 500;

/** A file in a git tree. */
export interface TreeEntry {
  /** Path of the file, relative to the listed tree. */
  readonly path: string;
  /** Whether the path is valid UTF-8. Otherwise, `path` contains replacement characters. */
  readonly readable: boolean;
  /** Git file mode: `100644`, `100755`, `120000` for a symbolic link, or `160000` for a submodule. */
  readonly mode: string;
  /** Blob ID of the file. */
  readonly id: string;
  /** Size in bytes; 0 for a submodule. */
  readonly readSize: number;
}

/** Options for reading another commit than the one that is checked out. */
export interface GitOptions {
  /** The commit to read. Default: the checked-out commit. */
  readonly head?: string;
  /** Additional environment variables for git, such as further folders with objects. Default: none. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Reads the objects of a repository. Never reads files of the working tree, because a symbolic link there can point anywhere. */
export class Git {
  /** The commit whose docs are read. */
  readonly head: string;
  readonly #workspace: string;
  readonly #environment: Readonly<Record<string, string>>;

  constructor(workspace: string, { head = 'HEAD', environment = {} }: GitOptions = {}) {
    this.head = head;
    this.#workspace = workspace;
    this.#environment = environment;
  }

  /** Returns a reader of the same repository that reads the docs of another commit. */
  at(commit: string): Git {
    return new Git(this.#workspace, { head: commit, environment: this.#environment });
  }

  /**
   * Returns the ID of an object; undefined if it does not exist.
   * @throws GitError
   */
  async resolve(revision: string): Promise<string | undefined> {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', revision];
    const { code, output, errors } = await this.#run(args);
    if (code === 0) return output.toString('utf8').trim();
    const isNotThere =
      /not a git repository|unknown revision|does not exist|exists on disk|not in |not a tree|expected tree/.test(
        errors,
      );
    if (errors === '' || isNotThere) return undefined;
    throw new GitError(`git could not resolve ${revision}: ${errors}`);
  }

  /**
   * Returns whether `commit` is `other` or an ancestor of it. Returns undefined if this is unknown: in a shallow repository, the history between the
   * commits may be missing.
   */
  async isAncestor(commit: string, other: string): Promise<boolean | undefined> {
    const { code } = await this.#run(['merge-base', '--is-ancestor', commit, other]);
    if (code === 0) return true;
    return code === 1 && !(await this.#isShallow()) ? false : undefined;
  }

  async #isShallow(): Promise<boolean> {
    return (await this.#output(['rev-parse', '--is-shallow-repository'])).toString('utf8').trim() !== 'false';
  }

  /**
   * Returns all files of a tree or commit.
   * @param withSizes whether to look up sizes; otherwise, sizes are 0
   * @throws GitError
   */
  async list(tree: string, withSizes = true): Promise<TreeEntry[]> {
    const output = await this.#output(['ls-tree', '-r', '-z', '--full-tree', ...(withSizes ? ['-l'] : []), tree]);
    if (isUtf8(output)) return getRecords(output.toString('utf8')).map((record) => parseTreeEntry(record, true));
    return getRecords(output.toString('latin1')).map((record) => {
      const bytes = Buffer.from(record, 'latin1');
      return parseTreeEntry(bytes.toString('utf8'), isUtf8(bytes));
    });
  }

  /**
   * Returns the paths that differ between two commits, including both paths of a renamed file.
   * @throws GitError
   */
  async listChangedPaths(base: string, head: string): Promise<string[]> {
    const args = ['diff-tree', '-r', '-z', '--no-renames', '--name-only', '--end-of-options', base, head];
    return getRecords((await this.#output(args)).toString('utf8'));
  }

  /**
   * Returns the old path of each renamed file by its new path. A file can be edited at the same time.
   * @throws GitError
   */
  async listRenames(base: string, head: string): Promise<ReadonlyMap<string, string>> {
    const args = ['diff-tree', '-r', '-z', '--find-renames', '--diff-filter=R', '--name-status', '--end-of-options'];
    const fields = getRecords((await this.#output([...args, base, head])).toString('utf8'));
    const renames = new Map<string, string>();
    for (let index = 0; index + 2 < fields.length; index += 3)
      renames.set(fields[index + 2] ?? '', fields[index + 1] ?? '');
    return renames;
  }

  /**
   * Returns the best common ancestor of two commits; undefined if there is none, or if the history between them is missing.
   * @throws GitError
   */
  async findMergeBase(one: string, other: string): Promise<string | undefined> {
    const { code, output } = await this.#run(['merge-base', '--end-of-options', one, other]);
    return code === 0 ? output.toString('utf8').trim() : undefined;
  }

  /**
   * Returns the size of a blob in bytes.
   * @throws GitError
   */
  async readSize(id: string): Promise<number> {
    return Number(await this.#output(['cat-file', '-s', id]));
  }

  /**
   * Returns the names of the folders at the root of a commit.
   * @throws GitError
   */
  async listFolders(commit: string): Promise<string[]> {
    const output = await this.#output(['ls-tree', '-d', '-z', '--name-only', commit]);
    return output
      .toString('utf8')
      .split('\0')
      .filter((name) => name !== '');
  }

  /**
   * Returns the ID and the type (such as `blob` or `tree`) of the object at each path of a commit; undefined if the path does not exist.
   * @throws GitError
   */
  async resolvePaths(
    commit: string,
    paths: readonly string[],
  ): Promise<({ readonly id: string; readonly type: string } | undefined)[]> {
    // A line break would end the request, so a path with a line break is not requested.
    const requests = paths.map((path) => (path.includes('\n') ? '' : `${commit}:${path}`));
    const output = await this.#output(
      ['cat-file', '--batch-check=%(objectname) %(objecttype)'],
      `${requests.join('\n')}\n`,
    );
    const lines = output.toString('utf8').split('\n');
    return paths.map((_, index) => {
      const [, id, type] = /^([0-9a-f]+) ([a-z]+)$/.exec(lines[index] ?? '') ?? [];
      return id === undefined || type === undefined ? undefined : { id, type };
    });
  }

  /**
   * Yields the blobs one at a time, in the order of the given IDs.
   * @param paths paths of the blobs' files, for error messages
   * @throws GitError
   */
  async *read(ids: readonly string[], paths: readonly string[] = []): AsyncGenerator<Buffer> {
    if (ids.length === 0) return;
    const child = this.#spawn(['cat-file', '--batch']);
    let problem = '';
    child.once('error', ({ message }) => {
      problem = message;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      problem = `${problem}${chunk.toString('utf8')}`.slice(-MAX_ERROR_LENGTH);
    });
    const childEnd = once(child, 'close').catch(() => undefined);
    const bytes = new ByteReader(child.stdout);
    // All blobs are requested at once. Git returns them in the order of the requests.
    child.stdin.end(ids.map((id) => `${id}\n`).join(''));
    try {
      for (const [index, id] of ids.entries()) {
        const header = await bytes.line();
        const size = /^[0-9a-f]+ blob (\d+)$/.exec(header)?.[1];
        if (size === undefined) {
          if (header === '') await childEnd;
          throw createReadError(id, paths[index], header || problem.trim() || 'no output');
        }
        const content = await bytes.take(Number(size));
        await bytes.take(1);
        yield content;
      }
    } finally {
      child.kill();
    }
  }

  #spawn(args: readonly string[]) {
    // In containers, the checkout often belongs to another user. Git rejects such a repository unless it is configured as safe.
    const safeDirectoryOptions = ['-c', `safe.directory=${this.#workspace}`];
    const child = spawn('git', [...safeDirectoryOptions, ...args], {
      cwd: this.#workspace,
      env: { ...createGitEnvironment(), ...this.#environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // The error is ignored, because git may exit before it has read all input.
    child.stdin.on('error', () => undefined);
    return child;
  }

  async #output(args: readonly string[], input = ''): Promise<Buffer> {
    const { code, output, errors } = await this.#run(args, input);
    if (code === 0) return output;
    throw new GitError(`git ${args[0]} failed: ${errors || `exit code ${code}`}`);
  }

  async #run(args: readonly string[], input = ''): Promise<{ code: number | null; output: Buffer; errors: string }> {
    const child = this.#spawn(args);
    child.stdin.end(input);
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', ({ message }) => {
        reject(new GitError(`git could not be started: ${message}`, 'install git on the runner'));
      });
      child.once('close', resolve);
    });
    return { code, output: Buffer.concat(output), errors: Buffer.concat(errors).toString('utf8').trim() };
  }
}

/** Splits output in which each record ends with a NUL character. */
function getRecords(output: string): string[] {
  return output.split('\0').slice(0, -1);
}

/** Parses a line of `git ls-tree`: mode, type, ID, optionally the padded size, a tab, and the path. */
function parseTreeEntry(record: string, readable: boolean): TreeEntry {
  const tab = record.indexOf('\t');
  const modeEnd = record.indexOf(' ');
  const idStart = record.indexOf(' ', modeEnd + 1) + 1;
  const idEnd = record.indexOf(' ', idStart);
  const hasSize = idEnd >= 0 && idEnd < tab;
  return {
    path: record.slice(tab + 1),
    readable,
    mode: record.slice(0, modeEnd),
    id: record.slice(idStart, hasSize ? idEnd : tab),
    readSize: hasSize ? Number(record.slice(idEnd, tab)) || 0 : 0,
  };
}
