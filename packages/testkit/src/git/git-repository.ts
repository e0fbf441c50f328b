import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createBareEnvironment, runProcess } from '../process/child-process.ts';
import type { Cleanup } from '../process/cleanup.ts';

/** Settings of git. Maintenance is disabled, because it would start another process after each commit. */
const GIT_SETTINGS = ['-c', 'commit.gpgsign=false', '-c', 'maintenance.auto=false', '-c', 'gc.auto=0'];

/** A real git repository in its own folder, on branch `main`. */
export class GitRepository {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async create(cleanup: Cleanup): Promise<GitRepository> {
    const repository = new GitRepository(await cleanup.folder('repository'));
    await repository.git('init', '--quiet', '--initial-branch=main');
    return repository;
  }

  /** Creates a full clone in its own folder and checks out `commit`, in the same way as on a runner. */
  async clone(cleanup: Cleanup, commit: string): Promise<GitRepository> {
    const copy = new GitRepository(await cleanup.folder('clone'));
    await copy.git('clone', '--quiet', '--no-checkout', this.path, '.');
    await copy.git('checkout', '--quiet', '--detach', commit);
    return copy;
  }

  /** Writes files and commits all changes. A file is given as text, or as null to delete it. @returns the commit id */
  async commit(message: string, files: Readonly<Record<string, string | Uint8Array | null>> = {}): Promise<string> {
    for (const [name, content] of Object.entries(files)) {
      const path = join(this.path, name);
      if (content === null) {
        await rm(path, { recursive: true });
      } else {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, content);
      }
    }
    await this.git('add', '--all');
    await this.git('commit', '--quiet', '--allow-empty', '--message', message);
    return this.head();
  }

  /** Returns the id of the checked-out commit. A branch is read from its file, which takes a fraction of the time of a process. */
  async head(): Promise<string> {
    const read = async (name: string) => (await readFile(join(this.path, '.git', name), 'utf8')).trim();
    const head = await read('HEAD');
    const branch = /^ref: (.+)$/.exec(head)?.[1];
    if (branch === undefined) return head;
    // The branches of a clone are in another file until their next commit.
    return read(branch).catch(() => this.git('rev-parse', 'HEAD'));
  }

  async git(...args: string[]): Promise<string> {
    const author = { GIT_AUTHOR_NAME: 'Docs', GIT_AUTHOR_EMAIL: 'docs@example.com' };
    const committer = { GIT_COMMITTER_NAME: 'Docs', GIT_COMMITTER_EMAIL: 'docs@example.com' };
    const env = {
      ...createBareEnvironment(),
      ...author,
      ...committer,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
    };
    return (await runProcess('git', [...GIT_SETTINGS, ...args], { cwd: this.path, env })).trim();
  }
}
