import type { Git } from '../git/git.ts';

/** The known commits of a run that only plans: the planned commit, and the commits with which it can be compared. */
export interface ReviewedCommits {
  readonly head: string;
  /** The commit of the target branch of the pull request; undefined if the run is not for a pull request. */
  readonly target: string | undefined;
  /** The branch that is synced. */
  readonly branch: string;
}

/**
 * Returns the commit before the reviewed commits: the first parent of the merge commit that the host checks out, or the last commit that is also in the
 * target branch. The last commit of a branch can also be a merge commit, with the target branch as its second parent. Returns undefined if the checkout does
 * not contain this commit, as is usual for a shallow clone with a depth of one commit.
 */
export async function findBase(git: Git, { head, target, branch }: ReviewedCommits): Promise<string | undefined> {
  const isMerge = (await git.resolve(`${head}^2^{commit}`)) !== undefined;
  if (isMerge && target !== undefined && (await isOnTarget(git, `${head}^1`, target)))
    return git.resolve(`${head}^1^{commit}`);
  for (const revision of [target, `refs/remotes/origin/${branch}`, `refs/heads/${branch}`]) {
    const commit = revision === undefined ? undefined : await git.resolve(`${revision}^{commit}`);
    if (commit === undefined) continue;
    const base = await git.findMergeBase(commit, head);
    // On the branch itself, the merge base is the reviewed commit.
    if (base !== undefined && base !== head) return base;
  }
  return undefined;
}

/** Returns whether a commit contains the target of the pull request. A shallow clone may lack the target; then, the commit is the target branch. */
async function isOnTarget(git: Git, revision: string, target: string): Promise<boolean> {
  const [commit, targetCommit] = [await git.resolve(`${revision}^{commit}`), await git.resolve(`${target}^{commit}`)];
  if (commit === undefined || targetCommit === undefined) return true;
  return (await git.findMergeBase(targetCommit, commit)) === targetCommit;
}
