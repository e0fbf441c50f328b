import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  Cleanup,
  createBareEnvironment,
  GitRepository,
  listItems,
  PROJECT_ROOT,
  runProcess,
  SecretWatch,
  startService,
  type TestService,
} from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';

const SCRIPT = join(PROJECT_ROOT, 'examples/other-ci.sh');

let cleanup: Cleanup;
let repository: GitRepository;
let service: TestService;

beforeEach(async () => {
  cleanup = new Cleanup();
  repository = await GitRepository.create(cleanup);
  await repository.commit('Write the docs', { 'docs/index.md': '# Welcome\n\nThe API of the octopus.\n' });
  service = await startService(cleanup);
});
afterEach(() => cleanup.close());

/**
 * Runs the example script as the comment in the script describes, without any environment variables of GitHub. Checks that the log
 * contains neither the API key nor workflow commands.
 */
async function sync(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await cleanup.folder('bin');
  await symlink(process.execPath, join(folder, 'node'));
  const env = {
    ...createBareEnvironment(),
    PATH: `${folder}:${process.env.PATH ?? ''}`,
    TMPDIR: await cleanup.folder('temp'),
    CONTEXT_SYNC_ACTION: PROJECT_ROOT,
    CONTEXT_SYNC_API_KEY: service.key,
    CONTEXT_SYNC_PROJECT: service.project,
    CONTEXT_SYNC_BASE_URL: service.url,
    CONTEXT_SYNC_REPO: 'octo-org/api',
    ...more,
  };
  const log = await runProcess('bash', ['-c', 'exec bash "$0" 2>&1', SCRIPT], { cwd: repository.path, env });
  const watch = new SecretWatch();
  watch.add({ 'the key': service.key });
  watch.look('the log', log);
  expect(watch.takeLeaks()).toEqual([]);
  expect(log).not.toMatch(/^\s*::|##\[/m);
  return log;
}

it('a sync without GitHub stores its state in the remote of the checkout', async () => {
  const remoteUrl = join(await cleanup.folder('remote'), 'api.git');
  await mkdir(remoteUrl);
  await repository.git('init', '--quiet', '--bare', remoteUrl);
  await repository.git('remote', 'add', 'origin', remoteUrl);

  const first = await sync();
  expect(first).toContain('Sync: push on main');
  expect(first).not.toMatch(/^(?:Error|Warning|Notice):/m);
  expect((await listItems(service)).map(({ title }) => title)).toEqual(['Welcome']);
  expect(await repository.git('ls-remote', remoteUrl)).toContain(`refs/context-sync/${service.project}`);

  expect(await sync()).toMatch(/^No changes for octo-api \(docs\): 1 unchanged$/m);
  expect(await listItems(service)).toHaveLength(1);
});

it('a run only plans if another branch than the synced one is checked out', async () => {
  const remoteUrl = join(await cleanup.folder('remote'), 'api.git');
  await repository.git('init', '--quiet', '--bare', remoteUrl);
  await repository.git('remote', 'add', 'origin', remoteUrl);
  await repository.git('checkout', '--quiet', '-b', 'feature');
  expect(await sync()).toContain('Plan: push on feature; only main is synced');
  // Other CI systems check out a commit and pass the name of the branch in a variable.
  await repository.git('checkout', '--quiet', '--detach');
  expect(await sync({ CONTEXT_SYNC_BRANCH: 'feature' })).toContain('Plan: push on feature');
  expect(await listItems(service)).toEqual([]);
});
