import { setTimeout } from 'node:timers/promises';
import { retry } from '@context-sync/core';
import { isSameComment } from '@context-sync/engine/comment/comment-footer';
import { type CommentKey, encodeKey, type Marker } from '@context-sync/engine/comment/comment-marker';
import type { RenderedComment } from '@context-sync/engine/comment/render-comment';
import { getStatus, isPermanentFailure, retryDelayMs } from '@context-sync/engine/github/github-errors';
import type { GitHubPort, PullRequestRef } from './github-port.ts';
import { findOwnComments, type OwnComment } from './own-comments.ts';
import { describePublishFailure, type PublishFailure } from './publish-failure.ts';

export type CommentPolicy = 'changes-only' | 'always' | 'never';

export interface PublishInput {
  readonly github: GitHubPort;
  readonly place: PullRequestRef;
  readonly comment: RenderedComment;
  /** ID of the step that maintains the comment. */
  readonly step?: string;
  /** Keys of all current comments of the step. Other comments of the step are obsolete and are deleted. */
  readonly keys?: readonly CommentKey[];
  /** Setting for when to comment. `changes-only` creates no comment for a plan without changes, and `never` sends no request. */
  readonly policy: CommentPolicy;
  /** The head of the pull request at the time of the plan. A run for an older head does not change the comment. */
  readonly head?: string;
  /** Waits for a number of milliseconds. Tests replace this function. */
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/** The result of publishing a comment. */
export interface PublishedComment {
  /** The outcome. `none` means that no comment is needed, and `outdated` that the pull request has a newer head. */
  readonly action: 'created' | 'updated' | 'unchanged' | 'none' | 'outdated' | 'failed';
  readonly id?: number;
  readonly failure?: PublishFailure;
}

/** An existing comment, or the comment that was just written. */
type ExistingComment = Pick<OwnComment, 'id' | 'body'>;

/** Maximum number of attempts if GitHub fails or a concurrent run writes first. */
const MAX_ATTEMPTS = 3;
const MAX_RETRY_DELAY_MS = 10_000;
/** Time in milliseconds after which duplicates of concurrent runs are visible. GitHub's reads can lag behind its writes by seconds. */
const REPLICATION_LAG_MS = 2_000;

/**
 * Creates or updates the comment for the key on the pull request. If concurrent runs created several comments, only the oldest is kept. Never throws,
 * because a comment that cannot be written must not fail the run.
 */
export async function publishComment(input: PublishInput): Promise<PublishedComment> {
  const { policy, wait = (milliseconds) => setTimeout(milliseconds) } = input;
  if (policy === 'never') return { action: 'none' };
  try {
    return await retry(async () => ((await isOutdated(input)) ? { action: 'outdated' } : publishOnce(input, wait)), {
      maxAttempts: MAX_ATTEMPTS,
      // The search is repeated if someone deletes the comment between the read and the write.
      isRetryable: (error) => !isPermanentFailure(error) || error instanceof CommentGoneError,
      delayMs: (error, attempt) => Math.min(retryDelayMs(error, attempt), MAX_RETRY_DELAY_MS),
      sleep: wait,
    });
  } catch (error) {
    return { action: 'failed', failure: describePublishFailure(error) };
  }
}

class CommentGoneError extends Error {
  override readonly name = 'CommentGone';
  readonly status = 404;
}

async function publishOnce(
  input: PublishInput,
  wait: (milliseconds: number) => Promise<unknown>,
): Promise<PublishedComment> {
  const { github, place, comment, policy, step, keys = [] } = input;
  const key = encodeKey(comment.key);
  const currentKeys = new Set([key, ...keys.map(encodeKey)]);
  const isObsolete = (marker: Marker) => step !== undefined && marker.step === step && !currentKeys.has(marker.key);
  const allComments = await findOwnComments(github, place, (marker) => marker.key === key || isObsolete(marker));
  const commentsWithKey = allComments.filter(({ marker }) => marker.key === key);
  if (allComments.length > 0)
    return keepFirst(input, [...commentsWithKey, ...allComments.filter((each) => !commentsWithKey.includes(each))]);
  if (policy === 'changes-only' && comment.isEmpty) return { action: 'none' };
  const { owner, repo, number } = place;
  const { data: made } = await github.rest.issues.createComment({
    owner,
    repo,
    issue_number: number,
    body: comment.body,
  });
  await wait(REPLICATION_LAG_MS);
  const commentsNow = await findOwnComments(github, place, (marker) => marker.key === key);
  const ownComment: ExistingComment = { id: made.id, body: comment.body };
  const firstComment = await keepFirst(
    input,
    [...commentsNow.filter(({ id }) => id !== made.id), ownComment].sort((a, b) => a.id - b.id),
  );
  return firstComment.id === made.id ? { action: 'created', id: made.id } : firstComment;
}

/** Deletes all comments except the first. Updates the first comment if its text differs. */
async function keepFirst(input: PublishInput, foundComments: readonly ExistingComment[]): Promise<PublishedComment> {
  const { github, place, comment } = input;
  const [first, ...doubles] = foundComments;
  if (!first) return { action: 'none' };
  const { owner, repo } = place;
  for (const { id } of doubles) await remove(input, id);
  const { id } = first;
  if (isSameComment(first.body, comment.body)) return { action: 'unchanged', id };
  const body = comment.body;
  if (await ignoreNotFound(() => github.rest.issues.updateComment({ owner, repo, comment_id: id, body }))) {
    return { action: 'updated', id };
  }
  throw new CommentGoneError(`comment ${id} was deleted concurrently`);
}

async function remove({ github, place: { owner, repo } }: PublishInput, id: number): Promise<void> {
  await ignoreNotFound(() => github.rest.issues.deleteComment({ owner, repo, comment_id: id }));
}

/**
 * Sends a request for a comment.
 * @returns false if the comment no longer exists
 */
async function ignoreNotFound(request: () => Promise<unknown>): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    if (getStatus(error) === 404 || getStatus(error) === 410) return false;
    throw error;
  }
}

/** Returns whether the pull request has a newer head. Returns false if the request fails. */
async function isOutdated({ github, place, head }: PublishInput): Promise<boolean> {
  if (head === undefined) return false;
  try {
    const { owner, repo, number } = place;
    return (await github.rest.pulls.get({ owner, repo, pull_number: number })).data.head.sha !== head;
  } catch {
    return false;
  }
}
