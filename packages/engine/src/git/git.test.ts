import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Git } from './git.ts';

let cleanup: Cleanup;
let origin: GitRepository;
let older: string;
let newer: string;

beforeEach(async () => {
  cleanup = new Cleanup();
  origin = await GitRepository.create(cleanup);
  older = await origin.commit('Older', { 'docs/a.md': '# A\n\nOlder.\n' });
  newer = await origin.commit('Newer', { 'docs/a.md': '# A\n\nNewer.\n' });
});
afterEach(() => cleanup.close());

/** Creates a workspace with the commits of earlier jobs. Each commit was fetched without its history, as actions/checkout does by default. */
async function createWorkspace(...commits: readonly string[]): Promise<GitRepository> {
  const workspace = await GitRepository.create(cleanup);
  for (const commit of commits) {
    await workspace.git('fetch', '--quiet', '--depth=1', `file://${origin.path}`, commit);
    await workspace.git('checkout', '--quiet', '--detach', commit);
  }
  return workspace;
}

describe('isAncestor', () => {
  it('isAncestor returns true or false for the commits of a full clone', async () => {
    const git = new Git(origin.path);
    expect(await git.isAncestor(older, newer)).toBe(true);
    expect(await git.isAncestor(newer, older)).toBe(false);
    expect(await git.isAncestor(older, older)).toBe(true);
    expect(await git.isAncestor('0'.repeat(40), newer)).toBeUndefined();
  });

  it('isAncestor returns undefined for two commits without their history', async () => {
    const git = new Git((await createWorkspace(newer, older)).path);
    expect(await git.isAncestor(older, newer)).toBeUndefined();
    expect(await git.isAncestor(newer, older)).toBeUndefined();
  });

  it('isAncestor returns true or undefined, but never false, in a shallow clone', async () => {
    const workspace = await createWorkspace(newer);
    const newest = await origin.commit('Newest');
    await workspace.git('fetch', '--quiet', '--depth=2', `file://${origin.path}`, newest);
    const git = new Git(workspace.path);
    expect(await git.isAncestor(newer, newest)).toBe(true);
    expect(await git.isAncestor(newest, newer)).toBeUndefined();
    expect(await git.isAncestor(older, newest)).toBeUndefined();
  });
});
