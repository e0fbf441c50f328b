import { computeEditDistance } from '@context-sync/base';
import type { RunContext } from '../event/event-context.ts';
import type { Problem } from '../problem/problem.ts';
import { getStatus } from './github-errors.ts';
import type { Octokit } from './octokit.ts';

const MAX_SUGGESTIONS = 3;
/** The maximum edit distance between a name and a suggestion, relative to the length of the name. */
const MAX_EDIT_RATIO = 1 / 3;

/**
 * Checks that a branch exists.
 * @returns a problem that suggests similar branches; undefined if the branch exists or the token cannot list branches
 */
export async function findBranchProblem(
  octokit: Octokit,
  { owner, repo }: RunContext,
  branch: string,
): Promise<Problem | undefined> {
  try {
    await octokit.rest.git.getRef({ owner, repo, ref: `heads/${branch}` });
    return undefined;
  } catch (error) {
    if (getStatus(error) !== 404) return undefined;
  }
  try {
    // GitHub also returns 404 if the token lacks access. Only a list of branches proves that the configured branch is missing.
    const { data } = await octokit.rest.git.listMatchingRefs({ owner, repo, ref: 'heads/' });
    const names = data.map(({ ref }) => ref.slice('refs/heads/'.length));
    if (names.length === 0 || names.includes(branch)) return undefined;
    const similarBranches = findSimilarNames(branch, names);
    return {
      subject: 'branch',
      problem: `${owner}/${repo} has no branch "${branch}"`,
      fix: `set ${similarBranches.length > 0 ? similarBranches.join(' or ') : 'the name of a branch that exists'}, or leave branch empty for the default branch`,
    };
  } catch {
    return undefined;
  }
}

/** Returns the names that are most similar to `name`, ignoring case. The most similar name is first. */
export function findSimilarNames(name: string, names: readonly string[]): string[] {
  const lowerName = name.toLowerCase();
  const ratedNames = names.flatMap((each) => {
    const candidate = each.toLowerCase();
    const distance = computeEditDistance(lowerName, candidate);
    const isPart = candidate.split('/').includes(lowerName) || lowerName.split('/').includes(candidate);
    return distance <= Math.max(1, lowerName.length * MAX_EDIT_RATIO) || isPart
      ? [{ each, distance: isPart ? 1 : distance }]
      : [];
  });
  return ratedNames
    .sort((a, b) => a.distance - b.distance || (a.each < b.each ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ each }) => each);
}
