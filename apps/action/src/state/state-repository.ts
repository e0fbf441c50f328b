import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { Git } from '../git/git.ts';
import { type GitRun, type GitSetting, runGit } from '../git/run-git.ts';
import { type CommitInput, commitStream } from './commit-stream.ts';
import { gitFailure } from './git-failure.ts';
import { REMOTE, type RemoteAccess } from './remote-access.ts';

/** Where the remote's ref is kept here. */
const HEAD = 'refs/state/head';
/** Files are fetched when they are read, where the remote can leave them out. */
const FETCH = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];
const WITHOUT_FILES = '--filter=blob:none';

/**
 * A repository of the store's own, in a temporary folder: the checkout's objects, refs and index are never touched. Holds what was fetched of
 * one ref of the remote, and the commits that are made for it. All methods throw GitFailure.
 */
export class StateRepository {
  readonly #folder: string;
  readonly #access: RemoteAccess;
  readonly #ref: string;
  /** Texts of files of the commit that was looked at last, by the id of their blob: after a lost race most are still the same. */
  #texts = new Map<string, string>();

  private constructor(folder: string, access: RemoteAccess, ref: string) {
    this.#folder = folder;
    this.#access = access;
    this.#ref = ref;
  }

  /** @param temp folder to make it in */
  static async create(temp: string, access: RemoteAccess, ref: string): Promise<StateRepository> {
    const folder = await mkdtemp(join(temp, 'context-sync-state-'));
    const repository = new StateRepository(folder, access, ref);
    await repository.#local(['init', '--quiet', '--template=']);
    return repository;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Brings the last commits of the ref here. @returns whether there is such a ref */
  async fetch(depth: number): Promise<boolean> {
    try {
      await this.#remote([...FETCH, WITHOUT_FILES, `--depth=${depth}`, REMOTE, `+${this.#ref}:${HEAD}`]);
      return true;
    } catch (error) {
      if ((await this.head()) === undefined) return false;
      throw error;
    }
  }

  /** Commit of the ref on the remote; undefined where there is no such ref. */
  async head(): Promise<string | undefined> {
    const lines = (await this.#remote(['ls-remote', '--quiet', REMOTE, this.#ref])).split('\n');
    // A ref is also listed when its name only ends with what was asked for.
    return lines.map((line) => line.split('\t')).find(([, name]) => name === this.#ref)?.[0];
  }

  /** The commit that was fetched last; undefined where the ref is one of something else. */
  async fetched(): Promise<string | undefined> {
    const { code, output } = await this.#run(['rev-parse', '--verify', '--quiet', `${HEAD}^{commit}`]);
    return code === 0 ? output.trim() : undefined;
  }

  /** Whether `commit` is among the last `limit` commits of the ref on the remote. */
  async isInHistory(commit: string, limit: number): Promise<boolean> {
    if (!(await this.fetch(limit))) return false;
    const ids = await this.#local(['rev-list', '--first-parent', `--max-count=${limit}`, HEAD]);
    return ids.split('\n').includes(commit);
  }

  /** Texts of those files of a commit that are wanted, by name. */
  async texts(commit: string, isWanted: (name: string) => boolean): Promise<Map<string, string>> {
    const files = (await this.#local(['ls-tree', '-r', '-z', commit])).split('\0').flatMap((line) => {
      const [, id, name] = /^100\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
      return id === undefined || name === undefined ? [] : [{ id, name }];
    });
    const ids = new Set(files.map(({ id }) => id));
    this.#texts = new Map([...this.#texts].filter(([id]) => ids.has(id)));
    const wanted = files.filter(({ name }) => isWanted(name));
    const unread = [...new Set(wanted.map(({ id }) => id))].filter((id) => !this.#texts.has(id));
    const texts = new Map([...this.#texts, ...(await this.#read(unread))]);
    this.#texts = texts;
    return new Map(wanted.map(({ id, name }) => [name, texts.get(id) ?? '']));
  }

  /** Makes a commit here. @returns its id */
  async commit(input: CommitInput): Promise<string> {
    return (await this.#local(['fast-import', '--quiet', '--done', '--force'], commitStream(input))).trim();
  }

  /** Moves the ref on the remote from `from`, where undefined means that it is not there, to a commit after it. */
  async push(from: string | undefined, to: string): Promise<void> {
    // The remote checks the condition, and as `to` comes after `from`, nothing is ever forced.
    const condition = `--force-with-lease=${this.#ref}:${from ?? ''}`;
    await this.#remote(['push', '--porcelain', '--no-verify', condition, REMOTE, `${to}:${this.#ref}`]);
  }

  /** Deletes the ref on the remote, if it is there. */
  async deleteRef(): Promise<void> {
    if ((await this.head()) === undefined) return;
    await this.#remote(['push', '--porcelain', '--no-verify', REMOTE, `:${this.#ref}`]);
  }

  /** Texts of blobs, by id. */
  async #read(ids: readonly string[]): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    if (ids.length === 0) return texts;
    const here = await this.#local(['cat-file', '--batch-all-objects', '--batch-check=%(objectname)']);
    const known = new Set(here.split('\n'));
    await this.#bring(ids.filter((id) => !known.has(id)));
    for await (const blob of new Git(this.#folder).read(ids)) texts.set(ids[texts.size] ?? '', blob.toString('utf8'));
    return texts;
  }

  /** Brings files here that were left out when their commit was fetched, all at once. */
  async #bring(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    // The commit that is here would be taken as a sign that its files are, too.
    const settings: GitSetting[] = [['fetch.negotiationAlgorithm', 'noop']];
    await this.#remote([...FETCH, WITHOUT_FILES, REMOTE, ...ids], settings);
  }

  /** Runs a command that asks nobody. */
  async #local(args: readonly string[], input = ''): Promise<string> {
    const run = await this.#run(args, input);
    if (run.code !== 0) throw gitFailure(run, this.#access.redact, 'local');
    return run.output;
  }

  /** Runs a command that speaks to the remote. */
  async #remote(args: readonly string[], more: readonly GitSetting[] = []): Promise<string> {
    const settings = [...this.#access.settings, ...more];
    const run = await runGit(args, { folder: this.#folder, settings });
    if (run.code !== 0) throw gitFailure(run, this.#access.redact);
    return run.output;
  }

  #run(args: readonly string[], input = ''): Promise<GitRun> {
    return runGit(args, { folder: this.#folder, input });
  }
}
