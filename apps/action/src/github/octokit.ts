import { getOctokit } from '@actions/github';
import { isWebPage } from '@context-sync/core';
import type { RunContext } from '../event/context.ts';
import { UserError } from '../user-error.ts';

export type Octokit = ReturnType<typeof getOctokit>;

/** GitHub's API with the job's token. It prints nothing: what GitHub says is told where it matters. */
export function octokitOf({ apiUrl }: Pick<RunContext, 'apiUrl'>, token: string): Octokit {
  const silent = () => undefined;
  const octokit = getOctokit(token, {
    baseUrl: apiUrl,
    log: { debug: silent, info: silent, warn: silent, error: silent },
  });
  octokit.hook.after('request', ({ data }, { method, url }) => {
    if (typeof data === 'string' && isWebPage(data)) {
      // It has no status, so that it counts as no answer at all.
      throw new Error(`${method} ${url} was answered with a web page, which is not the API's word`);
    }
  });
  return octokit;
}

/** What a shallow clone cannot tell, GitHub can. Best effort: a commit that it does not know is not known to be older. */
export async function isAncestorOnGitHub(
  octokit: Octokit,
  { owner, repo }: RunContext,
  commit: string,
  other: string,
): Promise<boolean | undefined> {
  try {
    const basehead = `${other}...${commit}`;
    const { data } = await octokit.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead });
    return data.status === 'behind';
  } catch {
    return undefined;
  }
}

/** @throws UserError where GitHub does not tell */
export async function defaultBranchOf(octokit: Octokit, { owner, repo }: RunContext): Promise<string> {
  try {
    return (await octokit.rest.repos.get({ owner, repo })).data.default_branch;
  } catch (cause) {
    const problem = "the event does not name the repository's default branch, and GitHub did not tell it";
    throw new UserError([{ subject: 'branch', problem, fix: 'set branch' }], cause);
  }
}
