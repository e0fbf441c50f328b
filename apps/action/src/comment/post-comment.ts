import type { RunContext } from '../event/context.ts';
import { octokitOf } from '../github/octokit.ts';
import type { Settings } from '../inputs/settings.ts';
import { explain } from '../report/explain.ts';
import { info } from '../report/log/console.ts';
import { withoutOwnSecrets } from '../report/redact.ts';
import { type CommentKey, stepOf, withStep } from './marker.ts';
import { publishComment } from './publish-comment.ts';
import type { PublishFailure } from './publish-failure.ts';
import type { RenderedComment } from './render-comment.ts';
import { renderFailure } from './render-failure.ts';

export interface TellInput {
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
export async function tellPullRequest(input: TellInput, comment: RenderedComment): Promise<void> {
  const { context, settings } = input;
  const step = stepOf(input.input);
  const { comment: policy = 'changes-only', githubToken = '' } = settings;
  const { owner, repo, pullRequest } = context;
  if (pullRequest === undefined || githubToken === '') return;
  const { number, head } = pullRequest;
  const { action, failure } = await publishComment({
    github: octokitOf(context, githubToken),
    place: { owner, repo, number },
    // The runner masks what is printed, and not what is sent to GitHub: docs can hold anything, the key as well.
    comment: { ...comment, body: withStep(withoutOwnSecrets(comment.body), step) },
    step,
    keys: keysOf(input.sources),
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
export async function tellFailure(input: TellInput, failed: TellInput['sources'], error: unknown): Promise<void> {
  const faults = explain(error);
  const [first = keyOfRun(input.input('config')), ...others] = keysOf(failed);
  await tellPullRequest(input, renderFailure(first, faults));
  for (const key of others) await tellPullRequest(input, { ...renderFailure(key, faults), isEmpty: true });
}

function keysOf(sources: TellInput['sources']): CommentKey[] {
  return sources.flatMap(({ project, docs }) =>
    project === undefined || docs === undefined ? [] : [{ project, docs }],
  );
}

/** The key of a run's own comment. No project is without a name, so it is never that of a plan; workflows with other configurations have others. */
function keyOfRun(configPath: string): CommentKey {
  return { project: '', docs: configPath };
}
