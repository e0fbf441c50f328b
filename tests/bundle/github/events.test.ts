import type { ChildProcess } from 'node:child_process';
import { sampleCases } from '@context-sync/test-tier';
import { listItems, startFaultProxy, startService, type TestService } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { counts, NONE, Sandbox } from '../../sandbox/sandbox.ts';

let sandbox: Sandbox;
let service: TestService;

beforeEach(async () => {
  sandbox = await Sandbox.create();
  service = await startService(sandbox.cleanup);
});
afterEach(() => sandbox.cleanup.close());

const REPOSITORY = { default_branch: 'main', full_name: 'octo-org/api' };
const ZERO = '0'.repeat(40);

/** Returns the first line of the log that is not a workflow command. */
function getFirstLine(stdout: string): string | undefined {
  return stdout.split('\n').find((line) => !line.startsWith('::'));
}

it.each(
  sampleCases<[string, string, string, Record<string, string>, Record<string, unknown>, string]>(
    [
      ['a push', 'push', 'refs/heads/main', {}, { before: ZERO, deleted: false }, 'Sync: push on main'],
      ['a manual run', 'workflow_dispatch', 'refs/heads/main', {}, { inputs: null }, 'Sync: workflow_dispatch on main'],
      ['a schedule', 'schedule', 'refs/heads/main', {}, { schedule: '0 3 * * *' }, 'Sync: schedule on main'],
      ['a repository dispatch', 'repository_dispatch', 'refs/heads/main', {}, {}, 'Sync: repository_dispatch on main'],
      ['a push to the configured branch', 'push', 'refs/heads/next', { branch: 'next' }, {}, 'Sync: push on next'],
    ],
    3,
  ),
)(
  'the run for an event on the synced branch applies the plan: %s',
  async (_name, eventName, ref, inputs, event, line) => {
    const more = { eventName, ref, event: { ref, repository: REPOSITORY, ...event } };
    const result = await sandbox.run(service, inputs, more);
    expect(getFirstLine(result.stdout)).toBe(line);
    expect(result).toMatchObject({ exitCode: 0, stderr: '', jobFiles: { env: '', path: '', state: '' } });
    expect(counts(result)).toEqual({ ...NONE, created: '3' });
    expect(await listItems(service)).toHaveLength(3);
  },
);

it.each(
  sampleCases<[string, string, string, Record<string, string>, Record<string, unknown>, RegExp]>(
    [
      ['a push to another branch', 'push', 'refs/heads/next', {}, {}, /^Plan: push on next; only main is synced$/],
      [
        'a push to the default branch if another branch is configured',
        'push',
        'refs/heads/main',
        { branch: 'next' },
        {},
        /^Plan: push on main; only next is synced$/,
      ],
      [
        'a push to a branch whose name starts with the synced one',
        'push',
        'refs/heads/main/x',
        {},
        {},
        /^Plan: push on main\/x; only main/,
      ],
      [
        'a manual run on another branch',
        'workflow_dispatch',
        'refs/heads/x',
        {},
        {},
        /^Plan: workflow_dispatch on x; only/,
      ],
      [
        'a merge queue',
        'merge_group',
        'refs/heads/gh-readonly-queue/main/pr-1',
        {},
        { action: 'checks_requested' },
        /^Plan: merge_group events never sync$/,
      ],
      ['a review', 'pull_request_review', 'refs/pull/1/merge', {}, {}, /^Plan: pull_request_review events never sync$/],
      ['a release', 'release', 'refs/tags/v1', {}, {}, /^Nothing to do: v1 is a tag; only main is synced$/],
      ['a tag', 'push', 'refs/tags/main', {}, { deleted: false }, /^Nothing to do: main is a tag/],
      [
        'a deleted branch',
        'push',
        'refs/heads/main',
        {},
        { deleted: true, after: ZERO },
        /^Nothing to do: main was deleted$/,
      ],
    ],
    3,
  ),
)('a run for %s writes nothing and logs the reason', async (_name, eventName, ref, inputs, event, line) => {
  for (const branch of ['main', 'next']) await sandbox.github.push(sandbox.repository, branch);
  const more = { eventName, ref, event: { ref, repository: REPOSITORY, ...event } };
  const result = await sandbox.run(service, { mode: 'apply', ...inputs }, more);
  expect(getFirstLine(result.stdout)).toMatch(line);
  expect(result.exitCode).toBe(0);
  expect(result.outputs.changed).toBe(line.source.startsWith('^Plan') ? 'true' : 'false');
  expect(result.stdout.includes('::warning::mode is apply, but this run only plans')).toBe(
    line.source.startsWith('^Plan'),
  );
  expect(await listItems(service)).toEqual([]);
  expect(await sandbox.stateCommits()).toEqual([]);
});

it.each(
  sampleCases<[string, RegExp]>(
    [
      ['Main', /::error::branch: octo-org\/api has no branch "Main"\. Fix: set main, or leave branch empty/],
      ['refs/heads/Main', /::error::branch: octo-org\/api has no branch "Main"/],
      ['a..b', /::error::(?:Input "branch"|branch:) must be the name of a branch \(got "a\.\.b"\)\. Fix: /],
    ],
    3,
  ),
)('every run with the invalid branch input %s fails with a fix', async (branch, error) => {
  await sandbox.github.push(sandbox.repository, 'main');
  for (const eventName of ['push', 'pull_request', 'schedule']) {
    const more = { eventName, event: { repository: REPOSITORY } };
    const result = await sandbox.run(service, { branch }, more);
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toMatch(error);
  }
  const doctor = await sandbox.run(service, { branch, mode: 'doctor' });
  expect(doctor.exitCode).toBe(1);
  expect(doctor.stdout).toMatch(error);
  expect(await listItems(service)).toEqual([]);
});

it.each([
  ['pull_request_target', 'refs/heads/main', { pull_request: { number: 1, head: { sha: ZERO } } }],
  ['workflow_run', 'refs/heads/main', { workflow_run: { head_branch: 'main' } }],
])('a run for the event %s is rejected in every mode before it sends a request', async (eventName, ref, event) => {
  for (const mode of sampleCases(['auto', 'apply', 'plan', 'doctor'], 3)) {
    const result = await sandbox.run(
      service,
      { mode },
      { eventName, ref, event: { repository: REPOSITORY, ...event } },
    );
    expect(result.exitCode).toBe(1);
    expect(getFirstLine(result.stdout)).toMatch(new RegExp(`^Refused: ${eventName} runs with secrets on content that`));
    expect(result.stdout).toMatch(/::error::on: .*Fix: trigger the workflow on push and pull_request/);
    expect(result.summary).toContain('anyone may have written');
  }
  expect(await listItems(service)).toEqual([]);
  expect(sandbox.github.requests).toEqual([]);
});

it('a scheduled run repairs drift, and a push does not detect it', async () => {
  await sandbox.run(service);
  const [first] = await listItems(service);
  const url = `${service.url}/api/v1/projects/${service.project}/context/${first?.id}`;
  const goneResponse = await fetch(url, { method: 'DELETE', headers: { authorization: `Bearer ${service.key}` } });
  expect(goneResponse.ok).toBe(true);
  expect((await sandbox.run(service)).outputs.changed).toBe('false');
  const healed = await sandbox.run(service, {}, { eventName: 'schedule', event: { repository: REPOSITORY } });
  expect(healed).toMatchObject({ exitCode: 0, outputs: { created: '1', unchanged: '2', changed: 'true' } });
  expect(await listItems(service)).toHaveLength(3);
});

it('a re-run of a job continues where the canceled first attempt stopped and sends no item again', async () => {
  const pages = Object.fromEntries(
    Array.from({ length: 150 }, (_, at) => [`docs/${at}.md`, `# Page ${at}\n\nText.\n`]),
  );
  await sandbox.repository.commit('Many', pages);
  const runId = '77';
  const proxy = await startFaultProxy(sandbox.cleanup, service.url, () => 'none');
  const target = { ...service, url: proxy.url };
  const interruptWhenRequested = (child: ChildProcess) => {
    void proxy.until(/^POST \S*\/context$/, 10).then(() => child.kill('SIGINT'));
  };
  await sandbox.configure({ concurrency: 1 });
  const first = await sandbox.run(target, {}, { runId, attempt: 1, started: interruptWhenRequested });
  const sentCount = (await listItems(service)).length;
  expect(first).toMatchObject({ exitCode: 1, outputs: { created: String(sentCount), 'in-doubt': '0' } });
  expect(first.stdout).toMatch(/::error::Canceled; the next run continues where this run stopped/);
  expect(first.summary).toMatch(/canceled/i);

  const second = await sandbox.run(target, {}, { runId, attempt: 2 });
  expect(second).toMatchObject({ exitCode: 0, outputs: { created: String(153 - sentCount), changed: 'true' } });
  const thirdResult = await sandbox.run(target, {}, { runId, attempt: 3 });
  expect(thirdResult).toMatchObject({ exitCode: 0, outputs: { created: '0', unchanged: '153', changed: 'false' } });
  expect(new Set((await listItems(service)).map(({ title }) => title)).size).toBe(153);
  expect(await listItems(service)).toHaveLength(153);
});
