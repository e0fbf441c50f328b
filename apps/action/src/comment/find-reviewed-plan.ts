import { type CommentKey, encodeKey, type Marker } from '@context-sync/engine/comment/comment-marker';
import { NO_PLAN_HASH } from '@context-sync/engine/comment/render-failure';
import { findDifferingDocuments } from '@context-sync/engine/comment/reviewed-documents';
import type { ReviewedPlanSummary } from '@context-sync/engine/report/report-model';
import type { Plan } from '@context-sync/sync';
import { computePlanHash } from '@context-sync/sync';
import type { AssociatedPullRequest, GitHubPort } from './github-port.ts';
import { findOwnComments } from './own-comments.ts';

/** The plan in the comment of a merged pull request. */
export interface ReviewedPlan {
  readonly pullRequest: number;
  /** Hash of the plan. */
  readonly hash: string;
  /** Text of the comment. */
  readonly body: string;
}

export interface ReviewedPlanInput {
  readonly github: GitHubPort;
  readonly owner: string;
  readonly repo: string;
  /** The pushed commit. */
  readonly commit: string;
  readonly key: CommentKey;
}

/**
 * Finds the plan that was reviewed on the pull request of this commit. Returns undefined if there was no plan, if the commit was pushed directly, or
 * if the token lacks `pull-requests: read` in a private repository.
 */
export async function findReviewedPlan(input: ReviewedPlanInput): Promise<ReviewedPlan | undefined> {
  const { github, owner, repo, commit, key } = input;
  try {
    const { data } = await github.rest.repos.listPullRequestsAssociatedWithCommit({
      owner,
      repo,
      commit_sha: commit,
      per_page: 100,
    });
    const pullRequest = findMergedPullRequest(data, commit);
    if (!pullRequest) return undefined;
    const { number } = pullRequest;
    const isWanted = (marker: Marker) => marker.key === encodeKey(key);
    const [comment] = await findOwnComments(github, { owner, repo, number }, isWanted);
    // The comment contains an error instead of a plan, so no plan was reviewed.
    if (comment?.marker.hash === NO_PLAN_HASH) return undefined;
    return comment && { pullRequest: number, hash: comment.marker.hash, body: comment.body };
  } catch {
    return undefined;
  }
}

/** Compares the current plan with the reviewed plan. */
export function compareWithReviewedPlan(plan: Plan, { pullRequest, hash, body }: ReviewedPlan): ReviewedPlanSummary {
  if (computePlanHash(plan) === hash) return { pullRequest, same: true };
  const differingPaths = findDifferingDocuments(plan, body);
  return { pullRequest, same: false, ...(differingPaths ? { differing: differingPaths } : {}) };
}

/** Returns the pull request whose merge created this commit; otherwise, the newest merged pull request that contains the commit. */
function findMergedPullRequest(
  pullRequests: readonly AssociatedPullRequest[],
  commit: string,
): AssociatedPullRequest | undefined {
  const mergedPullRequests = pullRequests
    .filter(({ merged_at }) => merged_at !== null)
    .sort((a, b) => b.number - a.number);
  return mergedPullRequests.find(({ merge_commit_sha }) => merge_commit_sha === commit) ?? mergedPullRequests[0];
}
