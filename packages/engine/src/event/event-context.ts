import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RepositoryIdentity } from '@context-sync/sync';
import { z } from 'zod';
import { getDocumentationUrl } from '../problem/documentation-url.ts';
import { UserError } from '../problem/problem.ts';

/** Data of the current run that the runner provides. */
export interface RunContext {
  /** The ID of the run. A re-run has the same ID, which is safe because the earlier attempt has ended. */
  readonly run: string;
  readonly eventName: string;
  /** Full ref that triggered the run, such as `refs/heads/main`. */
  readonly ref: string;
  readonly sha: string;
  readonly owner: string;
  readonly repo: string;
  /** The repository in the form in which the state contains it. */
  readonly repository: RepositoryIdentity;
  readonly serverUrl: string;
  readonly apiUrl: string;
  readonly workspace: string;
  /** A folder for temporary files of this job. */
  readonly temp: string;
  /** Whether the push deleted the branch. */
  readonly deleted: boolean;
  /** Whether the push was forced. */
  readonly forced: boolean;
  /** URL of the run; undefined outside of GitHub. */
  readonly runUrl: string | undefined;
  readonly pullRequest: PullRequestContext | undefined;
  /** The default branch of the repository; undefined if the event does not contain it. */
  readonly defaultBranch: string | undefined;
}

/** The pull request of a run, with its head commit and the head of its target branch at the time of the event. */
export interface PullRequestContext {
  readonly number: number;
  readonly head: string | undefined;
  readonly target: string | undefined;
}

const commitPayload = z.looseObject({ sha: z.string().optional() });
const payload = z.looseObject({
  deleted: z.boolean().optional(),
  forced: z.boolean().optional(),
  pull_request: z
    .looseObject({ number: z.int(), head: commitPayload.optional(), base: commitPayload.optional() })
    .optional(),
  repository: z.looseObject({ default_branch: z.string().optional() }).optional(),
});

/**
 * Reads the data of the run from the environment.
 * @throws UserError if a variable is missing
 */
export function readContext(env: NodeJS.ProcessEnv): RunContext {
  const readVariable = (name: string): string => {
    const value = env[name];
    if (!value)
      throw new UserError([
        {
          subject: name,
          problem: 'is not set; GitHub Actions runners set it',
          fix: `run it as a GitHub Action; for other CI systems, see ${getDocumentationUrl('how-to/other-ci.md', env)}`,
        },
      ]);
    return value;
  };
  const name = readVariable('GITHUB_REPOSITORY');
  const [owner = '', repo = ''] = name.split('/');
  const serverUrl = env.GITHUB_SERVER_URL ?? 'https://github.com';
  const repositoryId = env.GITHUB_REPOSITORY_ID;
  const event = readPayload(env.GITHUB_EVENT_PATH);
  const { pull_request: pullRequest } = event;
  const { GITHUB_RUN_ID: id, GITHUB_JOB: job = '', GITHUB_ACTION: step = '' } = env;
  return {
    run: id ? `${id}/${job}/${step}` : randomUUID(),
    eventName: readVariable('GITHUB_EVENT_NAME'),
    ref: env.GITHUB_REF ?? '',
    sha: env.GITHUB_SHA ?? '',
    owner,
    repo,
    repository: { host: getHost(serverUrl), name, ...(repositoryId ? { id: repositoryId } : {}) },
    serverUrl,
    apiUrl: env.GITHUB_API_URL ?? 'https://api.github.com',
    workspace: readVariable('GITHUB_WORKSPACE'),
    temp: readVariable('RUNNER_TEMP'),
    deleted: event.deleted ?? false,
    forced: event.forced ?? false,
    runUrl: id && env.GITHUB_ACTIONS === 'true' ? `${serverUrl}/${owner}/${repo}/actions/runs/${id}` : undefined,
    pullRequest: pullRequest && {
      number: pullRequest.number,
      head: pullRequest.head?.sha,
      target: pullRequest.base?.sha,
    },
    defaultBranch: event.repository?.default_branch,
  };
}

function getHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function readPayload(path: string | undefined): z.infer<typeof payload> {
  if (!path) return {};
  const payloadResult = payload.safeParse(readJson(path));
  return payloadResult.success ? payloadResult.data : {};
}

function readJson(path: string): unknown {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const problem = text === '' ? `must be a readable file (${reason})` : `must be a JSON file (got ${path})`;
    const fix = 'outside GitHub, leave the variable unset';
    throw new UserError([{ subject: 'GITHUB_EVENT_PATH', problem, fix }], error);
  }
}
