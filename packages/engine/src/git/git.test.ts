import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Git } from './git.ts';

let cleanup: Cleanup;
let origin: GitRepository;
let olderCommit: string;
let newerCommit: string;

beforeEach(async () => {
  cleanup = new Cleanup();
  origin = await GitRepository.create(cleanup);
  olderCommit = await origin.commit('Older', { 'docs/a.md': '# A\n\nOlder.\n' });
  newerCommit = await origin.commit('Newer', { 'docs/a.md': '# A\n\nNewer.\n' });
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
    expect(await git.isAncestor(olderCommit, newerCommit)).toBe(true);
    expect(await git.isAncestor(newerCommit, olderCommit)).toBe(false);
    expect(await git.isAncestor(olderCommit, olderCommit)).toBe(true);
    expect(await git.isAncestor('0'.repeat(40), newerCommit)).toBeUndefined();
  });

  it('isAncestor returns undefined for two commits without their history', async () => {
    const git = new Git((await createWorkspace(newerCommit, olderCommit)).path);
    expect(await git.isAncestor(olderCommit, newerCommit)).toBeUndefined();
    expect(await git.isAncestor(newerCommit, olderCommit)).toBeUndefined();
  });

  it('isAncestor returns true or undefined, but never false, in a shallow clone', async () => {
    const workspace = await createWorkspace(newerCommit);
    const newestCommit = await origin.commit('Newest');
    await workspace.git('fetch', '--quiet', '--depth=2', `file://${origin.path}`, newestCommit);
    const git = new Git(workspace.path);
    expect(await git.isAncestor(newerCommit, newestCommit)).toBe(true);
    expect(await git.isAncestor(newestCommit, newerCommit)).toBeUndefined();
    expect(await git.isAncestor(olderCommit, newestCommit)).toBeUndefined();
  });
});

describe('read', () => {
  it('the error of read contains the file and the filter if a partial clone lacks the content of the file', async () => {
    await origin.git('config', 'uploadpack.allowFilter', 'true');
    const workspace = await GitRepository.create(cleanup);
    await workspace.git('remote', 'add', 'origin', `file://${origin.path}`);
    await workspace.git('fetch', '--quiet', '--filter=blob:none', 'origin', newerCommit);
    await workspace.git('remote', 'set-url', 'origin', `file://${workspace.path}/gone`);
    const blob = (await origin.git('rev-parse', `${newerCommit}:docs/a.md`)).trim();
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
