import { spawn } from 'node:child_process';

/** A file of a tree. */
export interface TreeEntry {
  /** Path from the root of the tree that was listed. */
  readonly path: string;
  /** Git file mode: `100644`, `100755`, `120000` for a symbolic link, `160000` for a submodule. */
  readonly mode: string;
  /** Id of the blob. */
  readonly id: string;
  /** Bytes; 0 for a submodule. */
  readonly size: number;
}

/** Git said no. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

/**
 * Reads a repository through its objects alone: never the files of the work tree, where a symbolic link can point anywhere.
 */
export class Git {
  readonly #workspace: string;

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  /** Id of an object, or undefined where there is none. */
  async resolve(revision: string): Promise<string | undefined> {
    try {
      return (await this.#run(['rev-parse', '--verify', '--quiet', '--end-of-options', revision]))
        .toString('utf8')
        .trim();
    } catch (error) {
      if (error instanceof GitError) return undefined;
      throw error;
    }
  }

  /** All files under a tree. @throws GitError */
  async list(tree: string): Promise<TreeEntry[]> {
    const output = await this.#run(['ls-tree', '-r', '-z', '-l', tree]);
    const entries: TreeEntry[] = [];
    for (const line of output.toString('utf8').split('\0')) {
      const tab = line.indexOf('\t');
      if (tab < 0) continue;
      const [mode = '', , id = '', size = ''] = line.slice(0, tab).split(/ +/);
      entries.push({ path: line.slice(tab + 1), mode, id, size: Number(size) || 0 });
    }
    return entries;
  }

  /** Names of the folders at the root of a commit. @throws GitError */
  async folders(commit: string): Promise<string[]> {
    const output = await this.#run(['ls-tree', '-d', '-z', '--name-only', commit]);
    return output
      .toString('utf8')
      .split('\0')
      .filter((name) => name !== '');
  }

  /** Contents of blobs, in the order of the ids, one in memory at a time. @throws GitError */
  async *read(ids: readonly string[]): AsyncGenerator<Buffer> {
    if (ids.length === 0) return;
    const child = this.#spawn(['cat-file', '--batch']);
    child.stdin.on('error', () => undefined);
    const bytes = new ByteReader(child.stdout);
    try {
      for (const id of ids) {
        child.stdin.write(`${id}\n`);
        const header = await bytes.line();
        const size = /^[0-9a-f]+ blob (\d+)$/.exec(header)?.[1];
        if (size === undefined) throw new GitError(`git cannot read the object ${id}: ${header || 'no answer'}`);
        const content = await bytes.take(Number(size));
        await bytes.take(1);
        yield content;
      }
    } finally {
      child.stdin.end();
      child.kill();
    }
  }

  #spawn(args: readonly string[]) {
    // A checkout made by another user, as in containers, is refused unless it is named as safe.
    const safe = ['-c', `safe.directory=${this.#workspace}`];
    return spawn('git', [...safe, ...args], { cwd: this.#workspace, stdio: ['pipe', 'pipe', 'pipe'] });
  }

  async #run(args: readonly string[]): Promise<Buffer> {
    const child = this.#spawn(args);
    child.stdin.end();
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (code === 0) return Buffer.concat(output);
    throw new GitError(
      `git ${args[0]} failed: ${Buffer.concat(errors).toString('utf8').trim() || `exit code ${code}`}`,
    );
  }
}

/** Takes lines and byte counts off a stream. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    for (;;) {
      const end = this.#held.indexOf(0x0a);
      if (end >= 0) {
        const line = this.#held.subarray(0, end).toString('utf8');
        this.#held = this.#held.subarray(end + 1);
        return line;
      }
      if (!(await this.#more())) return this.#held.toString('utf8');
    }
  }

  async take(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let missing = size;
    for (;;) {
      const part = this.#held.subarray(0, missing);
      parts.push(part);
      this.#held = this.#held.subarray(part.length);
      missing -= part.length;
      if (missing === 0) return parts.length === 1 ? part : Buffer.concat(parts);
      if (!(await this.#more())) throw new GitError('git ended before the whole object was read');
    }
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done) return false;
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
    return true;
  }
}
