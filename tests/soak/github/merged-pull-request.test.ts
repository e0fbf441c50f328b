import { startService, type TestService } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PullRequest } from '../../sandbox/pull-request.ts';
import { Sandbox } from '../../sandbox/sandbox.ts';

let sandbox: Sandbox;
let service: TestService;
let pull: PullRequest;

/** Syncs everything, then opens a pull request that adds one page and edits another. */
beforeEach(async () => {
  sandbox = await Sandbox.create();
  service = await startService(sandbox.cleanup);
  expect((await sandbox.run(service)).exitCode).toBe(0);
  await sandbox.repository.git('checkout', '--quiet', '-b', 'change');
  await sandbox.repository.commit('Change', {
    'docs/index.md': '# Welcome\n\nThe API of the squid.\n',
    'docs/new.md': '# New\n\nPage.\n',
  });
  pull = await PullRequest.open(sandbox);
  expect((await pull.run(service)).outputs).toMatchObject({ created: '1', updated: '1', unchanged: '2' });
});
afterEach(() => sandbox.cleanup.close());

/** Merges the pull request in the same way as GitHub, and returns the new commit of the branch. */
async function merge(...mergeArguments: readonly string[]): Promise<string> {
  const { repository, github } = sandbox;
  await repository.git('checkout', '--quiet', 'main');
  await repository.git('merge', '--quiet', ...mergeArguments, 'change');
  if (mergeArguments.includes('--squash')) await repository.git('commit', '--quiet', '--message', 'Squashed');
  const commit = await repository.head();
  await github.mergePullRequest(pull.number, commit);
  return commit;
}

it.each([
  ['merge commit', ['--no-ff', '--message', 'Merge']],
  ['squash', ['--squash']],
])(
  'the push of a merged pull request (%s) reports that exactly the reviewed plan was applied',
  async (_name, mergeArguments) => {
    await merge(...mergeArguments);
    const push = await sandbox.run(service);
    expect(push).toMatchObject({ exitCode: 0, outputs: { created: '1', updated: '1', unchanged: '2' } });
    expect(push.stdout.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`exactly .*#?${pull.number}`));
    expect(push.summary).toMatch(/exactly/);
  },
);

it('a push that differs from the reviewed plan names the documents that differ', async () => {
  const { repository, github } = sandbox;
  await repository.git('checkout', '--quiet', 'main');
  await repository.git('merge', '--quiet', '--no-ff', '--no-commit', 'change');
  const commit = await repository.commit('Merge', { 'docs/new.md': '# New\n\nNot what was reviewed.\n' });
  await github.mergePullRequest(pull.number, commit);
  const push = await sandbox.run(service);
  expect(push).toMatchObject({ exitCode: 0, outputs: { created: '1', updated: '1' } });
  expect(push.stdout).not.toMatch(/exactly/);
  expect(push.stdout.trimEnd().split('\n').at(-1)).toContain(
    `The applied changes differ from those reviewed in pull request #${pull.number}`,
  );
  expect(push.summary).toMatch(/docs\/new.*differ|differ.*docs\/new/);
});

it('a push without a pull request does not mention a review', async () => {
  await sandbox.repository.git('checkout', '--quiet', 'main');
  await sandbox.repository.commit('Direct', { 'docs/direct.md': '# Direct\n\nText.\n' });
  const push = await sandbox.run(service);
  expect(push).toMatchObject({ exitCode: 0, outputs: { created: '1' } });
  expect(push.stdout + push.summary).not.toMatch(/review/i);
});

it('a comment with a forged marker is not treated as a review', async () => {
  const [own = ''] = await pull.bodies();
  await sandbox.repository.git('checkout', '--quiet', 'main');
  const commit = await sandbox.repository.commit('Direct', { 'docs/direct.md': '# Direct\n\nText.\n' });
  const other = await sandbox.github.openPullRequest('Other', commit);
  await sandbox.github.writeComments(other, [own]);
  await sandbox.github.mergePullRequest(other, commit);
  const push = await sandbox.run(service);
  expect(push).toMatchObject({ exitCode: 0, outputs: { created: '1' } });
  expect(push.stdout + push.summary).not.toMatch(/review/i);
});
