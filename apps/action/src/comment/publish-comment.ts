import { setTimeout } from 'node:timers/promises';
import { retry } from '@context-sync/core';
import { isPermanentFailure, retryDelayMs, statusOf } from '../github/github-errors.ts';
import type { GitHubPort, PullRequestRef } from './github-port.ts';
import { type CommentKey, encodeKey, type Marker } from './marker.ts';
import { findOwnComments, type OwnComment } from './own-comments.ts';
import { describePublishFailure, type PublishFailure } from './publish-failure.ts';
import type { RenderedComment } from './render-comment.ts';

export type CommentPolicy = 'changes-only' | 'always' | 'never';

export interface PublishInput {
  readonly github: GitHubPort;
  readonly place: PullRequestRef;
  readonly comment: RenderedComment;
  /** The step that keeps the comment. */
  readonly step?: string;
  /** Keys of all comments that the step keeps now. Another comment of the step shows a plan that no longer exists: this one replaces it. */
  readonly keys?: readonly CommentKey[];
  /** `changes-only`: no comment where there never were changes. `never`: GitHub is not even asked. */
  readonly policy: CommentPolicy;
  /** Head of the pull request that the plan was made for. A run for an older one leaves the comment to the newer. */
  readonly head?: string;
  /** Waits so many milliseconds. */
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/** What became of the comment. */
export interface Published {
  /** `none`: there is to be none. `outdated`: the pull request has gone on. */
  readonly action: 'created' | 'updated' | 'unchanged' | 'none' | 'outdated' | 'failed';
  readonly id?: number;
  readonly failure?: PublishFailure;
}

/** A comment as it stands there, or as we have just written it. */
type Written = Pick<OwnComment, 'id' | 'body'>;

/** Attempts if GitHub fails or another run is faster, and the longest wait between them in milliseconds. */
const MAX_ATTEMPTS = 3;
const MAX_RETRY_DELAY_MS = 10_000;
/** GitHub's reads can lag behind its writes by seconds; so long after a new comment we look whether others have made one too. */
const REPLICATION_LAG_MS = 2_000;

/**
 * Keeps one comment for the key on the pull request: makes it, or brings it up to date where it says something else. Where runs at the same
 * time have made several, the oldest stays. Never throws: a comment that cannot be written fails nothing.
 */
export async function publishComment(input: PublishInput): Promise<Published> {
  const { policy, wait = (milliseconds) => setTimeout(milliseconds) } = input;
  if (policy === 'never') return { action: 'none' };
  try {
    return await retry(async () => ((await isOutdated(input)) ? { action: 'outdated' } : publishOnce(input, wait)), {
      maxAttempts: MAX_ATTEMPTS,
      // A comment that someone deleted between the read and the write is searched for again.
      isRetryable: (error) => !isPermanentFailure(error) || error instanceof CommentGone,
      delayMs: (error, attempt) => Math.min(retryDelayMs(error, attempt), MAX_RETRY_DELAY_MS),
      sleep: wait,
    });
  } catch (error) {
    return { action: 'failed', failure: describePublishFailure(error) };
  }
}

class CommentGone extends Error {
  override readonly name = 'CommentGone';
  readonly status = 404;
}

async function publishOnce(input: PublishInput, wait: (milliseconds: number) => Promise<unknown>): Promise<Published> {
  const { github, place, comment, policy, step, keys = [] } = input;
  const key = encodeKey(comment.key);
  const current = new Set([key, ...keys.map(encodeKey)]);
  const isObsolete = (marker: Marker) => step !== undefined && marker.step === step && !current.has(marker.key);
  const all = await findOwnComments(github, place, (marker) => marker.key === key || isObsolete(marker));
  const found = all.filter(({ marker }) => marker.key === key);
  if (all.length > 0) return settle(input, [...found, ...all.filter((each) => !found.includes(each))]);
  if (policy === 'changes-only' && comment.isEmpty) return { action: 'none' };
  const { owner, repo, number } = place;
  const { data: made } = await github.rest.issues.createComment({
    owner,
    repo,
    issue_number: number,
    body: comment.body,
  });
  await wait(REPLICATION_LAG_MS);
  const now = await findOwnComments(github, place, (marker) => marker.key === key);
  const ours: Written = { id: made.id, body: comment.body };
  const settled = await settle(
    input,
    [...now.filter(({ id }) => id !== made.id), ours].sort((a, b) => a.id - b.id),
  );
  return settled.id === made.id ? { action: 'created', id: made.id } : settled;
}

/** Deletes all but the first, and updates it where it says something else. */
async function settle(input: PublishInput, found: readonly Written[]): Promise<Published> {
  const { github, place, comment } = input;
  const [first, ...doubles] = found;
  if (!first) return { action: 'none' };
  const { owner, repo } = place;
  for (const { id } of doubles) await remove(input, id);
  const { id } = first;
  if (normalized(first.body) === normalized(comment.body)) return { action: 'unchanged', id };
  const body = comment.body;
  if (await ignoreNotFound(() => github.rest.issues.updateComment({ owner, repo, comment_id: id, body }))) {
    return { action: 'updated', id };
  }
  throw new CommentGone(`comment ${id} was deleted in the meantime`);
}

async function remove({ github, place: { owner, repo } }: PublishInput, id: number): Promise<void> {
  await ignoreNotFound(() => github.rest.issues.deleteComment({ owner, repo, comment_id: id }));
}

/** @returns whether the comment was still there */
async function ignoreNotFound(request: () => Promise<unknown>): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 410) return false;
    throw error;
  }
}

/** GitHub may give other line ends back than it was given. */
function normalized(body: string): string {
  return body.replaceAll('\r\n', '\n').trimEnd();
}

/** Whether the pull request has a newer head by now. Best effort: what GitHub does not tell keeps nobody from commenting. */
async function isOutdated({ github, place, head }: PublishInput): Promise<boolean> {
  if (head === undefined) return false;
  try {
    const { owner, repo, number } = place;
    return (await github.rest.pulls.get({ owner, repo, pull_number: number })).data.head.sha !== head;
  } catch {
    return false;
  }
}
