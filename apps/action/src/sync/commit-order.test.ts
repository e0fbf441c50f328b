import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Git } from '../git/git.ts';
import { type CommitOrder, commitOrder, nextRemovedCommits } from './commit-order.ts';

/** The branch was `base – older – removed – late` and is now `base – older – next`. */
const NAMES = ['base', 'older', 'removed', 'late', 'next'] as const;
type Name = (typeof NAMES)[number];
const commits = new Map<Name, string>();
let cleanup: Cleanup;
let repository: GitRepository;

beforeAll(async () => {
  cleanup = new Cleanup();
  repository = await GitRepository.create(cleanup);
  for (const name of NAMES) {
    if (name === 'next') await repository.git('checkout', '--quiet', '--detach', idOf('older'));
    commits.set(name, await repository.commit(name));
  }
});
afterAll(() => cleanup.close());

function idOf(name: Name): string {
  return commits.get(name) ?? '';
}

interface Situation {
  readonly commit: Name;
  /** The commit of the last sync. */
  readonly last: Name | null;
  /** The head of the branch; undefined if it cannot be read. */
  readonly head?: Name;
  readonly removedCommits?: readonly Name[];
  readonly isSynced?: boolean;
}

async function orderOf({ commit, last, head, removedCommits, isSynced = false }: Situation): Promise<CommitOrder> {
  const git = new Git(repository.path);
  const history = {
    isAncestor: (one: string, other: string) => git.isAncestor(one, other),
    head: async () => head && idOf(head),
  };
  const meta = { commit: last && idOf(last), ...(removedCommits ? { removedCommits: removedCommits.map(idOf) } : {}) };
  return commitOrder(history, idOf(commit), meta, isSynced);
}

describe('the order of a commit', () => {
  it.each<[string, Situation, CommitOrder]>([
    ['is synced first of all', { commit: 'older', last: null }, 'current'],
    ['is synced again', { commit: 'older', last: 'older', head: 'late' }, 'current'],
    ['is synced after an older one', { commit: 'removed', last: 'older', head: 'removed' }, 'current'],
    ['is synced before a newer one', { commit: 'removed', last: 'older', head: 'late' }, 'current'],
    ['is synced after one of another history', { commit: 'next', last: 'late', head: 'next' }, 'current'],
    ['is outdated after a newer one', { commit: 'older', last: 'removed', head: 'removed' }, 'outdated'],
    ['is outdated after a newer one of many', { commit: 'base', last: 'removed', head: 'late' }, 'outdated'],
    ['is unclear after a newer one where no one knows the head', { commit: 'older', last: 'removed' }, 'unclear'],
  ])('%s', async (_name, situation, order) => {
    expect(await orderOf(situation)).toBe(order);
  });
});

describe('a branch that was reset', () => {
  it.each<[string, Situation, CommitOrder]>([
    ['has the older commit', { commit: 'older', last: 'late', head: 'older' }, 'set-back'],
    ['has the older commit, and a new one on it', { commit: 'older', last: 'late', head: 'next' }, 'set-back'],
    ['has a new one that was synced already', { commit: 'older', last: 'next', head: 'next' }, 'outdated'],
    ['was set forward again', { commit: 'older', last: 'removed', head: 'late' }, 'outdated'],
    ['was set back further than the commit', { commit: 'older', last: 'late', head: 'base' }, 'outdated'],
  ])('%s', async (_name, situation, order) => {
    expect(await orderOf(situation)).toBe(order);
  });

  it.each<[string, Situation, CommitOrder]>([
    ['the commit that it was set back from', { commit: 'late', last: 'older', head: 'older' }, 'off-branch'],
    ['a commit before that one', { commit: 'removed', last: 'older', head: 'next' }, 'off-branch'],
    ['a removed commit where no one knows the head', { commit: 'removed', last: 'older' }, 'off-branch'],
    ['a removed commit that it has again', { commit: 'removed', last: 'older', head: 'removed' }, 'current'],
    ['a removed commit, with nothing to send', { commit: 'removed', last: 'older', isSynced: true }, 'current'],
    ['a new commit', { commit: 'next', last: 'older', head: 'next' }, 'current'],
  ])('may be followed by a run for %s', async (_name, situation, order) => {
    expect(await orderOf({ ...situation, removedCommits: ['base', 'late'] })).toBe(order);
  });

  it('is remembered with the last five commits that it was set back from', () => {
    const meta = (commit: string | null, removedCommits?: string[]) => ({
      commit,
      ...(removedCommits ? { removedCommits } : {}),
    });
    expect(nextRemovedCommits(meta('a'))).toEqual(['a']);
    expect(nextRemovedCommits(meta(null))).toEqual([]);
    expect(nextRemovedCommits(meta('a', ['b', 'a', 'c', 'd', 'e', 'f']))).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
