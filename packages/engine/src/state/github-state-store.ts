import { createHash } from 'node:crypto';
import { getElementAt } from '@context-sync/base';
import {
  getShardOfFile,
  META_FILE,
  parseMeta,
  type StateChange,
  StateError,
  type StateMeta,
  type StateSnapshot,
  SYSTEM_CLOCK,
  type WriteQuota,
} from '@context-sync/sync';
import { getStatus, isPermanentFailure, retryDelayMs } from '../github/github-errors.ts';
import type { Octokit } from '../github/octokit.ts';
import { retryRequest, type WaitClock } from '../github/request-retry.ts';
import { type MoveFailure, moveRef } from './move-ref.ts';
import { createRuleError, isRuleViolation } from './ref-rules.ts';
import type { DeletableStore } from './scratch-state.ts';
import { computeFileChanges, createNotAStateError, createStateReaders, formatCommitMessage } from './state-files.ts';

/** A snapshot with the IDs that the next write needs. */
interface RefSnapshot extends StateSnapshot {
  readonly commit: string;
  readonly tree: string;
}

interface RefLocation {
  readonly owner: string;
  readonly repo: string;
  /** Full ref, such as `refs/context-sync/my-project`. */
  readonly ref: string;
}

/**
 * Quota for writes. GitHub allows 500 content-creating requests per hour and 80 per minute, and a write of the state takes three requests. With this quota
 * and the two other writes of a sync, there are at most 492 requests in the first hour and 67 in the first minute.
 */
const WRITE_QUOTA: WriteQuota = { burst: 18, interval: 25_000 };
const READ_CONCURRENCY = 8;
const DOCUMENTS = 'documents';
const FILE_MODE = '100644' as const;
const MAX_ANCESTRY_COMMITS = 20;

/**
 * Stores the state in a git ref through GitHub's API. Every write is a commit on top of the commit that was read. The ref is never updated with
 * force, so that one of two concurrent writers fails.
 */
export class GitHubStateStore implements DeletableStore {
  readonly place: string;
  readonly writeQuota = WRITE_QUOTA;
  readonly #octokit: Octokit;
  readonly #at: RefLocation;
  readonly #clock: WaitClock;
  /** File texts by blob ID. After a conflict with another run, most files are unchanged and need not be read again. */
  readonly #texts = new Map<string, string>();

  constructor(octokit: Octokit, at: RefLocation, clock: WaitClock = SYSTEM_CLOCK) {
    this.#octokit = octokit;
    this.#at = at;
    this.#clock = clock;
    this.place = at.ref;
  }

  async read(): Promise<RefSnapshot | undefined> {
    const { owner, repo } = this.#at;
    const headSha = await this.#head();
    if (headSha === undefined) return undefined;
    const commit = await this.#call('read', () =>
      this.#octokit.rest.git.getCommit({ owner, repo, commit_sha: headSha }),
    );
    const tree = commit.data.tree.sha;
    const root = await this.#tree(tree);
    const meta = root.find(({ path }) => path === META_FILE);
    if (!meta) throw createNotAStateError(this.place);
    const folder = root.find(({ path, type }) => path === DOCUMENTS && type === 'tree');
    return this.#snapshot(headSha, tree, parseMeta(await this.#blob(meta.sha)), folder?.sha);
  }

  async write(base: StateSnapshot | undefined, change: StateChange, message: string): Promise<RefSnapshot> {
    const { owner, repo } = this.#at;
    const baseSnapshot = base as RefSnapshot | undefined;
    // Only existing files are deleted, because GitHub rejects the deletion of a missing file.
    const { written, gone } = computeFileChanges(baseSnapshot?.meta, change);
    const tree = await this.#call('write', () =>
      this.#octokit.rest.git.createTree({
        owner,
        repo,
        ...(baseSnapshot ? { base_tree: baseSnapshot.tree } : {}),
        tree: [
          ...[...written].map(([path, content]) => ({ path, content, mode: FILE_MODE, type: 'blob' as const })),
          ...gone.map((path) => ({ path, sha: null, mode: FILE_MODE, type: 'blob' as const })),
        ],
      }),
    );
    const commit = await this.#call('write', () =>
      this.#octokit.rest.git.createCommit({
        owner,
        repo,
        message: formatCommitMessage(message),
        tree: tree.data.sha,
        parents: baseSnapshot ? [baseSnapshot.commit] : [],
      }),
    );
    const sha = commit.data.sha;
    await this.#move(baseSnapshot?.commit, sha);
    this.#texts.clear();
    for (const content of written.values()) this.#texts.set(computeBlobId(content), content);
    const folder = tree.data.tree.find(({ path, type }) => path === DOCUMENTS && type === 'tree');
    return this.#snapshot(sha, tree.data.sha, change.meta, folder?.sha);
  }

  async deleteState(): Promise<void> {
    const { owner, repo } = this.#at;
    await this.#call('write', async () => {
      try {
        await this.#octokit.rest.git.deleteRef({ owner, repo, ref: this.#shortRef });
      } catch (error) {
        // An earlier attempt may already have deleted the ref.
        const isRefused = getStatus(error) === 404 || getStatus(error) === 422;
        if (!isRefused || (await this.#head()) !== undefined) throw error;
      }
    });
  }

  async #move(from: string | undefined, to: string): Promise<void> {
    const { owner, repo, ref } = this.#at;
    const { git } = this.#octokit.rest;
    const host = {
      place: this.place,
      move: async (from: string | undefined, to: string) => {
        if (from === undefined) await git.createRef({ owner, repo, ref, sha: to });
        else await git.updateRef({ owner, repo, ref: this.#shortRef, sha: to, force: false });
      },
      head: () => this.#head(),
      isAncestor: (commit: string, head: string) => this.#isAncestor(commit, head),
      classifyFailure: classifyMoveFailure,
      retryDelayMs: this.#retryDelayMs,
      clock: this.#clock,
      cannotMove: (error: unknown) => this.#cannot('write', error),
    };
    await moveRef(host, from, to);
  }

  /** Returns the commit of the ref; undefined if the ref does not exist. */
  async #head(): Promise<string | undefined> {
    const { owner, repo } = this.#at;
    return this.#call('read', async () => {
      try {
        return (await this.#octokit.rest.git.getRef({ owner, repo, ref: this.#shortRef })).data.object.sha;
      } catch (error) {
        if (getStatus(error) === 404) return undefined;
        throw error;
      }
    });
  }

  /** Returns whether `commit` is a recent ancestor of `head`. Other runs write rarely, so checking a few commits is enough. */
  async #isAncestor(commit: string, head: string): Promise<boolean> {
    const { owner, repo } = this.#at;
    let at: string | undefined = head;
    for (let step = 0; at !== undefined && step < MAX_ANCESTRY_COMMITS; step += 1) {
      const sha: string = at;
      const { data } = await this.#call('read', () =>
        this.#octokit.rest.git.getCommit({ owner, repo, commit_sha: sha }),
      );
      at = data.parents[0]?.sha;
      if (at === commit) return true;
    }
    return false;
  }

  #snapshot(commit: string, tree: string, meta: StateMeta, folder: string | undefined): RefSnapshot {
    let shardList: Promise<{ shard: string; sha: string }[]> | undefined;
    const listFiles = async () => {
      const files = folder === undefined ? [] : await this.#tree(folder);
      return files.flatMap(({ path, sha }) => {
        const shard = getShardOfFile(`${DOCUMENTS}/${path}`);
        return shard === undefined ? [] : [{ shard, sha }];
      });
    };
    const readers = createStateReaders(async (shards) => {
      shardList ??= listFiles();
      const files = (await shardList).filter(({ shard }) => shards.includes(shard));
      return mapInBatches(files, async ({ shard, sha }) => [shard, await this.#blob(sha)] as const);
    });
    return { commit, tree, meta, ...readers };
  }

  async #tree(sha: string) {
    const { owner, repo } = this.#at;
    return (await this.#call('read', () => this.#octokit.rest.git.getTree({ owner, repo, tree_sha: sha }))).data.tree;
  }

  async #blob(sha: string): Promise<string> {
    const cachedText = this.#texts.get(sha);
    if (cachedText !== undefined) return cachedText;
    const { owner, repo } = this.#at;
    const { data } = await this.#call('read', () => this.#octokit.rest.git.getBlob({ owner, repo, file_sha: sha }));
    const text = Buffer.from(data.content, data.encoding === 'base64' ? 'base64' : 'utf8').toString('utf8');
    this.#texts.set(sha, text);
    return text;
  }

  /** Sends a request with retries. All steps except moving the ref are idempotent, because git identifies objects by their content. */
  async #call<T>(what: 'read' | 'write', request: () => Promise<T>): Promise<T> {
    const rules = { isPermanentFailure, retryDelayMs: this.#retryDelayMs, clock: this.#clock };
    return retryRequest(request, rules, (error) => this.#cannot(what, error));
  }

  readonly #retryDelayMs = (error: unknown, attempt: number) => retryDelayMs(error, attempt, this.#clock);

  #cannot(action: 'read' | 'write', error: unknown): StateError {
    const { owner, repo, ref } = this.#at;
    if (isRejectedByRule(error)) return createRuleError(`${ref} of ${owner}/${repo}`, ref, getMessage(error), error);
    const status = getStatus(error);
    const errorMessage = getElementAt(getMessage(error).split('\n'), 0);
    const isPermanent = isPermanentFailure(error);
    const permission = isPermanent && (status === 401 || status === 403 || status === 404);
    const place = `the state in ${this.place} of ${owner}/${repo}${status === undefined ? '' : ` (${status})`}`;
    const failure = isPermanent ? `GitHub did not allow the action to ${action}` : `GitHub failed to ${action}`;
    return new StateError(
      'store',
      `${failure} ${place}: ${errorMessage}`,
      permission
        ? `give the job "permissions: contents: ${action}", and check github-token`
        : status === 422
          ? 'check whether a ruleset covers this ref, or set state to a writable ref, with the line ref:refs/heads/context-sync-state'
          : 'GitHub has an outage or limits requests: run the job again later; it continues where this run stopped',
      error,
    );
  }

  get #shortRef(): string {
    return this.#at.ref.replace(/^refs\//, '');
  }
}

/** Classifies a failed move of the ref by its message, because a lost race and a rule that forbids the move have the same status. */
function classifyMoveFailure(error: unknown): MoveFailure {
  if (!isPermanentFailure(error)) return 'unclear';
  if (isRejectedByRule(error)) return 'forbidden';
  return getStatus(error) === 422 || getStatus(error) === 409 ? 'refused' : 'forbidden';
}

function isRejectedByRule(error: unknown): boolean {
  return getStatus(error) === 422 && isRuleViolation(getMessage(error));
}

function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the ID that git assigns to a file with this text. */
function computeBlobId(text: string): string {
  const bytes = Buffer.from(text);
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

async function mapInBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let index = 0; index < items.length; index += READ_CONCURRENCY) {
    results.push(...(await Promise.all(items.slice(index, index + READ_CONCURRENCY).map(work))));
  }
  return results;
}
