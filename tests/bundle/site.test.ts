import { listItems, startFaultProxy, startService, type TestService } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { counts, NONE, Sandbox } from '../sandbox/sandbox.ts';

const FILES = {
  'docs/index.md': '# Welcome\n\nBegin with [the setup](guides/setup.md#keys) or read [the limits](limits.md).\n',
  'docs/limits.md': '# Limits\n\nSixty requests a minute.\n',
  'docs/guides/setup.md':
    '# Setup\n\nInstall it. See [the script](../../scripts/run.sh).\n\n## Keys\n\nCreate a key.\n',
  'docs/guides/other.md': '# Other\n\nSee ![a picture](../images/a.png), and [what comes later](later.md).\n',
  'docs/images/a.png': 'not a picture',
  'scripts/run.sh': 'echo\n',
};
const BLOB = 'https://github.com/octo-org/api/blob/main';

let sandbox: Sandbox;
let service: TestService;
let freshSyncs = 0;

beforeEach(async () => {
  sandbox = await Sandbox.create(FILES);
  service = await startService(sandbox.cleanup);
});
afterEach(() => sandbox.cleanup.close());

/** Returns the items by title, without the IDs that the service gives them. */
async function itemsOf(target: TestService): Promise<[string, string][]> {
  const items = await listItems(target);
  return items.map(({ title, content }): [string, string] => [title, content]).sort();
}

/** Syncs the checked-out commit to a new service, and returns its items. */
async function freshItems(): Promise<[string, string][]> {
  const target = await startService(sandbox.cleanup);
  freshSyncs += 1;
  await sandbox.run(target, { 'state-ref': `refs/context-sync/fresh-${freshSyncs}` });
  return itemsOf(target);
}

/** Commits the changes and syncs them. The result must be that of a fresh sync. */
async function push(changes: Readonly<Record<string, string | null>>) {
  await sandbox.repository.commit('Edit', changes);
  const result = await sandbox.run(service);
  expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await itemsOf(service)).toEqual(await freshItems());
  return result;
}

async function contentOf(title: string): Promise<string | undefined> {
  return (await listItems(service)).find((item) => item.title === title)?.content;
}

describe('a change that other documents depend on', () => {
  beforeEach(async () => {
    const first = await sandbox.run(service);
    expect(first.stdout).toContain('docs/guides/later.md does not exist');
    expect(await contentOf('Welcome')).toContain(`${BLOB}/docs/guides/setup.md#keys`);
    expect(await contentOf('Other')).toContain('and what comes later.');
  });

  it('updates the documents that link to a deleted page, with a warning on them', async () => {
    const result = await push({ 'docs/limits.md': null });
    expect(counts(result)).toMatchObject({ updated: '1', deleted: '1' });
    expect(await contentOf('Welcome')).toContain('or read the limits.');
    expect(result.stdout).toMatch(/docs\/index\.md.*line=3.*docs\/limits\.md does not exist/);
    expect(result.stdout).not.toContain('later.md');
  });

  it('updates the documents that link to a renamed page or a changed anchor', async () => {
    const renamed = await push({
      'docs/guides/setup.md': null,
      'docs/guides/install.md': FILES['docs/guides/setup.md'],
    });
    expect(renamed.stdout).toContain('docs/guides/setup.md does not exist');
    await push({ 'docs/guides/setup.md': FILES['docs/guides/setup.md'], 'docs/guides/install.md': null });
    expect(await contentOf('Welcome')).toContain('setup.md#keys');
    const anchor = await push({
      'docs/guides/setup.md': FILES['docs/guides/setup.md'].replace('## Keys', '## Tokens'),
    });
    expect(anchor.stdout).toContain('docs/guides/setup.md has no anchor "keys"');
    expect(await contentOf('Welcome')).toContain(`${BLOB}/docs/guides/setup.md)`);
  });

  it('updates the documents that link to a page, an image or a file that did not exist', async () => {
    const page = await push({ 'docs/guides/later.md': '# Later\n\nNow.\n' });
    expect(counts(page)).toMatchObject({ created: '1', updated: '1' });
    expect(await contentOf('Other')).toContain(`[what comes later](${BLOB}/docs/guides/later.md)`);
    await push({ 'docs/images/a.png': null });
    expect(await contentOf('Other')).toContain('See a picture, and');
    await push({ 'docs/images/a.png': 'a picture' });
    expect(await contentOf('Other')).toContain('a.png)');
  });

  it('is found outside of the docs folder', async () => {
    const moved = await push({ 'scripts/run.sh': null });
    expect(counts(moved)).toMatchObject({ updated: '1' });
    expect(moved.stdout).toContain('scripts/run.sh does not exist');
    const unrelated = await push({ 'scripts/other.sh': 'echo\n' });
    expect(unrelated.outputs.changed).toBe('false');
  });

  it('is reported for unchanged documents on a pull request', async () => {
    await sandbox.repository.commit('Delete', { 'docs/limits.md': null });
    const plan = await sandbox.run(service, { mode: 'plan' });
    expect(plan.stdout).toMatch(/docs\/index\.md.*docs\/limits\.md does not exist/);
  });

  it('does not update documents whose dependencies have not changed', async () => {
    const result = await push({
      'docs/guides/setup.md': FILES['docs/guides/setup.md'].replace('Install it', 'Get it'),
    });
    expect(counts(result)).toEqual({ ...NONE, updated: '1', unchanged: '3' });
    const state = await sandbox.run(service);
    expect(state.outputs.changed).toBe('false');
  });
});

it('chunks all documents again when the configuration of the site generator changes', async () => {
  await sandbox.run(service, { 'site-url': 'https://docs.example.com' });
  const before = await contentOf('Limits');
  await sandbox.repository.commit('Use another style', { 'mkdocs.yml': 'site_name: API\nuse_directory_urls: false\n' });
  await sandbox.repository.commit('Edit', { 'docs/guides/other.md': '# Other\n\nText.\n' });
  const result = await sandbox.run(service, { 'site-url': 'https://docs.example.com' });
  expect(result.exitCode).toBe(0);
  expect(await contentOf('Limits')).toContain('/limits.html');
  expect(before).not.toContain('/limits.html');
});

it('updates an unchanged document in the next run if its update failed', async () => {
  let isFailing = false;
  const platform = await startFaultProxy(sandbox.cleanup, service.url, (method) =>
    isFailing && method === 'PUT' ? { status: 422, body: '{"error":"no"}' } : 'none',
  );
  const target = { ...service, url: platform.url };
  await sandbox.run(target);
  await sandbox.repository.commit('Delete', { 'docs/limits.md': null });
  isFailing = true;
  const failed = await sandbox.run(target);
  expect(failed).toMatchObject({ exitCode: 1, outputs: { failed: '1', deleted: '1' } });
  isFailing = false;
  expect(counts(await sandbox.run(target))).toMatchObject({ updated: '1', failed: '0' });
  expect(await itemsOf(service)).toEqual(await freshItems());
});

it('chunks all documents again when a configuration of a site generator is added outside of the docs folder', async () => {
  const inputs = { 'site-url': 'https://docs.example.com' };
  await sandbox.run(service, inputs);
  expect(await contentOf('Limits')).toContain('https://docs.example.com/limits');
  await sandbox.repository.commit('Use MkDocs', { 'mkdocs.yml': 'site_name: API\nuse_directory_urls: false\n' });
  const result = await sandbox.run(service, inputs);
  expect(result).toMatchObject({ exitCode: 0, outputs: { changed: 'true' } });
  expect(await contentOf('Limits')).toContain('https://docs.example.com/limits.html');
  expect((await sandbox.run(service, inputs)).outputs.changed).toBe('false');
});
