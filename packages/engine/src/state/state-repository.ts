import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { getElementAt, getExisting } from '@context-sync/base';
import { Git } from '../git/git.ts';
import { type GitRun, type GitSetting, runGit } from '../git/run-git.ts';
import { type CommitInput, createCommitStream } from './commit-stream.ts';
import { createGitFailure } from './git-failure.ts';
import { REMOTE_NAME, type RemoteAccess } from './remote-access.ts';

/** The local ref for the commit of the remote's ref. */
const LOCAL_HEAD_REF = 'refs/state/head';
/** The arguments of git fetch. If the remote supports filters, commits are fetched without files, and each file is fetched when it is read. */
const FETCH_ARGUMENTS = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];
const BLOBLESS_FILTER = '--filter=blob:none';

/**
 * A separate repository for the state in a temporary folder, so that the checkout is never modified. It contains the fetched commits of one remote
 * ref and the new commits for this ref. All methods throw GitFailure.
 */
export class StateRepository {
  readonly #folder: string;
  readonly #access: RemoteAccess;
  readonly #ref: string;
  /** File texts of the last commit by blob ID. After a conflict with another run, most files are unchanged and need not be read again. */
  #texts = new Map<string, string>();

  private constructor(folder: string, access: RemoteAccess, ref: string) {
    this.#folder = folder;
    this.#access = access;
    this.#ref = ref;
  }

  /**
   * Creates the repository.
   * @param temp parent folder
   */
  static async create(temp: string, access: RemoteAccess, ref: string): Promise<StateRepository> {
    const folder = await mkdtemp(join(temp, 'context-sync-state-'));
    const repository = new StateRepository(folder, access, ref);
    await repository.#local(['init', '--quiet', '--template=']);
    return repository;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /**
   * Fetches the last commits of the ref.
   * @returns whether the ref exists on the remote
   */
  async fetch(depth: number): Promise<boolean> {
    try {
      await this.#remote([
        ...FETCH_ARGUMENTS,
        BLOBLESS_FILTER,
        `--depth=${depth}`,
        REMOTE_NAME,
        `+${this.#ref}:${LOCAL_HEAD_REF}`,
      ]);
      return true;
    } catch (error) {
      if ((await this.readRemoteHead()) === undefined) return false;
      throw error;
    }
  }

  /** Returns the commit of the ref on the remote; undefined if the ref does not exist. */
  async readRemoteHead(): Promise<string | undefined> {
    const lines = (await this.#remote(['ls-remote', '--quiet', REMOTE_NAME, this.#ref])).split('\n');
    // Git also lists refs whose names end in the requested name.
    return lines.map((line) => line.split('\t')).find(([, name]) => name === this.#ref)?.[0];
  }

  /** Returns the last fetched commit; undefined if the ref does not point to a commit. */
  async getFetchedCommit(): Promise<string | undefined> {
    const { code, output } = await this.#run(['rev-parse', '--verify', '--quiet', `${LOCAL_HEAD_REF}^{commit}`]);
    return code === 0 ? output.trim() : undefined;
  }

  /** Returns whether `commit` is among the last `limit` commits of the ref on the remote. */
  async isInHistory(commit: string, limit: number): Promise<boolean> {
    if (!(await this.fetch(limit))) return false;
    const ids = await this.#local(['rev-list', '--first-parent', `--max-count=${limit}`, LOCAL_HEAD_REF]);
    return ids.split('\n').includes(commit);
  }

  /** Returns the texts of the selected files of a commit by name. */
  async texts(commit: string, isWanted: (name: string) => boolean): Promise<Map<string, string>> {
    const files = (await this.#local(['ls-tree', '-r', '-z', commit])).split('\0').flatMap((line) => {
      const [, id, name] = /^100\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
      return id === undefined || name === undefined ? [] : [{ id, name }];
    });
    const ids = new Set(files.map(({ id }) => id));
    this.#texts = new Map([...this.#texts].filter(([id]) => ids.has(id)));
    const wantedFiles = files.filter(({ name }) => isWanted(name));
    const unreadIds = [...new Set(wantedFiles.map(({ id }) => id))].filter((id) => !this.#texts.has(id));
    const texts = new Map([...this.#texts, ...(await this.#read(unreadIds))]);
    this.#texts = texts;
    return new Map(wantedFiles.map(({ id, name }) => [name, getExisting(texts, id)]));
  }

  /**
   * Creates a local commit.
   * @returns the ID of the commit
   */
  async commit(input: CommitInput): Promise<string> {
    return (await this.#local(['fast-import', '--quiet', '--done', '--force'], createCommitStream(input))).trim();
  }

  /** Moves the ref on the remote from `from` to its descendant `to`. If `from` is undefined, the ref must not exist. */
  async push(from: string | undefined, to: string): Promise<void> {
    // The lease makes the remote compare the ref with `from`. No commit is ever lost, because `to` is a descendant of `from`.
    const condition = `--force-with-lease=${this.#ref}:${from ?? ''}`;
    await this.#remote(['push', '--porcelain', '--no-verify', condition, REMOTE_NAME, `${to}:${this.#ref}`]);
  }

  /** Deletes the ref on the remote. Does nothing if the ref does not exist. */
  async deleteRef(): Promise<void> {
    if ((await this.readRemoteHead()) === undefined) return;
    await this.#remote(['push', '--porcelain', '--no-verify', REMOTE_NAME, `:${this.#ref}`]);
  }

  /** Returns the texts of blobs by ID. */
  async #read(ids: readonly string[]): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    if (ids.length === 0) return texts;
    const objectList = await this.#local(['cat-file', '--batch-all-objects', '--batch-check=%(objectname)']);
    const knownShas = new Set(objectList.split('\n'));
    await this.#fetchFiles(ids.filter((id) => !knownShas.has(id)));
    for await (const blob of new Git(this.#folder).read(ids))
      texts.set(getElementAt(ids, texts.size), blob.toString('utf8'));
    return texts;
  }

  /** Fetches the files that were filtered out when their commit was fetched. */
  async #fetchFiles(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    // Without this setting, git would assume that the files of local commits are local as well.
    const settings: GitSetting[] = [['fetch.negotiationAlgorithm', 'noop']];
    await this.#remote([...FETCH_ARGUMENTS, BLOBLESS_FILTER, REMOTE_NAME, ...ids], settings);
  }

  /** Runs a command that does not contact the remote. */
  async #local(args: readonly string[], input = ''): Promise<string> {
    const run = await this.#run(args, input);
    if (run.code !== 0) throw createGitFailure(run, this.#access.redact, 'local');
    return run.output;
  }

  /** Runs a command that contacts the remote. */
  async #remote(args: readonly string[], more: readonly GitSetting[] = []): Promise<string> {
    const settings = [...this.#access.settings, ...more];
    const run = await runGit(args, { folder: this.#folder, settings });
    if (run.code !== 0) throw createGitFailure(run, this.#access.redact);
    return run.output;
  }

  #run(args: readonly string[], input = ''): Promise<GitRun> {
    return runGit(args, { folder: this.#folder, input });
  }
}
