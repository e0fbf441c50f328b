import { type SpecificationServer, startSpecificationServer } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Sandbox } from '../sandbox/sandbox.ts';

let sandbox: Sandbox;
let server: SpecificationServer;

beforeEach(async () => {
  sandbox = await Sandbox.create();
  server = await startSpecificationServer(sandbox.cleanup);
});
afterEach(() => sandbox.cleanup.close());

it.each([
  ['mode: plan on the synced branch', { mode: 'plan' }, {}],
  ['a pull request', {}, { eventName: 'pull_request', ref: 'refs/pull/1/merge' }],
  ['a pull request with mode: apply', { mode: 'apply' }, { eventName: 'pull_request', ref: 'refs/pull/1/merge' }],
  ['a push to another branch', {}, { ref: 'refs/heads/next' }],
  ['a merge group', {}, { eventName: 'merge_group', ref: 'refs/heads/gh-readonly-queue/main/pr-1' }],
])('the plan for %s writes nothing and requires neither a key nor write permissions', async (_name, inputs, more) => {
  const run = { ...more, token: sandbox.github.readOnlyToken };
  const result = await sandbox.run(server, { 'api-key': '', 'installation-id': '', ...inputs }, run);
  expect(result).toMatchObject({ exitCode: 0, outputs: { created: '3', changed: 'true' } });
  expect(server.requests).toEqual([]);
  expect(await sandbox.stateCommits()).toEqual([]);
});

it('a plan for a pull request lists the changes since the last sync', async () => {
  await sandbox.run(server);
  const requests = server.requests.length;
  await sandbox.repository.commit('Change', {
    'docs/index.md': '# Welcome\n\nThe API of the squid.\n',
    'docs/new.md': '# New\n\nPage.\n',
  });
  const result = await sandbox.run(server, { 'api-key': '' }, { eventName: 'pull_request', ref: 'refs/pull/1/merge' });
  expect(result.outputs).toMatchObject({ created: '2', unchanged: '2', superseded: '1' });
  expect(result.stdout).toContain('Plan: pull_request events never sync');
  expect(result.summary).toContain('create, old version stays');
  expect(server.requests).toHaveLength(requests);
});

it.each([
  [
    'a deleted branch',
    { event: { deleted: true, repository: { default_branch: 'main' } } },
    'Nothing to do: main was deleted',
  ],
  ['a tag', { ref: 'refs/tags/v1' }, 'Nothing to do: v1 is a tag'],
])('a run for %s changes nothing, and the log starts with the reason', async (_name, more, line) => {
  const result = await sandbox.run(server, {}, more);
  expect(result).toMatchObject({ exitCode: 0, outputs: { changed: 'false' } });
  expect(result.stdout.split('\n').find((each) => !each.startsWith('::'))).toContain(line);
  expect(server.requests).toEqual([]);
});

it.each(['pull_request_target', 'workflow_run'])('a run for the event %s is rejected', async (eventName) => {
  const result = await sandbox.run(server, {}, { eventName });
  expect(result.exitCode).toBe(1);
  expect(result.stdout).toContain('anyone may have written');
  expect(server.requests).toEqual([]);
});

it('a run requests the default branch from GitHub if the event does not contain it', async () => {
  const result = await sandbox.run(server, {}, { event: {} });
  expect(result.outputs.created).toBe('3');
  expect(server.items).toHaveLength(3);
});
