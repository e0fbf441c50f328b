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

describe('read', () => {
  it('the error of read contains the file and the filter if a partial clone lacks the content of the file', async () => {
    await origin.git('config', 'uploadpack.allowFilter', 'true');
    const workspace = await GitRepository.create(cleanup);
    await workspace.git('remote', 'add', 'origin', `file://${origin.path}`);
    await workspace.git('fetch', '--quiet', '--filter=blob:none', 'origin', newer);
    await workspace.git('remote', 'set-url', 'origin', `file://${workspace.path}/gone`);
    const blob = (await origin.git('rev-parse', `${newer}:docs/a.md`)).trim();
    const read = (paths?: readonly string[]) => new Git(workspace.path).read([blob], paths).next();
    await expect(read(['docs/a.md'])).rejects.toMatchObject({
      message: expect.stringContaining(`git could not read docs/a.md (object ${blob}): `),
      hint: expect.stringContaining('remove "filter" from the step with actions/checkout'),
    });
    await expect(read()).rejects.toMatchObject({ message: expect.stringContaining(`the object ${blob}: `) });
  });

  it('the error of read contains the object if it does not exist in the repository', async () => {
    const read = new Git(origin.path).read(['0'.repeat(40)], ['docs/b.md']);
    await expect(read.next()).rejects.toThrow(`git could not read docs/b.md (object ${'0'.repeat(40)}): missing`);
  });
});
