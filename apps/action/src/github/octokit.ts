import { getOctokit } from '@actions/github';
import { isWebPage } from '@context-sync/core';
import { SYSTEM_CLOCK } from '@context-sync/sync';
import type { RunContext } from '../event/context.ts';
import { UserError } from '../problem/problem.ts';
import { isPermanentFailure, retryDelayMs } from './github-errors.ts';
import { retryRequest } from './request-retry.ts';

export type Octokit = ReturnType<typeof getOctokit>;

/** Status of an answer that has no body. */
const NO_CONTENT = 204;

/**
 * GitHub's API with the job's token. It prints nothing: what GitHub says is told where it matters. An answer that is no JSON, or only the
 * beginning of one, is an error without a status, so that it counts as no answer at all.
 */
export function createOctokit({ apiUrl }: Pick<RunContext, 'apiUrl'>, token: string): Octokit {
  const silent = () => undefined;
  const octokit = getOctokit(token, {
    baseUrl: apiUrl,
    log: { debug: silent, info: silent, warn: silent, error: silent },
  });
  octokit.hook.after('request', ({ data, status }, { method, url }) => {
    if (status === NO_CONTENT || isJson(data)) return;
    const what =
      typeof data === 'string' && isWebPage(data)
        ? "a web page, which is not the API's word"
        : 'something that is no JSON, or breaks off';
    throw new Error(`${method} ${url} was answered with ${what}`);
  });
  return octokit;
}

/** Octokit hands over what it cannot read as JSON as text, as bytes, or not at all. */
function isJson(data: unknown): boolean {
  return typeof data === 'object' && data !== null && !(data instanceof ArrayBuffer);
}

/** Whether `commit` comes before `other` on GitHub; undefined where GitHub does not know one of them, or cannot be reached. */
export async function isAncestorOnGitHub(
  octokit: Octokit,
  { owner, repo }: RunContext,
  commit: string,
  other: string,
): Promise<boolean | undefined> {
  const basehead = `${other}...${commit}`;
  return undefinedOnFailure(async () => {
    const { data } = await octokit.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead });
    return data.status === 'behind';
  });
}

/** Head of a branch on GitHub; undefined where there is no such branch, or GitHub cannot be reached. */
export async function fetchHead(
  octokit: Octokit,
  { owner, repo }: RunContext,
  branch: string,
): Promise<string | undefined> {
  return undefinedOnFailure(
    async () => (await octokit.rest.git.getRef({ owner, repo, ref: `heads/${branch}` })).data.object.sha,
  );
}

/** The result of a request that reads; undefined where it fails, after retries where those may help. */
async function undefinedOnFailure<T>(request: () => Promise<T>): Promise<T | undefined> {
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

/** @throws UserError where GitHub does not tell */
export async function fetchDefaultBranch(octokit: Octokit, { owner, repo }: RunContext): Promise<string> {
  try {
    return (await octokit.rest.repos.get({ owner, repo })).data.default_branch;
  } catch (cause) {
    const problem = "the event does not name the repository's default branch, and GitHub did not tell it";
    throw new UserError([{ subject: 'branch', problem, fix: 'set branch' }], cause);
  }
}
