import type { RunContext } from '../event/context.ts';
import { createOctokit } from '../github/octokit.ts';
import type { Settings } from '../inputs/settings.ts';
import { explain } from '../report/explain.ts';
import { info } from '../report/log/console.ts';
import { redactSecrets } from '../report/redact.ts';
import { type CommentKey, stepOf, withStepInMarker } from './marker.ts';
import { publishComment } from './publish-comment.ts';
import type { PublishFailure } from './publish-failure.ts';
import type { RenderedComment } from './render-comment.ts';
import { renderFailure } from './render-failure.ts';

export interface CommentInput {
  readonly context: RunContext;
  /** As far as they are known. */
  readonly settings: Partial<Pick<Settings, 'comment' | 'githubToken'>>;
  /** Reads an input of the step by its name. */
  readonly input: (name: string) => string;
  /** All sources of the run, as far as they are known. */
  readonly sources: readonly Partial<Pick<Settings, 'project' | 'docs'>>[];
  /** Told why there is no comment. */
  fail(failure: PublishFailure): void;
}

/** Keeps a comment on the pull request, if the run is for one. It is an extra, and fails nothing. */
export async function postPlanComment(input: CommentInput, comment: RenderedComment): Promise<void> {
  const { context, settings } = input;
  const step = stepOf(input.input);
  const { comment: policy = 'changes-only', githubToken = '' } = settings;
  const { owner, repo, pullRequest } = context;
  if (pullRequest === undefined || githubToken === '') return;
  const { number, head } = pullRequest;
  const { action, failure } = await publishComment({
    github: createOctokit(context, githubToken),
    place: { owner, repo, number },
    // The runner masks what is printed, and not what is sent to GitHub: docs can hold anything, the key as well.
    comment: { ...comment, body: withStepInMarker(redactSecrets(comment.body), step) },
    step,
    keys: commentKeysOf(input.sources),
    policy,
    ...(head === undefined ? {} : { head }),
  });
  if (failure) input.fail(failure);
  else info(`Comment on pull request ${number}: ${action}`);
}

/**
 * Says on the pull request that no plan could be made, and why: where the plan would stand, or in a comment for the whole run where it is not
 * even known what was to be planned. Of several plans the first is told anew, and the others only where there is a comment that is no longer true.
 */
export async function postFailureComment(
  input: CommentInput,
  failed: CommentInput['sources'],
  error: unknown,
): Promise<void> {
  const problems = explain(error);
  const [first = runCommentKey(input.input('config')), ...others] = commentKeysOf(failed);
  await postPlanComment(input, renderFailure(first, problems));
  for (const key of others) await postPlanComment(input, { ...renderFailure(key, problems), isEmpty: true });
}

function commentKeysOf(sources: CommentInput['sources']): CommentKey[] {
  return sources.flatMap(({ project, docs }) =>
    project === undefined || docs === undefined ? [] : [{ project, docs }],
  );
}

/** The key of a run's own comment. No project is without a name, so it is never that of a plan; workflows with other configurations have others. */
function runCommentKey(configPath: string): CommentKey {
  return { project: '', docs: configPath };
}
