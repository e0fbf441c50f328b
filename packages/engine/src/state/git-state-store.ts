import { computeBackoffMs } from '@context-sync/core';
import {
  getShardFile,
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
import { type FailureRules, REQUEST_BACKOFF, retryRequest } from '../github/request-retry.ts';
import { formatRemote } from '../inputs/remote-address.ts';
import { classifyPushFailure, GitFailure, type GitFailureKind, isPermanentGitFailure } from './git-failure.ts';
import { moveRef } from './move-ref.ts';
import { createRuleError } from './ref-rules.ts';
import { type AccessInput, type RemoteAccess, resolveRemoteAccess } from './remote-access.ts';
import type { DeletableStore } from './scratch-state.ts';
import { computeFileChanges, createNotAStateError, createStateReaders, formatCommitMessage } from './state-files.ts';
import { StateRepository } from './state-repository.ts';

export interface GitStateInput extends AccessInput {
  /** Full ref, such as `refs/context-sync/my-project`. */
  readonly ref: string;
  /** The folder in which the store creates a separate repository. */
  readonly temp: string;
}

interface CommitSnapshot extends StateSnapshot {
  readonly commit: string;
}

/** Quota for writes. GitHub recommends at most six pushes per minute and repository, and other hosts document no limit. */
const WRITE_QUOTA: WriteQuota = { burst: 18, interval: 10_000 };
const MAX_ANCESTRY_COMMITS = 50;

const RULES: FailureRules = {
  isPermanentFailure: isPermanentGitFailure,
  retryDelayMs: (_error, attempt) => computeBackoffMs(attempt, REQUEST_BACKOFF),
  clock: SYSTEM_CLOCK,
};

/**
 * Stores the state in a ref of any git remote. Every write is a commit on top of the commit that was read. It is pushed with a lease
 * (compare-and-swap), so that one of two concurrent writers fails. Requires git 2.31 or newer.
 */
export class GitStateStore implements DeletableStore {
  readonly place: string;
  readonly writeQuota = WRITE_QUOTA;
  readonly #input: GitStateInput;
  #access: RemoteAccess | undefined;
  #repository: StateRepository | undefined;

  constructor(input: GitStateInput) {
    this.#input = input;
    this.place = `${input.ref} of ${formatRemote(input.remote)}`;
  }

  /** Deletes the local repository. */
  remove(): void {
    this.#repository?.remove();
    this.#repository = undefined;
  }

  async read(): Promise<CommitSnapshot | undefined> {
    const readResult = await this.#call('read', async (repository) =>
      (await repository.fetch(1)) ? { commit: await repository.getFetchedCommit() } : undefined,
    );
    if (!readResult) return undefined;
    const { commit } = readResult;
    const meta = commit && (await this.#texts(commit, (name) => name === META_FILE)).get(META_FILE);
    if (!commit || meta === undefined) throw createNotAStateError(this.place);
    return this.#snapshot(commit, parseMeta(meta));
  }

  async write(base: StateSnapshot | undefined, change: StateChange, message: string): Promise<CommitSnapshot> {
    const baseSnapshot = base as CommitSnapshot | undefined;
    const input = {
      parent: baseSnapshot?.commit,
      message: formatCommitMessage(message),
      changes: computeFileChanges(baseSnapshot?.meta, change),
      date: Date.now(),
    };
    const commit = await this.#call('write', (repository) => repository.commit(input));
    await this.#move(baseSnapshot?.commit, commit);
    return this.#snapshot(commit, change.meta);
  }

  async deleteState(): Promise<void> {
    await this.#call('write', (repository) => repository.deleteRef());
  }

  async #move(from: string | undefined, to: string): Promise<void> {
    const repository = await this.#open();
    const host = {
      ...RULES,
      place: this.place,
      move: (before: string | undefined, after: string) => repository.push(before, after),
      head: () => this.#call('read', () => repository.readRemoteHead()),
      isAncestor: (commit: string) => this.#call('read', () => repository.isInHistory(commit, MAX_ANCESTRY_COMMITS)),
      classifyFailure: classifyPushFailure,
      cannotMove: (error: unknown) => this.#cannot('write', error),
    };
    await moveRef(host, from, to);
  }

  #snapshot(commit: string, meta: StateMeta): CommitSnapshot {
    const readers = createStateReaders(async (shards) => {
      const names = new Set(shards.map(getShardFile));
      const texts = await this.#texts(commit, (name) => names.has(name));
      return [...texts].map(([name, text]) => [getShardOfFile(name) ?? '', text] as const);
    });
    return { commit, meta, ...readers };
  }

  #texts(commit: string, isWanted: (name: string) => boolean): Promise<Map<string, string>> {
    return this.#call('read', (repository) => repository.texts(commit, isWanted));
  }

  /** Sends a request with retries. All steps except moving the ref are idempotent, because git identifies objects by their content. */
  async #call<T>(action: 'read' | 'write', request: (repository: StateRepository) => Promise<T>): Promise<T> {
    const repository = await this.#open();
    return retryRequest(
      () => request(repository),
      RULES,
      (error) => this.#cannot(action, error),
    );
  }

  async #open(): Promise<StateRepository> {
    if (this.#repository) return this.#repository;
    this.#access = await resolveRemoteAccess(this.#input);
    try {
      this.#repository = await StateRepository.create(this.#input.temp, this.#access, this.#input.ref);
    } catch (error) {
      throw this.#cannot('read', error);
    }
    return this.#repository;
  }

  #cannot(action: 'read' | 'write', error: unknown): StateError {
    const errorMessage = error instanceof Error ? error.message : String(error);
    if (getKind(error) === 'rule') return createRuleError(this.place, this.#input.ref, errorMessage, error);
    const message = `git could not ${action} the state in ${this.place}: ${errorMessage}`;
    return new StateError('store', message, this.#hint(action, error), error);
  }

  #hint(action: 'read' | 'write', error: unknown): string {
    switch (getKind(error)) {
      case 'local':
        return 'check git and the free disk space of the runner, then run the job again; it continues where this run stopped';
      case 'forbidden':
        return this.#access?.usesJobToken
          ? `give the job "permissions: contents: ${action}", and check github-token`
          : `check the credentials for the repository in state: they need ${action} access, through a password in the URL, a git credential helper or an ssh key`;
      case 'not-found':
        return 'check that the repository in state exists and that the credentials can read it';
      case 'redirected':
        return 'set state to the target of the redirect; credentials are not sent to another URL';
      case 'unusable':
        return 'set state to a repository that the local git supports';
      case 'refused':
        return 'check whether a rule of the host forbids this ref, or set state to a writable ref, with the line ref:refs/heads/context-sync-state';
      case 'rule':
      case 'unclear':
        return 'the host has an outage or cannot be reached: run the job again later; it continues where this run stopped';
    }
  }
}

function getKind(error: unknown): GitFailureKind {
  return error instanceof GitFailure ? error.kind : 'unclear';
}
