import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RepositoryIdentity } from '@context-sync/sync';
import { z } from 'zod';
import { documentationUrl } from '../problem/documentation-url.ts';
import { UserError } from '../problem/problem.ts';

/** What the runner says about this run. */
export interface RunContext {
  /** Name of this run; that of a re-run is the same, as the earlier attempt has ended. */
  readonly run: string;
  readonly eventName: string;
  /** Full ref that triggered the run, such as `refs/heads/main`. */
  readonly ref: string;
  readonly sha: string;
  readonly owner: string;
  readonly repo: string;
  /** How a state names the repository that it belongs to. */
  readonly repository: RepositoryIdentity;
  readonly serverUrl: string;
  readonly apiUrl: string;
  readonly workspace: string;
  /** Folder for files of this job alone. */
  readonly temp: string;
  /** A push that deletes its branch. */
  readonly deleted: boolean;
  /** A push that has taken commits off its branch. */
  readonly forced: boolean;
  /** The pull request that the run is for, with the commit that was pushed to it last when the event came. */
  readonly pullRequest: { readonly number: number; readonly head: string | undefined } | undefined;
  /** undefined where the event does not tell. */
  readonly defaultBranch: string | undefined;
}

const payload = z.looseObject({
  deleted: z.boolean().optional(),
  forced: z.boolean().optional(),
  pull_request: z
    .looseObject({ number: z.int(), head: z.looseObject({ sha: z.string().optional() }).optional() })
    .optional(),
  repository: z.looseObject({ default_branch: z.string().optional() }).optional(),
});

/** @throws UserError when this is not a GitHub Actions runner */
export function readContext(env: NodeJS.ProcessEnv): RunContext {
  const needed = (name: string): string => {
    const value = env[name];
    if (!value)
      throw new UserError([
        {
          subject: name,
          problem: 'is not set, as a runner of GitHub Actions sets it',
          fix: `run it as a GitHub Action; for other systems, see ${documentationUrl('how-to/other-ci.md', env)}`,
        },
      ]);
    return value;
  };
  const name = needed('GITHUB_REPOSITORY');
  const [owner = '', repo = ''] = name.split('/');
  const serverUrl = env.GITHUB_SERVER_URL ?? 'https://github.com';
  const repositoryId = env.GITHUB_REPOSITORY_ID;
  const event = readPayload(env.GITHUB_EVENT_PATH);
  const { pull_request: pullRequest } = event;
  const { GITHUB_RUN_ID: id, GITHUB_JOB: job = '', GITHUB_ACTION: step = '' } = env;
  return {
    run: id ? `${id}/${job}/${step}` : randomUUID(),
    eventName: needed('GITHUB_EVENT_NAME'),
    ref: env.GITHUB_REF ?? '',
    sha: env.GITHUB_SHA ?? '',
    owner,
    repo,
    repository: { host: hostOf(serverUrl), name, ...(repositoryId ? { id: repositoryId } : {}) },
    serverUrl,
    apiUrl: env.GITHUB_API_URL ?? 'https://api.github.com',
    workspace: needed('GITHUB_WORKSPACE'),
    temp: needed('RUNNER_TEMP'),
    deleted: event.deleted ?? false,
    forced: event.forced ?? false,
    pullRequest: pullRequest && { number: pullRequest.number, head: pullRequest.head?.sha },
    defaultBranch: event.repository?.default_branch,
  };
}

/** @throws UserError when the file cannot be read or is not JSON */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function readPayload(path: string | undefined): z.infer<typeof payload> {
  if (!path) return {};
  const parsed = payload.safeParse(readJson(path));
  return parsed.success ? parsed.data : {};
}

function readJson(path: string): unknown {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const problem =
      text === '' ? `names a file that cannot be read (${reason})` : `names a file that is not JSON (${path})`;
    const fix = 'on other systems than GitHub, leave the variable unset';
    throw new UserError([{ subject: 'GITHUB_EVENT_PATH', problem, fix }], error);
  }
}
