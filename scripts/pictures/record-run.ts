import {
  type ActionRun,
  Cleanup,
  GitRepository,
  runAction,
  startGitHub,
  startService,
} from '../../packages/testkit/src/index.ts';
import { FIRST_DOCS } from './sample-docs.ts';

/** The output of the shipped action and of the service for one change of the docs. */
export interface RecordedRun {
  /** The differences of the pull request in the form in which git prints them. */
  readonly diff: string;
  /** The comment on the pull request. */
  readonly comment: string;
  /** The summary of the push that merged the pull request. */
  readonly summary: string;
  /** What an assistant receives from the MCP server for the question. */
  readonly answer: string;
}

/** Runs the shipped bundle for a first push, a pull request and its merge, against the service and a GitHub emulator, and then searches for the question. */
export async function recordRun(
  changes: Readonly<Record<string, string | null>>,
  question: string,
): Promise<RecordedRun> {
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

    const baseCommit = await repository.commit('Write the docs', FIRST_DOCS);
    const branch = await repository.git('symbolic-ref', '--short', 'HEAD');
    await run({});
    await repository.git('switch', '--quiet', '--create', 'edit');
    const headCommit = await repository.commit('Raise the rate limit', changes);
    const diff = await repository.git('diff', '--unified=0', baseCommit, headCommit);
    await repository.git('switch', '--quiet', branch);
    // GitHub runs workflows of pull requests on the merge commit.
    await repository.git('merge', '--quiet', '--no-ff', '--message', 'Merge pull request #1', headCommit);
    const number = await github.openPullRequest('Raise the rate limit', headCommit);
    await run({
      eventName: 'pull_request',
      ref: `refs/pull/${number}/merge`,
      event: {
        number,
        pull_request: { number, head: { sha: headCommit }, base: { sha: baseCommit } },
        repository: repositoryEvent,
      },
    });
    const [comment] = await github.comments(number);
    if (!comment) throw new Error('the action left no comment on the pull request');
    await github.mergePullRequest(number, await repository.git('rev-parse', 'HEAD'));
    const { summary } = await run({});
    return { diff, comment: comment.body, summary, answer: await ask(service, question) };
  } finally {
    await cleanup.close();
  }
}

/** Returns the text that the MCP server sends to an assistant that searches for the question. */
async function ask({ url, key }: { readonly url: string; readonly key: string }, query: string): Promise<string> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search_context', arguments: { query, limit: 1 } },
    }),
  });
  const text = await response.text();
  const message = JSON.parse(text.replace(/^[\s\S]*?^data: /m, '').trim()) as {
    readonly result?: { readonly content: readonly { readonly text: string }[] };
  };
  const [content] = message.result?.content ?? [];
  if (!content) throw new Error(`the MCP server returned no result: ${text}`);
  return content.text;
}
