import { join } from 'node:path';
import { type ActionResult, listItems, startService, type TestService } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { counts, NONE, Sandbox } from '../../sandbox/sandbox.ts';

const REF = 'refs/context-sync/octo-api';
/** The settings contain all names explicitly, so that a rename of the repository changes no item. */
const SETTINGS = { 'site-url': 'https://docs.example.com', connect: false };

let sandbox: Sandbox;
let service: TestService;
/** The git repository that contains the original state. */
let original: string;

beforeEach(async () => {
  sandbox = await Sandbox.create();
  await sandbox.configure(SETTINGS);
  service = await startService(sandbox.cleanup);
  original = join(await sandbox.cleanup.folder('state'), 'api.git');
  await sandbox.repository.git('init', '--quiet', '--bare', original);
  expect(counts(await run(original))).toEqual({ ...NONE, created: '3' });
});
afterEach(() => sandbox.cleanup.close());

/** Runs the action for the repository that `env` specifies. Default: `octo-org/api` on github.com with the ID 1001. */
async function run(
  remoteUrl: string,
  env: Readonly<Record<string, string>> = {},
  inputs: Readonly<Record<string, string>> = {},
): Promise<ActionResult> {
  return sandbox.run(service, { state: `git:${remoteUrl}`, ...inputs }, { env });
}

async function metaIn(remote: string): Promise<Record<string, unknown>> {
  return JSON.parse(await sandbox.repository.git('--git-dir', remote, 'show', `${REF}:meta.json`));
}

const API = { host: 'github.com', name: 'octo-org/api', id: '1001' };
const MIRROR = { GITHUB_REPOSITORY: 'octo-org/mirror', GITHUB_REPOSITORY_ID: '2002' };
const ELSEWHERE = { GITHUB_SERVER_URL: 'https://git.example.com', GITHUB_REPOSITORY_ID: '' };

describe('the state of a moved repository', () => {
  it('a state that was mirrored to another repository is rejected there in every mode', async () => {
    const mirror = join(await sandbox.cleanup.folder('mirror'), 'mirror.git');
    await sandbox.repository.git('clone', '--quiet', '--mirror', original, mirror);
    const [items, meta] = [await listItems(service), await metaIn(mirror)];
    await sandbox.repository.commit('Remove', { 'docs/guides': null });
    await sandbox.configure({ ...SETTINGS, 'moved-from': 'octo-org/other' });
    for (const inputs of [{}, { mode: 'plan' }, { verify: 'true' }]) {
      const refusedResult = await run(mirror, MIRROR, inputs);
      expect(refusedResult.exitCode).toBe(1);
      expect(refusedResult.stdout).toMatch(
        /::error::state: the state in .* \(lineage [0-9a-f]{8}\) belongs to the repository github\.com\/octo-org\/api \(id 1001\), not to github\.com\/octo-org\/mirror \(id 2002\)\. Fix: .*set moved-from: octo-org\/api/,
      );
    }
    const doctor = await run(mirror, MIRROR, { mode: 'doctor' });
    expect(doctor.exitCode).toBe(1);
    expect(doctor.stdout).toMatch(/::error::State: .*belongs to the repository github\.com\/octo-org\/api/);
    expect(await metaIn(mirror)).toEqual(meta);
    expect(await listItems(service)).toEqual(items);
  });

  it('a state is used under the new name after its repository was renamed on GitHub', async () => {
    const renamedResult = await run(original, { GITHUB_REPOSITORY: 'octo-org/platform' });
    expect(renamedResult).toMatchObject({ exitCode: 0, outputs: { changed: 'false' } });
    expect(await metaIn(original)).toMatchObject({ repository: { ...API, name: 'octo-org/platform' } });
    // Another repository (with another ID) now uses the old name.
    expect((await run(original, { GITHUB_REPOSITORY_ID: '3003' })).exitCode).toBe(1);
  });

  it('a state is used only with moved-from after its repository moved to another host', async () => {
    expect((await run(original, ELSEWHERE)).exitCode).toBe(1);
    await sandbox.configure({ ...SETTINGS, 'moved-from': 'octo-org/api' });
    const confirmedResult = await run(original, ELSEWHERE);
    await sandbox.configure(SETTINGS);
    expect(confirmedResult).toMatchObject({ exitCode: 0, outputs: { changed: 'false' } });
    expect(await metaIn(original)).toMatchObject({ repository: { host: 'git.example.com', name: 'octo-org/api' } });
    await sandbox.repository.commit('Remove', { 'docs/guides': null });
    expect(counts(await run(original, ELSEWHERE))).toEqual({ ...NONE, deleted: '2', unchanged: '1' });
    expect((await run(original)).exitCode).toBe(1);
  });

  it('a state keeps the ID of its repository when it is used on a system without IDs', async () => {
    const before = await metaIn(original);
    expect(await run(original, { GITHUB_REPOSITORY_ID: '' })).toMatchObject({ exitCode: 0 });
    expect(await metaIn(original)).toEqual(before);
    expect(before).toMatchObject({ repository: API });
  });

  it('a state that an older version wrote without a repository is adopted by the next run', async () => {
    const { repository: _unnamed, ...older } = await metaIn(original);
    const git = (...args: string[]) => sandbox.repository.git('--git-dir', original, ...args);
    await sandbox.repository.commit('Older', { 'older.json': JSON.stringify(older) });
    const blob = await git('hash-object', '-w', join(sandbox.repository.path, 'older.json'));
    await git('read-tree', REF);
    await git('update-index', '--cacheinfo', `100644,${blob},meta.json`);
    const tree = await git('write-tree');
    await git('update-ref', REF, await git('commit-tree', '-p', REF, '-m', 'Older', tree));
    expect(await metaIn(original)).not.toHaveProperty('repository');

    expect(await run(original)).toMatchObject({ exitCode: 0, outputs: { changed: 'false' } });
    expect(await metaIn(original)).toMatchObject({ repository: API });
    expect((await run(original, MIRROR)).exitCode).toBe(1);
  });
});
