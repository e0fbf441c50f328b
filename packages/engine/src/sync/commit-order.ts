import type { StateMeta } from '@context-sync/sync';

/** Access to the history of the repository. */
export interface History {
  /** Returns whether a commit is an ancestor of another commit; undefined if unknown. */
  isAncestor(commit: string, other: string): Promise<boolean | undefined>;
  /** Returns the current head of the branch on its host; undefined if it cannot be read. */
  head(): Promise<string | undefined>;
}

/**
 * The relation of a commit to the last synced commit. Only `current` and `set-back` commits are synced:
 * - `current`: the commit is the same or newer, or the relation is unknown
 * - `set-back`: the commit is older, and the branch no longer contains the last synced commit
 * - `outdated`: the commit is older, and the branch contains the last synced commit
 * - `off-branch`: the branch was reset to a commit before this commit
 * - `unclear`: the commit is older, and the head of the branch cannot be read
 */
export type CommitOrder = 'current' | 'set-back' | 'outdated' | 'off-branch' | 'unclear';

/** Maximum number of commits that a state records as removed from the branch by resets. */
const MAX_SET_BACK_COMMITS = 5;

/**
 * Determines the relation of a commit to the last synced commit. Runs can end in a different order than they started, so a run for an older commit
 * does nothing. The exception is a force push that has reset the branch to the older commit, so that the branch no longer contains the last synced
 * commit.
 * @param isSynced whether there is nothing to send for the commit
 */
export async function decideCommitOrder(
  history: History,
  commit: string,
  { commit: last, removedCommits = [] }: Pick<StateMeta, 'commit' | 'removedCommits'>,
  isSynced: boolean,
): Promise<CommitOrder> {
  if (last === null || last === commit) return 'current';
  const isIn = async (one: string, other: string) => one === other || history.isAncestor(one, other);
  if ((await isIn(commit, last)) === true) {
    const headCommit = await history.head();
    if (headCommit === undefined) return 'unclear';
    const isSetBack = (await isIn(commit, headCommit)) === true && (await isIn(last, headCommit)) === false;
    return isSetBack ? 'set-back' : 'outdated';
  }
  if (isSynced) return 'current';
  for (const formerCommit of removedCommits) {
    if ((await isIn(commit, formerCommit)) !== true) continue;
    const currentHead = await history.head();
    return currentHead !== undefined && (await isIn(commit, currentHead)) === true ? 'current' : 'off-branch';
  }
  return 'current';
}

/** Returns the removed commits to record after the branch was reset to a commit before the last synced commit. */
export function listRemovedCommits({
  commit,
  removedCommits = [],
}: Pick<StateMeta, 'commit' | 'removedCommits'>): string[] {
  const allCommits = [...(commit === null ? [] : [commit]), ...removedCommits];
  return [...new Set(allCommits)].slice(0, MAX_SET_BACK_COMMITS);
}

export interface OrderInput {
  readonly log: { info(text: string): void; warn(text: string): void };
  readonly branch: string;
  /** Whether the push was forced. */
  readonly forced: boolean;
  readonly commit: string;
  /** The last synced commit; null if there was none. */
  readonly last: string | null;
}

/** Logs the reason if an older commit is synced, or if it is not synced although the branch may have been reset. */
export function logCommitOrder(order: CommitOrder, { log, branch, forced, commit, last }: OrderInput): void {
  const lastCommit = last?.slice(0, 7);
  if (order === 'set-back') {
    log.info(
      `${branch} no longer has commit ${lastCommit}, which was synced last: syncing the older ${commit.slice(0, 7)}`,
    );
  }
  if (order === 'unclear' && forced) {
    log.warn(
      `The push was forced, and the head of ${branch} could not be read. Nothing was synced; the last synced commit is still ${lastCommit}. Run the job again, and check that github-token may read contents, or that git can read the remote origin of the checkout.`,
    );
  }
}
