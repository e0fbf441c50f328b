import {
  type ActionResult,
  type ActionRun,
  GitRepository,
  listItems,
  type ProxyFault,
  startFaultProxy,
  startService,
  type TestService,
} from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { counts, NONE, Sandbox } from '../../sandbox/sandbox.ts';

let sandbox: Sandbox;
let service: TestService;
/** Two commits of the branch. The newer one adds a page and changes the first one. */
let olderCommit: string;
let newerCommit: string;

beforeEach(async () => {
  sandbox = await Sandbox.create({ 'docs/index.md': '# Welcome\n\nOld text.\n' });
  service = await startService(sandbox.cleanup);
  olderCommit = await sandbox.repository.head();
  newerCommit = await sandbox.repository.commit('Newer', {
    'docs/index.md': '# Welcome\n\nNew text.\n',
    'docs/internal.md': '# Internal\n\nNot for the public.\n',
  });
});
afterEach(() => sandbox.cleanup.close());

const REPOSITORY = { default_branch: 'main', full_name: 'octo-org/api' };
const FORCED = { event: { repository: REPOSITORY, forced: true, created: false, deleted: false } };
const SCHEDULE = { eventName: 'schedule', event: { repository: REPOSITORY, schedule: '0 3 * * *' } };
const NEWER_SYNCED = 'Nothing to do for octo-api (docs): a newer commit was synced already';

async function push(commit: string): Promise<void> {
  await sandbox.github.push(sandbox.repository, 'main', commit);
}

/** Runs the action for a commit in a separate clone. */
async function run(
  commit: string,
  more: Partial<ActionRun> = {},
  inputs: Readonly<Record<string, string>> = {},
): Promise<ActionResult> {
  const clone = await sandbox.repository.clone(sandbox.cleanup, commit);
  return sandbox.run(service, inputs, { workspace: clone.path, sha: commit, ...more });
}

/** Returns the sorted first lines of the items' contents. */
async function texts(): Promise<string[]> {
  return (await listItems(service)).map(({ content }) => content.split('\n').slice(0, 5).join(' ')).sort();
}

describe('a branch that was force-pushed back to an older commit', () => {
  beforeEach(async () => {
    await push(newerCommit);
    expect(counts(await run(newerCommit))).toEqual({ ...NONE, created: '2' });
    await push(olderCommit);
  });

  it.each([
    ['the run for the force push', FORCED],
    ['a scheduled run', SCHEDULE],
    ['a run for a later event', {}],
  ])('a branch that was force-pushed back to an older commit is synced by %s', async (_name, event) => {
    const back = await run(olderCommit, event);
    expect(back.stdout).toContain(`main no longer has commit ${newerCommit.slice(0, 7)}, which was synced last`);
    expect(counts(back)).toEqual({ ...NONE, updated: '1', deleted: '1' });
    expect(await texts()).toEqual([expect.stringContaining('Old text.')]);
    expect(counts(await run(olderCommit, SCHEDULE))).toEqual({ ...NONE, unchanged: '1' });
  });

  it('a late run for a commit that a force push removed changes nothing', async () => {
    await run(olderCommit, FORCED);
    const lateResult = await run(newerCommit);
    expect(lateResult).toMatchObject({ exitCode: 0, outputs: { changed: 'false' } });
    expect(lateResult.stdout).toContain('Nothing to do for octo-api (docs): the branch no longer has this commit');
    expect(await texts()).toEqual([expect.stringContaining('Old text.')]);
    // A later push can restore the removed commit.
    await push(newerCommit);
    expect(counts(await run(newerCommit, FORCED))).toEqual({ ...NONE, created: '1', updated: '1' });
  });

  it('only the newest commit is synced if the branch moves on before the run for the force push', async () => {
    await sandbox.repository.git('checkout', '--quiet', '-B', 'main', olderCommit);
    const newestCommit = await sandbox.repository.commit('Newest', { 'docs/index.md': '# Welcome\n\nNewest text.\n' });
    await push(newestCommit);
    expect(counts(await run(newestCommit))).toEqual({ ...NONE, updated: '1', deleted: '1' });
    const lateResult = await run(olderCommit, FORCED);
    expect(lateResult).toMatchObject({ exitCode: 0, outputs: { changed: 'false' } });
    expect(lateResult.stdout).toContain(NEWER_SYNCED);
    expect(await texts()).toEqual([expect.stringContaining('Newest text.')]);
  });

  it('the items are kept if the removed commit is restored before the run for the force push', async () => {
    await push(newerCommit);
    const lateResult = await run(olderCommit, FORCED);
    expect(lateResult).toMatchObject({ exitCode: 0, outputs: { changed: 'false' } });
    expect(lateResult.stdout).toContain(NEWER_SYNCED);
    expect(await texts()).toHaveLength(2);
  });

  it('only the newest commit is synced if the branch moves on while the run for the force push starts to write', async () => {
    await sandbox.repository.git('checkout', '--quiet', '-B', 'main', olderCommit);
    const newestCommit = await sandbox.repository.commit('Newest', { 'docs/index.md': '# Welcome\n\nNewest text.\n' });
    const hasPlanned = Promise.withResolvers<void>();
    const mayWrite = Promise.withResolvers<void>();
    const proxy = await startFaultProxy(sandbox.cleanup, sandbox.github.apiUrl, (method, path): ProxyFault => {
      if (method !== 'POST' || !path.endsWith('/git/trees')) return 'none';
      hasPlanned.resolve();
      return { delayedUntil: mayWrite.promise };
    });
    const lateRun = run(olderCommit, { ...FORCED, github: { ...sandbox.github, apiUrl: proxy.url } });
    await Promise.race([hasPlanned.promise, lateRun]);
    await push(newestCommit);
    expect(counts(await run(newestCommit))).toEqual({ ...NONE, updated: '1', deleted: '1' });
    mayWrite.resolve();
    const lateResult = await lateRun;
    expect(lateResult).toMatchObject({ exitCode: 0, outputs: { changed: 'false' } });
    expect(lateResult.stdout).toContain(NEWER_SYNCED);
    expect(await texts()).toEqual([expect.stringContaining('Newest text.')]);
  });

  it('a run for a force push syncs nothing and warns if neither GitHub nor git returns the head of the branch', async () => {
    const proxy = await startFaultProxy(sandbox.cleanup, sandbox.github.apiUrl, (_method, path) =>
      /\/git\/ref\/heads/.test(path) ? { status: 403 } : 'none',
    );
    const clone = await sandbox.repository.clone(sandbox.cleanup, olderCommit);
    await clone.git('remote', 'remove', 'origin');
    const github = { ...sandbox.github, apiUrl: proxy.url };
    const result = await sandbox.run(service, {}, { ...FORCED, workspace: clone.path, sha: olderCommit, github });
    expect(result).toMatchObject({ exitCode: 0, outputs: { changed: 'false' } });
    expect(result.stdout).toMatch(/::warning::The push was forced, and the head of main could not be read/);
    expect(await texts()).toHaveLength(2);
  });
});

it('a force push that deletes most items requires allow-mass-change', async () => {
  const pages = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`docs/${at}.md`, `# Page ${at}\n\nText.\n`]));
  const largeCommit = await sandbox.repository.commit('Many', pages);
  await push(largeCommit);
  await run(largeCommit);
  await push(olderCommit);
  const refusedResult = await run(olderCommit, FORCED);
  expect(refusedResult.exitCode).toBe(1);
  expect(refusedResult.stdout).toMatch(
    /::error::allow-mass-change: the plan would delete, supersede or orphan 21 of 22 items/,
  );
  expect(await texts()).toHaveLength(22);
  const allowed = await run(olderCommit, FORCED, { 'allow-mass-change': 'true' });
  expect(counts(allowed)).toEqual({ ...NONE, updated: '1', deleted: '21' });
});

describe('a run for an older commit in a workspace that is kept between jobs', () => {
  it('a run for an older commit changes nothing, even if the shallow clone does not show that the commit is older', async () => {
    await push(newerCommit);
    const workspace = await GitRepository.create(sandbox.cleanup);
    for (const commit of [newerCommit, olderCommit]) {
      await workspace.git('fetch', '--quiet', '--depth=1', `file://${sandbox.repository.path}`, commit);
      await workspace.git('checkout', '--quiet', '--detach', commit);
      const result = await sandbox.run(service, {}, { workspace: workspace.path, sha: commit });
      expect(result.exitCode).toBe(0);
      expect(result.stdout.includes(NEWER_SYNCED)).toBe(commit === olderCommit);
    }
    expect(await texts()).toHaveLength(2);
  });
});
