import { startService, startSpecificationServer, type TestService } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Stage } from './stage.ts';

let stage: Stage;
let service: TestService;
const doctor = { mode: 'doctor' };

beforeEach(async () => {
  stage = await Stage.set();
  service = await startService(stage.cleanup);
});
afterEach(() => stage.cleanup.close());

it('finds nothing wrong with a good set-up, before the first sync and after it, and changes nothing', async () => {
  const before = await stage.run(service, doctor);
  expect(before.stdout).toContain('All checks passed; nothing was changed');
  expect(before.exitCode).toBe(0);
  expect(before.stdout).toContain('✓ State: nothing in refs/context-sync/octo-api yet');
  expect(await stage.stateCommits()).toEqual([]);

  await stage.run(service);
  const commits = await stage.stateCommits();
  const after = await stage.run(service, doctor);
  expect(after.exitCode).toBe(0);
  expect(after.stdout).toContain('3 items live, 0 superseded, 0 stale, 0 in doubt, all synced');
  expect(after.stdout).toContain('✓ Data source: is connected as src_');
  expect(after.summary).toContain('| ✓ | <code>Capabilities</code> |');
  expect(await stage.stateCommits()).toEqual(commits);
});

it('cannot tell of the five operations whether the key may write, and says so', async () => {
  const server = await startSpecificationServer(stage.cleanup);
  const result = await stage.run(server, doctor);
  expect(result.exitCode).toBe(0);
  expect(result.stdout).toContain('? Write access: the service does not tell');
  expect(result.stdout).toContain('✓ Capabilities: the five known operations alone');
  expect(server.requests.every(({ method }) => method === 'GET')).toBe(true);
});

it.each<[string, Record<string, string>, RegExp]>([
  ['no key', { 'api-key': '' }, /API key: is empty.*secret/],
  ['a wrong key', { 'api-key': 'cs_wrong' }, /Project: .*401.*Fix: put a valid personal API key/],
  ['another project', { project: 'nobodys' }, /Project: .*404.*Fix: check the project's slug/],
  ['a wrong folder', { docs: 'doc' }, /Docs: there is no folder "doc".*such as docs/],
  ['no installation id', { 'installation-id': '' }, /Data source: is not connected.*set installation-id/],
  ['a faulty input', { concurrency: 'many' }, /concurrency: must be an integer between 1 and 50 \(got "many"\)\.$/],
  ['a configuration file that is not there', { config: 'cs.yml' }, /config: there is no file "cs.yml"/],
])('names %s and the fix', async (_name, inputs, expected) => {
  const result = await stage.run(service, { ...doctor, ...inputs });
  expect(result.exitCode).toBe(1);
  const error = result.stdout.split('\n').find((line) => line.startsWith('::error::') && expected.test(line));
  expect(error, result.stdout).toMatch(/^::error::.*(?: Fix: | must be )/);
});

it('names a read-only key', async () => {
  const result = await stage.run({ ...service, key: service.readOnlyKey }, doctor);
  expect(result.exitCode).toBe(1);
  expect(result.stdout).toMatch(/::error::Write access: the key is read-only\. Fix: use a key that may write/);
});

it('names a token that may write neither state nor comments', async () => {
  const result = await stage.run(service, doctor, { token: stage.github.readOnlyToken });
  expect(result.exitCode).toBe(1);
  expect(result.stdout).toMatch(/::error::Token: state: does not have contents: write/);
});
