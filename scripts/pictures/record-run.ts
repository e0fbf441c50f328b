import {
  type ActionRun,
  Cleanup,
  GitRepository,
  runAction,
  startGitHub,
  startService,
} from '../../packages/testkit/src/index.ts';
import { CHANGED_DOCS, FIRST_DOCS } from './sample-docs.ts';

/** The Markdown that the shipped action wrote for one change of the docs. */
export interface RecordedRun {
  /** The comment on the pull request. */
  readonly comment: string;
  /** The summary of the push that merged the pull request. */
  readonly summary: string;
}

/** Runs the shipped bundle for a first push, a pull request and its merge, against the service and a GitHub emulator. */
export async function recordRun(): Promise<RecordedRun> {
  const cleanup = new Cleanup();
  try {
    const service = await startService(cleanup);
    const github = await startGitHub(cleanup);
    const repository = await GitRepository.create(cleanup);
    const run = async (event: Partial<ActionRun>) => {
      const inputs = { 'api-key': service.key, 'base-url': service.url, project: service.project, connect: 'false' };
      const sha = await repository.git('rev-parse', 'HEAD');
      const result = await runAction(cleanup, { workspace: repository.path, github, sha, inputs, ...event });
      if (result.exitCode !== 0) throw new Error(`the action failed: ${result.stdout}${result.stderr}`);
      return result;
    };
    const repositoryEvent = { default_branch: 'main', full_name: `${github.owner}/${github.repo}` };

    await repository.commit('Write the docs', FIRST_DOCS);
    await run({});
    const headCommit = await repository.commit('Raise the rate limit', CHANGED_DOCS);
    const number = await github.openPullRequest('Raise the rate limit', headCommit);
    await run({
      eventName: 'pull_request',
      ref: `refs/pull/${number}/merge`,
      event: { number, pull_request: { number, head: { sha: headCommit } }, repository: repositoryEvent },
    });
    const [comment] = await github.comments(number);
    if (!comment) throw new Error('the action left no comment on the pull request');
    await github.mergePullRequest(number, headCommit);
    const { summary } = await run({});
    return { comment: comment.body, summary };
  } finally {
    await cleanup.close();
  }
}
