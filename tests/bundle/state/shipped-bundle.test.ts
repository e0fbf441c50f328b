import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleCases } from '@context-sync/test-tier';
import {
  type ActionResult,
  createBareEnvironment,
  listItems,
  listSecretForms,
  runProcess,
  startGitHost,
  startService,
  startSpecificationServer,
  type TestService,
} from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { counts, NONE, Sandbox } from '../../sandbox/sandbox.ts';
import { createInRepository } from './state-locations.ts';

const PAGES = 120;
const DOCS = Object.fromEntries(
  Array.from({ length: PAGES }, (_, at) => [`docs/${at}.md`, `# Page ${at}\n\nText of page ${at}.\n`]),
);
/** A URL at which no server listens. */
const NOWHERE = 'http://127.0.0.1:1';

let sandbox: Sandbox;
let service: TestService;

beforeEach(async () => {
  sandbox = await Sandbox.create(DOCS);
  service = await startService(sandbox.cleanup);
});
afterEach(() => sandbox.cleanup.close());

/** Returns the log and the summary of a run, without the commands that mask secrets. */
function getOutput({ stdout, stderr, summary }: ActionResult): string {
  return `${stdout}${stderr}${summary}`.replaceAll(/^::add-mask::.*$/gm, '');
}

describe('a state on a git host', () => {
  it.each(sampleCases(['the real service', 'the specification alone'], 2))(
    'six concurrent runs share a state on a git host and create every item once (server: %s)',
    async (name) => {
      const host = await startGitHost(sandbox.cleanup, { user: 'x-access-token', password: sandbox.github.token });
      const server = name === 'the real service' ? service : await startSpecificationServer(sandbox.cleanup);
      const more = { env: { GITHUB_SERVER_URL: host.origin, GITHUB_API_URL: NOWHERE } };
      const run = () => sandbox.run(server, { state: `git:${host.url}` }, more);
      const runs = await Promise.all(Array.from({ length: 6 }, run));
      expect(runs.map(({ exitCode, stdout }) => (exitCode === 0 ? '' : stdout)).join('')).toBe('');
      const last = await run();
      expect(last).toMatchObject({
        exitCode: 0,
        outputs: { changed: 'false', 'in-doubt': '0', unchanged: `${PAGES}` },
      });
      const titles = ('items' in server ? server.items : await listItems(server)).map(({ title }) => title);
      expect([titles.length, new Set(titles).size]).toEqual([PAGES, PAGES]);
      // The state is a linear history of commits, and all of them were pushed with git.
      const { revision } = JSON.parse((await createInRepository(host).files())['meta.json'] ?? '') as {
        revision: number;
      };
      expect(await createInRepository(host).versions()).toBe(revision);
      expect(await sandbox.stateCommits()).toEqual([]);
      expect(runs.filter((each) => getOutput(each).includes(sandbox.github.token))).toEqual([]);
      // No git object on the host contains the token or the key either.
      const objects = await runProcess('git', ['cat-file', '--batch-all-objects', '--batch'], {
        cwd: host.path,
        env: createBareEnvironment(),
      });
      expect(objects).toContain('meta.json');
      for (const secret of [sandbox.github.token, server.key]) {
        expect(listSecretForms(secret).filter(({ text }) => objects.includes(text))).toEqual([]);
      }
    },
    240_000,
  );

  it('a git host that rejects the credentials causes an error with a masked password, and nothing is sent', async () => {
    const host = await startGitHost(sandbox.cleanup, { user: 'robot', password: 'right-0123456789' });
    const remoteUrl = host.url.replace('//', '//robot:wrong-0123456789@');
    const result = await sandbox.run(service, { state: `git:${remoteUrl}` });
    const { exitCode, stdout } = result;
    expect(exitCode).toBe(1);
    expect(stdout).toContain('::add-mask::wrong-0123456789');
    expect(stdout).toMatch(/::error::state: git could not read the state in .*Fix: .*repository in state/);
    expect(getOutput(result)).not.toContain('wrong-0123456789');
    expect(await listItems(service)).toEqual([]);
  });
});

it('a state can be stored in a folder on a machine without GitHub', async () => {
  const folder = join(await sandbox.cleanup.folder('kept'), 'state');
  const run = () => sandbox.run(service, { state: `folder:${folder}` }, { env: { GITHUB_API_URL: NOWHERE } });
  const first = await run();
  expect(first).toMatchObject({ exitCode: 0, outputs: { changed: 'true' } });
  expect(counts(first)).toEqual({ ...NONE, created: `${PAGES}` });

  const second = await run();
  expect(second).toMatchObject({ exitCode: 0, outputs: { changed: 'false' } });
  expect(counts(second)).toEqual({ ...NONE, unchanged: `${PAGES}` });

  await sandbox.repository.commit('Edit', { 'docs/7.md': '# Page 7\n\nOther text.\n', 'docs/8.md': null });
  const thirdResult = await run();
  expect(thirdResult).toMatchObject({ exitCode: 0, outputs: { changed: 'true' } });
  expect(counts(thirdResult)).toEqual({ ...NONE, updated: '1', deleted: '1', unchanged: `${PAGES - 2}` });
  expect(await listItems(service)).toHaveLength(PAGES - 1);
  const versions = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json'));
  expect(versions.every((name) => /^context-sync\/octo-api\/state-\d+\.json$/.test(name))).toBe(true);
});
