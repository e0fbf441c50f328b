import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Git } from '../git/git.ts';
import { type CommitOrder, decideCommitOrder, listRemovedCommits } from './commit-order.ts';

/** The commits of the test repository. The branch was `base – older – removed – late` and is now `base – older – next`. */
const NAMES = ['base', 'older', 'removed', 'late', 'next'] as const;
type Name = (typeof NAMES)[number];
const commits = new Map<Name, string>();
let cleanup: Cleanup;
let repository: GitRepository;

beforeAll(async () => {
  cleanup = new Cleanup();
  repository = await GitRepository.create(cleanup);
  for (const name of NAMES) {
    if (name === 'next') await repository.git('checkout', '--quiet', '--detach', getId('older'));
    commits.set(name, await repository.commit(name));
  }
});
afterAll(() => cleanup.close());

function getId(name: Name): string {
  return commits.get(name) ?? '';
}

interface Situation {
  readonly commit: Name;
  /** The last synced commit; null if there was none. */
  readonly last: Name | null;
  /** The current head of the branch; undefined if it cannot be read. */
  readonly head?: Name;
  readonly removedCommits?: readonly Name[];
  readonly isSynced?: boolean;
}

async function getOrder({ commit, last, head, removedCommits, isSynced = false }: Situation): Promise<CommitOrder> {
  const git = new Git(repository.path);
  const history = {
    isAncestor: (one: string, other: string) => git.isAncestor(one, other),
    head: async () => head && getId(head),
  };
  const meta = {
    commit: last && getId(last),
    ...(removedCommits ? { removedCommits: removedCommits.map(getId) } : {}),
  };
  return decideCommitOrder(history, getId(commit), meta, isSynced);
}

describe('the order of a commit', () => {
  it.each<[string, Situation, CommitOrder]>([
    ['is current for the first sync', { commit: 'older', last: null }, 'current'],
    ['is current if it is synced again', { commit: 'older', last: 'older', head: 'late' }, 'current'],
    ['is current after an older commit', { commit: 'removed', last: 'older', head: 'removed' }, 'current'],
    ['is current before a newer commit', { commit: 'removed', last: 'older', head: 'late' }, 'current'],
    ['is current after a commit of another history', { commit: 'next', last: 'late', head: 'next' }, 'current'],
    ['is outdated after a newer commit', { commit: 'older', last: 'removed', head: 'removed' }, 'outdated'],
    ['is outdated after one of several newer commits', { commit: 'base', last: 'removed', head: 'late' }, 'outdated'],
    ['is unclear after a newer commit if the head is unknown', { commit: 'older', last: 'removed' }, 'unclear'],
  ])('decideCommitOrder returns the order of a commit, which %s', async (_name, situation, order) => {
    expect(await getOrder(situation)).toBe(order);
  });
});

describe('a branch that was reset', () => {
  it.each<[string, Situation, CommitOrder]>([
    ['syncs the older commit', { commit: 'older', last: 'late', head: 'older' }, 'set-back'],
    ['syncs the older commit below a new one', { commit: 'older', last: 'late', head: 'next' }, 'set-back'],
    [
      'skips the older commit if a new one was synced already',
      { commit: 'older', last: 'next', head: 'next' },
      'outdated',
    ],
    [
      'skips the older commit if the branch was restored',
      { commit: 'older', last: 'removed', head: 'late' },
      'outdated',
    ],
    ['skips a commit that is no longer on the branch', { commit: 'older', last: 'late', head: 'base' }, 'outdated'],
  ])('decideCommitOrder decides that a run after a reset of the branch %s', async (_name, situation, order) => {
    expect(await getOrder(situation)).toBe(order);
  });

  it.each<[string, Situation, CommitOrder]>([
    ['the former head', { commit: 'late', last: 'older', head: 'older' }, 'off-branch'],
    ['a commit before the former head', { commit: 'removed', last: 'older', head: 'next' }, 'off-branch'],
    ['a removed commit if the head is unknown', { commit: 'removed', last: 'older' }, 'off-branch'],
    ['a removed commit that was restored', { commit: 'removed', last: 'older', head: 'removed' }, 'current'],
    ['a removed commit without changes', { commit: 'removed', last: 'older', isSynced: true }, 'current'],
    ['a new commit', { commit: 'next', last: 'older', head: 'next' }, 'current'],
  ])('decideCommitOrder classifies %s after the branch was reset', async (_name, situation, order) => {
    expect(await getOrder({ ...situation, removedCommits: ['base', 'late'] })).toBe(order);
  });

  it('listRemovedCommits records at most five former heads of a branch that was reset', () => {
    const meta = (commit: string | null, removedCommits?: string[]) => ({
      commit,
      ...(removedCommits ? { removedCommits } : {}),
    });
    expect(listRemovedCommits(meta('a'))).toEqual(['a']);
    expect(listRemovedCommits(meta(null))).toEqual([]);
    expect(listRemovedCommits(meta('a', ['b', 'a', 'c', 'd', 'e', 'f']))).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
