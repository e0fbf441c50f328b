import { join } from 'node:path';
import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Git } from '../git/git.ts';
import { decideCommitOrder } from '../sync/commit-order.ts';
import { readBranchHead } from './read-branch-head.ts';

let cleanup: Cleanup;
let repository: GitRepository;
let temp: string;
let first: string;
let second: string;

beforeEach(async () => {
  cleanup = new Cleanup();
  repository = await GitRepository.create(cleanup);
  temp = await cleanup.folder('temp');
  first = await repository.commit('First', { 'docs/a.md': '# A\n' });
  second = await repository.commit('Mistake', { 'docs/a.md': '# A\n\nSecret.\n' });
  for (const name of ['origin', 'mirror']) {
    const path = join(temp, `${name}.git`);
    await repository.git('init', '--quiet', '--bare', path);
    await repository.git('remote', 'add', name, path);
    await repository.git('push', '--quiet', name, 'HEAD:refs/heads/main');
  }
});
afterEach(() => cleanup.close());

const read = (stateRemote?: Parameters<typeof readBranchHead>[0]['stateRemote']) =>
  readBranchHead({
    branch: 'main',
    stateRemote,
    workspace: repository.path,
    temp,
    serverUrl: 'https://git.example.com',
    token: '',
  });

describe('the head of a branch outside of GitHub', () => {
  it('a forced push that took a commit back is found through the remote of the checkout', async () => {
    const git = new Git(repository.path);
    const history = { isAncestor: (one: string, other: string) => git.isAncestor(one, other), head: () => read() };
    const decide = () => decideCommitOrder(history, first, { commit: second }, false);
    expect(await decide()).toBe('outdated');
    await repository.git('push', '--quiet', '--force', 'origin', `${first}:refs/heads/main`);
    expect(await read()).toBe(first);
    expect(await decide()).toBe('set-back');
  });

  it('the remote that stores the state takes precedence over origin', async () => {
    await repository.git('push', '--quiet', '--force', 'origin', `${first}:refs/heads/main`);
    expect(await read({ kind: 'name', name: 'mirror' })).toBe(second);
  });

  it('the head is unknown if the remote or the branch does not exist', async () => {
    await repository.git('push', '--quiet', 'origin', ':refs/heads/main');
    expect(await read()).toBeUndefined();
    await repository.git('remote', 'remove', 'origin');
    expect(await read({ kind: 'path', path: join(temp, 'mirror.git') })).toBeUndefined();
  });
});
