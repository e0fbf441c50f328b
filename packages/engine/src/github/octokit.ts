import { getOctokit } from '@actions/github';
import { isHtmlPage } from '@context-sync/core';
import { SYSTEM_CLOCK } from '@context-sync/sync';
import type { RunContext } from '../event/event-context.ts';
import { UserError } from '../problem/problem.ts';
import { isPermanentFailure, retryDelayMs } from './github-errors.ts';
import { retryRequest } from './request-retry.ts';

export type Octokit = ReturnType<typeof getOctokit>;

const NO_CONTENT = 204;

/**
 * Creates a client for GitHub's API that logs nothing. For a response that is truncated or not JSON, the client throws an error without a status, so
 * that it is treated as a failed connection.
 */
export function createOctokit({ apiUrl }: Pick<RunContext, 'apiUrl'>, token: string): Octokit {
  const ignoreLog = () => undefined;
  const octokit = getOctokit(token, {
    baseUrl: apiUrl,
    log: { debug: ignoreLog, info: ignoreLog, warn: ignoreLog, error: ignoreLog },
  });
  octokit.hook.after('request', ({ data, status }, { method, url }) => {
    if (status === NO_CONTENT || isJson(data)) return;
    const triggeredLimit =
      typeof data === 'string' && isHtmlPage(data) ? 'an HTML page instead of JSON' : 'invalid or truncated JSON';
    throw new Error(`${method} ${url} returned ${triggeredLimit}`);
  });
  return octokit;
}

/** Returns whether Octokit parsed the body as JSON. Other bodies are strings, bytes or undefined. */
function isJson(data: unknown): boolean {
  return typeof data === 'object' && data !== null && !(data instanceof ArrayBuffer);
}

/** Returns whether `commit` is an ancestor of `other` on GitHub; undefined if GitHub does not know one of the commits or cannot be reached. */
export async function isAncestorOnGitHub(
  octokit: Octokit,
  { owner, repo }: RunContext,
  commit: string,
  other: string,
): Promise<boolean | undefined> {
  const basehead = `${other}...${commit}`;
  return ignoreFailure(async () => {
    const { data } = await octokit.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead });
    return data.status === 'behind';
  });
}

/** Returns the head commit of a branch on GitHub; undefined if the branch does not exist or GitHub cannot be reached. */
export async function fetchHead(
  octokit: Octokit,
  { owner, repo }: RunContext,
  branch: string,
): Promise<string | undefined> {
  return ignoreFailure(
    async () => (await octokit.rest.git.getRef({ owner, repo, ref: `heads/${branch}` })).data.object.sha,
  );
}

/** Returns the result of a read request; undefined if the request fails after retries. */
async function ignoreFailure<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await retryRequest(
      request,
      { isPermanentFailure, retryDelayMs, clock: SYSTEM_CLOCK },
      (error) => new Error(String(error)),
    );
  } catch {
    return undefined;
  }
}

/**
 * Returns the default branch of the repository.
 * @throws UserError if GitHub does not return it
 */
export async function fetchDefaultBranch(octokit: Octokit, { owner, repo }: RunContext): Promise<string> {
  try {
    return (await octokit.rest.repos.get({ owner, repo })).data.default_branch;
  } catch (cause) {
    const problem = 'is empty, and the default branch could not be read from the event or from GitHub';
    throw new UserError([{ subject: 'branch', problem, fix: 'set branch to the branch to sync' }], cause);
  }
}
