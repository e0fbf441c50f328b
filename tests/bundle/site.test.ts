import { startFaultProxy } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { counts, NONE } from '../sandbox/sandbox.ts';
import { SyncedSite } from '../sandbox/synced-site.ts';

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

let site: SyncedSite;

beforeEach(async () => {
  site = await SyncedSite.create(FILES);
});
afterEach(() => site.sandbox.cleanup.close());

describe('a change that other documents depend on', () => {
  beforeEach(async () => {
    const first = await site.sync();
    expect(first.stdout).toContain('docs/guides/later.md does not exist');
    expect(await site.getContent('Welcome')).toContain(`${BLOB}/docs/guides/setup.md#keys`);
    expect(await site.getContent('Other')).toContain('and what comes later.');
  });

  it('deleting a page updates the documents that link to it, with a warning for each', async () => {
    const result = await site.push({ 'docs/limits.md': null });
    expect(counts(result)).toMatchObject({ updated: '1', deleted: '1' });
    expect(await site.getContent('Welcome')).toContain('or read the limits.');
    expect(result.stdout).toMatch(/docs\/index\.md.*line=3.*docs\/limits\.md does not exist/);
    expect(result.stdout).not.toContain('later.md');
  });

  it('renaming a page or changing an anchor updates the documents that link to it', async () => {
    const renamedResult = await site.push({
      'docs/guides/setup.md': null,
      'docs/guides/install.md': FILES['docs/guides/setup.md'],
    });
    expect(renamedResult.stdout).toContain('docs/guides/setup.md does not exist');
    await site.push({ 'docs/guides/setup.md': FILES['docs/guides/setup.md'], 'docs/guides/install.md': null });
    expect(await site.getContent('Welcome')).toContain('setup.md#keys');
    const anchor = await site.push({
      'docs/guides/setup.md': FILES['docs/guides/setup.md'].replace('## Keys', '## Tokens'),
    });
    expect(anchor.stdout).toContain('docs/guides/setup.md has no anchor "keys"');
    expect(await site.getContent('Welcome')).toContain(`${BLOB}/docs/guides/setup.md)`);
  });

  it('adding or deleting a page or an image updates the documents that link to it', async () => {
    const page = await site.push({ 'docs/guides/later.md': '# Later\n\nNow.\n' });
    expect(counts(page)).toMatchObject({ created: '1', updated: '1' });
    expect(await site.getContent('Other')).toContain(`[what comes later](${BLOB}/docs/guides/later.md)`);
    await site.push({ 'docs/images/a.png': null });
    expect(await site.getContent('Other')).toContain('See a picture, and');
    await site.push({ 'docs/images/a.png': 'a picture' });
    expect(await site.getContent('Other')).toContain('a.png)');
  });

  it('deleting a file outside of the docs folder updates the documents that link to it', async () => {
    const movedResult = await site.push({ 'scripts/run.sh': null });
    expect(counts(movedResult)).toMatchObject({ updated: '1' });
    expect(movedResult.stdout).toContain('scripts/run.sh does not exist');
    const unrelated = await site.push({ 'scripts/other.sh': 'echo\n' });
    expect(unrelated.outputs.changed).toBe('false');
  });

  it('a plan warns about unchanged documents whose links the pull request breaks', async () => {
    await site.sandbox.repository.commit('Break links', {
      'docs/limits.md': null,
      'docs/guides/setup.md': FILES['docs/guides/setup.md'].replace('## Keys', '## Tokens'),
    });
    const plan = await site.sync({ mode: 'plan' });
    expect(plan.stdout).toMatch(/docs\/index\.md.*docs\/limits\.md does not exist/);
    expect(plan.stdout).toMatch(/docs\/index\.md.*docs\/guides\/setup\.md has no anchor "keys"/);
  });

  it('a change of a page does not update documents whose dependencies have not changed', async () => {
    const result = await site.push({
      'docs/guides/setup.md': FILES['docs/guides/setup.md'].replace('Install it', 'Get it'),
    });
    expect(counts(result)).toEqual({ ...NONE, updated: '1', unchanged: '3' });
    const state = await site.sync();
    expect(state.outputs.changed).toBe('false');
  });
});

it('all documents are chunked again when the configuration of the site generator changes', async () => {
  await site.sandbox.configure({ 'site-url': 'https://docs.example.com' });
  await site.sync();
  const before = await site.getContent('Limits');
  await site.sandbox.repository.commit('Use another style', {
    'mkdocs.yml': 'site_name: API\nuse_directory_urls: false\n',
  });
  await site.sandbox.repository.commit('Edit', { 'docs/guides/other.md': '# Other\n\nText.\n' });
  const result = await site.sync();
  expect(result.exitCode).toBe(0);
  expect(await site.getContent('Limits')).toContain('/limits.html');
  expect(before).not.toContain('/limits.html');
});

it('an unchanged document is updated in the next run if its update failed', async () => {
  let isFailing = false;
  const platform = await startFaultProxy(site.sandbox.cleanup, site.service.url, (method) =>
    isFailing && method === 'PUT' ? { status: 422, body: '{"error":"no"}' } : 'none',
  );
  const target = { ...site.service, url: platform.url };
  await site.sandbox.run(target);
  await site.sandbox.repository.commit('Delete', { 'docs/limits.md': null });
  isFailing = true;
  const failedResult = await site.sandbox.run(target);
  expect(failedResult).toMatchObject({ exitCode: 1, outputs: { failed: '1', deleted: '1' } });
  isFailing = false;
  expect(counts(await site.sandbox.run(target))).toMatchObject({ updated: '1', failed: '0' });
  expect(await site.items()).toEqual(await site.freshItems());
});

it('all documents are chunked again when a configuration of a site generator is added outside of the docs folder', async () => {
  await site.sandbox.configure({ 'site-url': 'https://docs.example.com' });
  await site.sync();
  expect(await site.getContent('Limits')).toContain('https://docs.example.com/limits');
  await site.sandbox.repository.commit('Use MkDocs', { 'mkdocs.yml': 'site_name: API\nuse_directory_urls: false\n' });
  const result = await site.sync();
  expect(result).toMatchObject({ exitCode: 0, outputs: { changed: 'true' } });
  expect(await site.getContent('Limits')).toContain('https://docs.example.com/limits.html');
  expect((await site.sync()).outputs.changed).toBe('false');
});
