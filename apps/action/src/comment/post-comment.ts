import { addStepToMarker, type CommentKey, getStep } from '@context-sync/engine/comment/comment-marker';
import type { RenderedComment } from '@context-sync/engine/comment/render-comment';
import { renderFailure } from '@context-sync/engine/comment/render-failure';
import type { RunContext } from '@context-sync/engine/event/event-context';
import { createOctokit } from '@context-sync/engine/github/octokit';
import type { Settings } from '@context-sync/engine/inputs/action-settings';
import { explain } from '@context-sync/engine/report/explain-failure';
import { redactSecrets } from '@context-sync/engine/report/redact';
import { logInfo } from '../report/log/workflow-commands.ts';
import { publishComment } from './publish-comment.ts';
import type { PublishFailure } from './publish-failure.ts';

export interface CommentInput {
  readonly context: RunContext;
  /** The settings that could be parsed. */
  readonly settings: Partial<Pick<Settings, 'comment' | 'githubToken'>>;
  /** Reads an input of the step by name. */
  readonly input: (name: string) => string;
  /** The sources of the run, with the settings that could be parsed. */
  readonly sources: readonly Partial<Pick<Settings, 'project' | 'docs'>>[];
  /** Reports that the comment could not be written. */
  fail(failure: PublishFailure): void;
}

/** Posts or updates the comment if the run is for a pull request. An error does not fail the run. */
export async function postPlanComment(input: CommentInput, comment: RenderedComment): Promise<void> {
  const { context, settings } = input;
  const step = getStep(input.input);
  const { comment: policy = 'changes-only', githubToken = '' } = settings;
  const { owner, repo, pullRequest } = context;
  if (pullRequest === undefined || githubToken === '') return;
  const { number, head } = pullRequest;
  const { action, failure } = await publishComment({
    github: createOctokit(context, githubToken),
    place: { owner, repo, number },
    // The runner masks secrets in the log but not in comments, and the docs can contain any text, such as the API key.
    comment: { ...comment, body: addStepToMarker(redactSecrets(comment.body), step) },
    step,
    keys: getCommentKeys(input.sources),
    policy,
    ...(head === undefined ? {} : { head }),
  });
  if (failure) input.fail(failure);
  else logInfo(`Comment on pull request ${number}: ${action}`);
}

/**
 * Posts the error of a failed plan in the comment of the plan. If the sources are unknown, posts it in a comment for the whole run. If there are
 * several sources, a new comment is created only for the first source, and existing comments of the other sources are updated.
 */
export async function postFailureComment(
  input: CommentInput,
  failedSources: CommentInput['sources'],
  error: unknown,
): Promise<void> {
  const problems = explain(error);
  const [first = runCommentKey(input.input('config')), ...others] = getCommentKeys(failedSources);
  await postPlanComment(input, renderFailure(first, problems));
  for (const key of others) await postPlanComment(input, { ...renderFailure(key, problems), isEmpty: true });
}

function getCommentKeys(sources: CommentInput['sources']): CommentKey[] {
  return sources.flatMap(({ project, docs }) =>
    project === undefined || docs === undefined ? [] : [{ project, docs }],
  );
}

/** Returns the key of the comment for a whole run. The key of a plan's comment never equals it, because a plan always has a project name. */
function runCommentKey(configPath: string): CommentKey {
  return { project: '', docs: configPath };
}
