import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type ActionResult, type ActionRun, startService } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PullRequest } from '../../sandbox/pull-request.ts';
import { Sandbox, type Target } from '../../sandbox/sandbox.ts';
import { respondWith, startHostileService } from './hostile-service.ts';

// `runAction` searches everything that a run prints and writes for every form of the key and the token, and fails the test if it finds
// one. With `onGitHub: false`, it also searches the commands that mask secrets, because other systems print them.

const KEY = 'csk_+%e=f&g~0123456789abcdefABCDEF';
const NOWHERE: Target = { url: 'http://127.0.0.1:2', key: KEY, project: 'octo-api' };
const DEBUG = { RUNNER_DEBUG: '1', ACTIONS_STEP_DEBUG: 'true' };

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await Sandbox.create();
});
afterEach(() => sandbox.cleanup.close());

/** Runs the bundle in the same way as another CI system, and checks that no line of its log is a workflow command. */
async function run(
  target: Target,
  inputs: Readonly<Record<string, string>> = {},
  more: Partial<ActionRun> = {},
): Promise<ActionResult> {
  const result = await sandbox.run(target, inputs, { onGitHub: false, ...more });
  expectPlain(result);
  return result;
}

function expectPlain({ stdout, stderr }: ActionResult): void {
  const lines = `${stdout}\n${stderr}`.split(/\r\n|[\r\n]/);
  expect(lines.filter((line) => line.trimStart().startsWith('::') || line.includes('##['))).toEqual([]);
}

describe('output outside GitHub Actions', () => {
  it('outside GitHub Actions, a sync prints a plain log with headings instead of groups', async () => {
    const service = await startService(sandbox.cleanup);
    const folder = await sandbox.cleanup.folder('state');
    const result = await run(service, { state: `folder:${folder}`, 'github-token': '' }, { env: DEBUG });
    expect(result).toMatchObject({ exitCode: 0, outputs: {}, summary: '' });
    expect(result.stdout).toMatch(/^Settings:\n(?: {2}\S.*\n)+Read 2 documents/m);
    expect(result.stdout).toMatch(/^3 changes:\n(?: {2}create: .*\n){3}/m);
    expect(result.stdout).toMatch(/^Synced to octo-api \(docs\): 3 created$/m);
    const [, plan = ''] = /^Plan file: (\/.*\.json)$/m.exec(result.stdout) ?? [];
    expect(JSON.parse(await readFile(plan, 'utf8'))).toMatchObject({ counts: { created: 3 } });
  });

  it('outside GitHub Actions, outputs and summary are written to the files in the environment variables, even if the files do not exist yet', async () => {
    const folder = await sandbox.cleanup.folder('files');
    const [GITHUB_OUTPUT, GITHUB_STEP_SUMMARY] = [join(folder, 'outputs'), join(folder, 'summary.md')];
    const env = { GITHUB_OUTPUT, GITHUB_STEP_SUMMARY };
    expect(await run(NOWHERE, { mode: 'plan' }, { env })).toMatchObject({ exitCode: 0 });
    expect(await readFile(GITHUB_OUTPUT, 'utf8')).toMatch(/^created<<(\S+)\n3\n\1$/m);
    expect(await readFile(GITHUB_STEP_SUMMARY, 'utf8')).toContain('## Context Sync: plan');
  });

  it('an output file or a summary file that cannot be written causes a warning', async () => {
    const env = { GITHUB_OUTPUT: '/dev/null/outputs', GITHUB_STEP_SUMMARY: '/dev/null/summary' };
    const { exitCode, stdout } = await run(NOWHERE, { mode: 'plan' }, { env });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Warning: The outputs could not be written: \w+.*\/dev\/null\/outputs/m);
    expect(stdout).toMatch(/^Warning: The job summary could not be written: /m);
  });

  it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, RegExp]>([
    ['of an input', { project: 'a/b' }, {}, /^Error: Input "project" must be a project slug \(got "a\/b"\)/m],
    [
      'of several inputs',
      { project: 'a/b', verify: 'maybe' },
      {},
      /^Error: Cannot sync: 2 problems\n- Input "project" [^\n]*\n- Input "verify" /m,
    ],
    ['of the environment', {}, { GITHUB_REPOSITORY: '' }, /^Error: GITHUB_REPOSITORY: is not set/m],
    ['of the event', {}, { GITHUB_EVENT_NAME: 'workflow_run' }, /^Error: on: workflow_run runs with secrets/m],
    [
      'of a check',
      { mode: 'doctor' },
      {},
      /^✗ Project: .*\n(?:.*\n)*Error: Project: [^\n]*\nError: \d checks? failed$/m,
    ],
  ])('outside GitHub Actions, an error %s is printed as one line', async (_name, inputs, env, toldPattern) => {
    const result = await run(NOWHERE, inputs, { env: { ...DEBUG, ...env } });
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toMatch(toldPattern);
  });

  it('outside GitHub Actions, each warning is listed once with its file and line', async () => {
    const links = Array.from({ length: 14 }, (_, at) => `[${at}](gone-${at}.md)`);
    await sandbox.repository.commit('Break links', { 'docs/a.md': `# A\n\n${links.join('\n\n')}\n` });
    const { stdout } = await run(NOWHERE, { mode: 'plan' });
    const warnings = stdout.split('\n').filter((line) => line.includes('gone-'));
    expect(warnings).toHaveLength(14);
    expect(warnings[0]).toMatch(/^Warning: docs\/a\.md:3: /);
  });

  it('the error for a failed item names its document', async () => {
    const service = await startHostileService(sandbox.cleanup, (request, response, path) => {
      const authorization = request.headers.authorization ?? '';
      if (request.method === 'GET')
        respondWith(response, 200, path === '/openapi.json' ? { openapi: '3.1.0', paths: {} } : {});
      else respondWith(response, 422, { error: { code: 'invalid', message: `You sent ${authorization}` } });
    });
    const target = { url: service.url, key: KEY, project: 'octo-api' };
    const { exitCode, stdout } = await run(target, { connect: 'false' }, { env: DEBUG });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^Error: docs\/index\.md:1: .*422/m);
  });

  it('outside GitHub Actions, the plan for a pull request does not print the API key', async () => {
    const base = await sandbox.repository.head();
    await mkdir(join(sandbox.repository.path, 'docs', 'more'));
    await symlink('../index.md', join(sandbox.repository.path, 'docs', 'more', `${KEY}.md`));
    await sandbox.repository.commit('Link', { 'docs/b.md': '# B\n' });
    const pull = await PullRequest.open(sandbox, 'Link', base);
    const result = await pull.run(NOWHERE, { 'api-key': KEY }, { env: DEBUG, onGitHub: false });
    expectPlain(result);
    expect(result.exitCode).toBe(0);
    expect(result.stdout).toContain('Notice: docs/more/***.md: skipped: it is a symbolic link');
    expect((await pull.bodies())[0]).toContain('***');
  });

  it('outside GitHub Actions, the search for secrets reports a mask command as a leak', async () => {
    const code = "console.log('::add-mask::' + process.env['INPUT_API-KEY']);";
    const env = { NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(code).toString('base64')}` };
    await expect(sandbox.run(NOWHERE, { mode: 'plan' }, { env, onGitHub: false })).rejects.toThrow(
      /^the run leaked:\nthe key as is, in standard output/,
    );
  });
});
