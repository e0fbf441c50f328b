import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleCases } from '@context-sync/test-tier';
import {
  type ProxyFault,
  startFaultProxy,
  startGitHost,
  startService,
  startSpecificationServer,
  type TestService,
} from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Sandbox } from '../sandbox/sandbox.ts';

let sandbox: Sandbox;
let service: TestService;
const doctor = { mode: 'doctor' };

/** Returns the location of the scratch state from the log. */
function scratchIn(stdout: string): string {
  return /^✓ State: write: a scratch state was written to (\S+)/m.exec(stdout)?.[1] ?? '';
}

beforeEach(async () => {
  sandbox = await Sandbox.create();
  service = await startService(sandbox.cleanup);
});
afterEach(() => sandbox.cleanup.close());

it('the doctor mode reports no problem for a correct setup before and after the first sync, and leaves no scratch state behind', async () => {
  const before = await sandbox.run(service, doctor);
  expect(before.stdout).toContain('All checks passed; nothing was synced');
  expect(before.exitCode).toBe(0);
  expect(before.stdout).toContain('✓ State: refs/context-sync/octo-api does not exist yet');
  expect(await sandbox.stateCommits()).toEqual([]);
  const scratchFolder = scratchIn(before.stdout);
  expect(scratchFolder).toMatch(/^refs\/context-sync\/context-sync-doctor-[0-9a-f-]{36}$/);
  expect(await sandbox.stateCommits(scratchFolder.slice('refs/'.length))).toEqual([]);

  await sandbox.run(service);
  const commits = await sandbox.stateCommits();
  const after = await sandbox.run(service, doctor);
  expect(after.exitCode).toBe(0);
  expect(after.stdout).toContain('3 items live, 0 superseded, 0 orphaned, 0 in doubt, all synced');
  expect(after.stdout).toContain('✓ Data source: is connected as src_');
  expect(after.summary).toContain('| ✓ | <code>Capabilities</code> |');
  expect(await sandbox.stateCommits()).toEqual(commits);
});

it('the doctor mode reports that it cannot check write access if the API supports only the basic operations', async () => {
  const server = await startSpecificationServer(sandbox.cleanup);
  const result = await sandbox.run(server, doctor);
  expect(result.exitCode).toBe(0);
  expect(result.stdout).toContain('? Write access: the platform does not report it');
  expect(result.stdout).toContain('✓ Capabilities: basic operations only');
  expect(server.requests.every(({ method }) => method === 'GET')).toBe(true);
});

it.each(
  sampleCases<[string, Record<string, string>, RegExp]>(
    [
      ['no key', { 'api-key': '' }, /API key: is empty.*secret/],
      ['a wrong key', { 'api-key': 'cs_wrong' }, /Project: .*401.*Fix: store a valid personal API key/],
      ['an unknown project', { project: 'nobodys' }, /Project: .*404.*Fix: check the project's slug/],
      ['a folder that does not exist', { docs: 'doc' }, /Docs: the folder "doc".*such as docs/],
      ['no installation ID', { 'installation-id': '' }, /Data source: is not connected.*set installation-id/],
      ['an invalid input', { verify: 'maybe' }, /verify: must be one of auto, true, false \(got "maybe"\)\.$/],
      ['a configuration file that does not exist', { config: 'cs.yml' }, /config: the file "cs.yml" does not exist/],
    ],
    3,
  ),
)('the doctor mode reports %s with a fix', async (_name, inputs, expected) => {
  const result = await sandbox.run(service, { ...doctor, ...inputs });
  expect(result.exitCode).toBe(1);
  const error = result.stdout.split('\n').find((line) => line.startsWith('::error::') && expected.test(line));
  expect(error, result.stdout).toMatch(/^::error::.*(?: Fix: | must be )/);
});

it('the doctor mode reports a read-only key', async () => {
  const result = await sandbox.run({ ...service, key: service.readOnlyKey }, doctor);
  expect(result.exitCode).toBe(1);
  expect(result.stdout).toMatch(/::error::Write access: the key is read-only\. Fix: use a key with write access/);
});

it('the doctor mode reports a GitHub token that cannot write the state', async () => {
  const result = await sandbox.run(service, doctor, { token: sandbox.github.readOnlyToken });
  expect(result.exitCode).toBe(1);
  expect(result.stdout).toMatch(
    /::error::State: write: .* \(403\): .*Fix: give the job "permissions: contents: write"/,
  );
  expect(result.stdout).not.toContain('State: scratch');
});

describe('the scratch state of the doctor mode', () => {
  const rule = (text: string): ProxyFault => ({
    status: 422,
    body: JSON.stringify({ message: `Repository rule violations found\n\n${text}\n\n` }),
  });
  const run = async (pattern: RegExp, fault: ProxyFault, inputs: Readonly<Record<string, string>> = {}) => {
    const proxy = await startFaultProxy(sandbox.cleanup, sandbox.github.apiUrl, (method, path) =>
      pattern.test(`${method} ${path}`) ? fault : 'none',
    );
    return sandbox.run(service, { ...doctor, ...inputs }, { github: { ...sandbox.github, apiUrl: proxy.url } });
  };

  it.each(
    sampleCases(
      [
        ['the creation of a ref', /^POST \S*\/git\/refs$/, 'Cannot create ref due to creations being restricted.'],
        ['the update of a ref', /^PATCH \S*\/git\/refs\//, 'Changes must be made through a pull request.'],
      ] as const,
      2,
    ),
  )('the doctor mode reports a repository rule that rejects %s', async (_name, pattern, text) => {
    const result = await run(pattern, rule(text));
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toContain(`::error::State: write: a rule of the repository rejects the state in refs/`);
    expect(result.stdout).toMatch(
      new RegExp(`: ${text}.*Fix: .*exclude the ref pattern "refs/context-sync/\\*\\*/\\*"`),
    );
    expect(result.stdout).not.toContain('State: scratch');
  });

  it('the doctor mode reports that it cannot check whether a rule about new branches applies to the branch of the state', async () => {
    const more = { state: 'ref:refs/heads/context-sync-state' };
    const result = await run(
      /^POST \S*\/git\/refs$/,
      rule('Cannot create ref due to creations being restricted.'),
      more,
    );
    expect(result.exitCode).toBe(0);
    expect(result.stdout).toMatch(
      /^\? State: write: .*the rule may also cover the branch "context-sync-state" of the state$/m,
    );
  });

  it('a scratch state that cannot be deleted is reported with the command that deletes it', async () => {
    const result = await run(/^DELETE \S*\/git\/refs\//, rule('Cannot delete this ref.'));
    expect(result.exitCode).toBe(1);
    const scratchFolder = scratchIn(result.stdout);
    expect(await sandbox.stateCommits(scratchFolder.slice('refs/'.length))).toHaveLength(2);
    expect(result.stdout).toContain(
      `::error::State: scratch: the scratch state in ${scratchFolder} could not be deleted: `,
    );
    expect(result.stdout).toContain(`git push origin :${scratchFolder}`);
  });

  it('the scratch state is written to a remote and deleted there', async () => {
    const host = await startGitHost(sandbox.cleanup);
    const inputs = { ...doctor, state: `git:${host.path}` };
    const result = await sandbox.run(service, inputs);
    expect(result.exitCode).toBe(0);
    expect(scratchIn(result.stdout)).toMatch(/^refs\/context-sync\/context-sync-doctor-/);
    expect(await host.git('for-each-ref')).toBe('');

    // The third argument of the hook is the new commit, which consists of zeros for a deletion.
    await mkdir(join(host.path, 'hooks'), { recursive: true });
    await writeFile(join(host.path, 'hooks', 'update'), '#!/bin/sh\n! expr "$3" : "^0*$" >/dev/null\n', {
      mode: 0o755,
    });
    const keptResult = await sandbox.run(service, inputs);
    expect(keptResult.exitCode).toBe(1);
    expect(keptResult.stdout).toMatch(
      /::error::State: scratch: the scratch state in refs\/\S+ of .* could not be deleted/,
    );
    expect(await host.git('for-each-ref', '--format=%(refname)')).toBe(scratchIn(keptResult.stdout));

    const readOnly = await startGitHost(sandbox.cleanup, { readOnly: true });
    const refusedResult = await sandbox.run(service, { ...doctor, state: `git:${readOnly.url}` });
    expect(refusedResult.exitCode).toBe(1);
    expect(refusedResult.stdout).toMatch(
      /::error::State: write: .*Fix: check the credentials for the repository in state: they need write access/,
    );
  });

  it('the scratch state is written to a folder and deleted there, with the folders that were created for it', async () => {
    const parent = await sandbox.cleanup.folder('state');
    const folder = join(parent, 'of', 'docs');
    const result = await sandbox.run(service, { ...doctor, state: `folder:${folder}` });
    expect(result.exitCode).toBe(0);
    expect(scratchIn(result.stdout)).toContain(join(folder, 'context-sync', 'context-sync-doctor-'));
    expect(await readdir(parent)).toEqual([]);

    // If the folder already contains a state, only the scratch state is deleted.
    await sandbox.run(service, { state: `folder:${folder}` });
    const before = await readdir(parent, { recursive: true });
    expect((await sandbox.run(service, { ...doctor, state: `folder:${folder}` })).exitCode).toBe(0);
    expect(await readdir(parent, { recursive: true })).toEqual(before);

    const file = join(parent, 'file');
    await writeFile(file, '');
    const refused = await sandbox.run(service, { ...doctor, state: `folder:${join(file, 'state')}` });
    expect(refused.exitCode).toBe(1);
    expect(refused.stdout).toMatch(/::error::State(?:: write)?: could not (?:read|write) the state in \S+:/);
  });
});
