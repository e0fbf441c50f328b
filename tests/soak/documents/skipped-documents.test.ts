import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startService, type TestService } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Sandbox } from '../../sandbox/sandbox.ts';

/** The docs contain four files that are skipped: two because of their path, and two because of their content. */
const DOCS = {
  'docs/index.md': '# Welcome\n\nText.\n',
  'docs/other.md': '# Other\n\nText.\n',
  'docs/CHANGELOG.md': '# Changes\n\nText.\n',
  'docs/copy-of-other.md': '# Other\n\nText.\n',
  'docs/draft.md': '---\ndraft: true\n---\n\n# Draft\n\nText.\n',
  'docs/large.md': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n',
};

let sandbox: Sandbox;
let service: TestService;
beforeEach(async () => {
  sandbox = await Sandbox.create(DOCS);
  service = await startService(sandbox.cleanup);
});
afterEach(() => sandbox.cleanup.close());

it('the output named skipped counts all skipped files, regardless of how many files a run reads', async () => {
  const first = await sandbox.repository.head();
  const readSkipped = async (inputs: Readonly<Record<string, string>> = {}) =>
    (await sandbox.run(service, inputs)).outputs.skipped;
  expect(await readSkipped({ mode: 'plan' })).toBe('4');
  expect(await readSkipped()).toBe('4');
  expect(await readSkipped()).toBe('4');
  const editCommit = await sandbox.repository.commit('Edit', { 'docs/index.md': '# Welcome\n\nOther text.\n' });
  expect(await readSkipped({ mode: 'plan' })).toBe('4');
  expect(await readSkipped()).toBe('4');
  await sandbox.repository.commit('Code', { 'src/index.js': 'export {};\n' });
  expect(await readSkipped()).toBe('4');
  expect(await readSkipped({ verify: 'true' })).toBe('4');
  // A run for an older commit reads no files.
  await sandbox.repository.git('checkout', '--quiet', first);
  expect(await readSkipped()).toBe('4');
  await sandbox.repository.git('checkout', '--quiet', '-B', 'main', editCommit);
  await sandbox.repository.commit('One draft less, one more', {
    'docs/draft.md': '# Draft\n\nNo longer.\n',
    'docs/new.md': '---\ndraft: true\n---\n\n# New\n\nText.\n',
    'docs/CHANGELOG.md': null,
  });
  expect(await readSkipped()).toBe('3');
  expect(await readSkipped()).toBe('3');
});

it('the output named skipped is correct with an older state that does not contain the number', async () => {
  const folder = await sandbox.cleanup.folder('state');
  const inputs = { state: `folder:${folder}` };
  await sandbox.run(service, inputs);
  const place = join(folder, 'context-sync', 'octo-api');
  const newestCommit = (await readdir(place)).sort().at(-1) ?? '';
  const version = JSON.parse(await readFile(join(place, newestCommit), 'utf8'));
  const meta = JSON.parse(version.files['meta.json']);
  expect(meta.synced.skipped).toBe(4);
  delete meta.synced.skipped;
  for (const shard of Object.values<Record<string, unknown>>(meta.shards)) {
    expect(shard).toHaveProperty('skipped');
    delete shard.skipped;
  }
  version.files['meta.json'] = JSON.stringify(meta);
  await writeFile(join(place, newestCommit), JSON.stringify(version));

  expect((await sandbox.run(service, inputs)).outputs).toMatchObject({
    skipped: '4',
    unchanged: '2',
    changed: 'false',
  });
  await sandbox.repository.commit('Edit', { 'docs/index.md': '# Welcome\n\nOther text.\n' });
  const edited = await sandbox.run(service, inputs);
  expect(edited.outputs).toMatchObject({ skipped: '4', updated: '1' });
  expect((await sandbox.run(service, inputs)).outputs).toMatchObject({ skipped: '4', changed: 'false' });
});
