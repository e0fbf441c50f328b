import { Cleanup, GitRepository, startFaultProxy, startService, type TestService } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runIn } from '../command.fixture.ts';

const CONFIG = '.github/context-sync.yml';
const PIXEL = 'R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
const DOCS = {
  [CONFIG]: 'publish: true\npublic: true\n',
  'docs/index.md': '# Welcome\n\nSee the [limits](limits.md).\n\n![A pixel](pixel.gif)\n',
  'docs/limits.md': '# Limits\n\nSixty requests a minute.\n',
  'docs/old.md': '# Old\n\nThe former API.\n',
  'docs/pixel.gif': Buffer.from(PIXEL, 'base64').toString('latin1'),
};

let cleanup: Cleanup;
let repository: GitRepository;
let service: TestService;

beforeEach(async () => {
  cleanup = new Cleanup();
  service = await startService(cleanup);
  repository = await GitRepository.create(cleanup);
  const origin = await cleanup.folder('origin.git');
  await repository.git('init', '--quiet', '--bare', origin);
  await repository.git('remote', 'add', 'origin', origin);
  await push(DOCS);
});
afterEach(() => cleanup.close());

async function push(files: Readonly<Record<string, string | null>>): Promise<void> {
  await repository.commit('Write the docs', files as Record<string, string>);
  await repository.git('push', '--quiet', 'origin', 'main');
}

const sync = (url = service.url, args: readonly string[] = []) =>
  runIn(repository.path, ['sync', ...args], {
    CONTEXT_SYNC_API_KEY: service.key,
    CONTEXT_SYNC_BASE_URL: url,
    CONTEXT_SYNC_PROJECT: service.project,
  });

const plan = (args: readonly string[] = []) =>
  runIn(repository.path, ['plan', `--project=${service.project}`, '--state=git:origin', ...args]);

async function send(method: string, path: string, json?: object) {
  const response = await fetch(`${service.url}/api/v1/projects/${service.project}/docs${path}`, {
    method,
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    ...(json ? { body: JSON.stringify(json) } : {}),
  });
  return { status: response.status, body: response.status === 204 ? undefined : await response.json() };
}

const listPages = async () => {
  const { body } = await send('GET', '/pages');
  return (body as { pages: { path: string; title: string; source: object }[] }).pages;
};
const listPaths = async () => (await listPages()).map(({ path }) => path);
const open = (path: string) => fetch(`${service.url}/p/${service.project}${path}`, { redirect: 'manual' });
const publish = () => send('PUT', '/settings', { published: true, title: 'Pets' });

describe('publish: true', () => {
  it('a run publishes the docs folder, and the second run sends nothing', async () => {
    const first = await sync();
    expect([first.exitCode, first.messages]).toEqual([0, '']);
    expect(first.output).toContain('3 created; docs portal: 3 pages created, 1 file created');
    const pages = await listPages();
    expect(pages.map(({ path, title }) => [path, title])).toEqual([
      ['index', 'Welcome'],
      ['limits', 'Limits'],
      ['old', 'Old'],
    ]);
    const commit = await repository.head();
    expect(pages[0]?.source).toMatchObject({ file: 'docs/index.md', commit });
    await publish();
    const home = await open('/index');
    const html = home.status === 308 ? await (await open('')).text() : await home.text();
    expect(html).toContain('Welcome');
    expect(html).toMatch(/<img[^>]+src="[^"]+"/);
    expect(await sync()).toMatchObject({ exitCode: 0, output: 'No changes for octo-api (docs): 3 unchanged\n' });
    expect((await send('GET', '/settings')).body).toMatchObject({ published: true, title: 'Pets' });
  });

  it('a run sets the title of the site for a portal without a title, and never replaces a title that a person set', async () => {
    await push({ 'mkdocs.yml': 'site_name: Octopus docs\n' });
    await sync();
    expect((await send('GET', '/settings')).body).toMatchObject({ title: 'Octopus docs', published: false });
    await publish();
    await push({ 'mkdocs.yml': 'site_name: Squid docs\n', 'docs/index.md': '# Welcome\n\nChanged.\n' });
    await sync();
    expect((await send('GET', '/settings')).body).toMatchObject({ title: 'Pets' });
  });

  it('a moved page redirects to its new path, and a deleted page returns 410', async () => {
    await sync();
    await publish();
    await repository.git('mv', 'docs/limits.md', 'docs/quotas.md');
    await repository.git('rm', '--quiet', 'docs/old.md');
    await push({ 'docs/index.md': '# Welcome\n\nSee the [limits](quotas.md).\n' });
    const plannedResult = await plan();
    expect(plannedResult.output).toContain('page quotas  move from limits');
    expect(plannedResult.output).toContain(
      'Docs portal: 1 page to update, 1 page to move, 1 page to delete, 1 file to delete',
    );
    const { exitCode, output } = await sync();
    expect([exitCode, output]).toEqual([
      0,
      expect.stringContaining('1 page updated, 1 page moved, 1 page deleted, 1 file deleted'),
    ]);
    const movedResponse = await open('/limits');
    expect([movedResponse.status, movedResponse.headers.get('location'), (await open('/old')).status]).toEqual([
      308,
      expect.stringMatching(/\/p\/octo-api\/quotas$/),
      410,
    ]);
    expect(await listPaths()).toEqual(['index', 'quotas']);
  });

  it('a run publishes changes of portal files that are outside the docs folder', async () => {
    const sidebars = (list: string) => `module.exports = { docs: [${list}] };\n`;
    await push({
      'docusaurus.config.js':
        'module.exports = { presets: [["classic", { docs: { sidebarPath: "./sidebars.js", routeBasePath: "/" } }]] };\n',
      'package.json': '{"dependencies":{"@docusaurus/core":"3.0.0"}}',
      'sidebars.js': sidebars('"index", "limits"'),
      'static/sign.gif': 'GIF89a1',
      'docs/limits.md': '# Limits\n\nSixty requests a minute.\n\n![Sign](/sign.gif)\n',
    });
    await sync();
    await push({ 'sidebars.js': sidebars('"limits", "index"') });
    expect((await sync()).output).toContain('docs portal: navigation changed');
    await push({ 'static/sign.gif': 'GIF89a2' });
    expect((await sync()).output).toContain('docs portal: 1 file updated');
    expect((await sync()).output).toContain('No changes');
  });

  it('a run does not warn about links to pages that a later batch stores', async () => {
    const name = (index: number) => `p${String(index).padStart(3, '0')}`;
    const pages = Array.from({ length: 60 }, (_, index) => [
      `docs/${name(index)}.md`,
      `# Page ${index}\n\nSee [next](${name((index + 1) % 60)}.md).\n`,
    ]);
    await push(Object.fromEntries(pages));
    expect(await sync()).toMatchObject({ exitCode: 0, messages: '' });
    expect(await listPaths()).toHaveLength(63);
  });

  it('a plan of pages needs no platform', async () => {
    const { output } = await runIn(repository.path, ['plan', '--project=octo-api']);
    expect(output).toContain('page index  create');
    expect(output).toContain('Docs portal: 3 pages to create, 1 file to create');
    const json = JSON.parse((await runIn(repository.path, ['plan', '--project=octo-api', '--json'])).output);
    expect(json.portal).toMatchObject({
      unchanged: { pages: 0, files: 0 },
      changes: [{ what: 'page', kind: 'create', path: 'index', file: 'docs/index.md', title: 'Welcome' }, {}, {}, {}],
    });
  });

  it('a plan lists the warnings of the portal, which lint does not find', async () => {
    await push({ 'docs/Limits.md': '# Quotas\n\nTen requests a second.\n' });
    const { output } = await runIn(repository.path, ['plan', '--project=octo-api']);
    expect(output).toContain('1 warning:\n  docs/limits.md:1  has the same page path as docs/Limits.md');
  });

  it('a run reports pages that people wrote in the portal, and does not change them', async () => {
    await send('PUT', '/pages/limits', { title: 'By a person', markdown: 'Mine' });
    const first = await sync();
    expect(first.messages).toContain('docs portal: "limits" was not published');
    expect(first.output).toMatch(/docs portal: 2 pages created, 1 file created, .*1 in conflict/);
    await send('PUT', '/pages/old', { title: 'Old', markdown: 'Edited' });
    await repository.git('rm', '--quiet', 'docs/old.md');
    await push({});
    const second = await sync();
    expect(second.messages).toContain('docs portal: "old" was not deleted');
    expect((await listPages()).map(({ path, title }) => [path, title])).toEqual([
      ['index', 'Welcome'],
      ['limits', 'By a person'],
      ['old', 'Old'],
    ]);
    await send('DELETE', '/pages/limits');
    await send('DELETE', '/pages/old');
    const third = await sync();
    expect([third.messages, await listPaths()]).toEqual(['', ['index', 'limits']]);
  });

  it('published pages stay if publish is not set, and are deleted with publish: remove', async () => {
    await sync();
    await send('PUT', '/pages/by-people', { title: 'By a person', markdown: 'Mine' });
    await push({ [CONFIG]: 'public: true\n' });
    const keptResult = await sync();
    expect(keptResult.messages).toContain('3 pages that this repository has published stay in the docs portal');
    expect(await listPaths()).toEqual(['by-people', 'index', 'limits', 'old']);
    await push({ [CONFIG]: 'publish: remove\npublic: true\n' });
    expect((await sync()).output).toContain('docs portal: 3 pages deleted, 1 file deleted');
    expect([await listPaths(), (await send('GET', '/assets')).body]).toEqual([
      ['by-people'],
      { assets: [], next: null },
    ]);
    await push({ [CONFIG]: 'publish: remove\npublic: true\n', 'docs/new.md': '# New\n\nText.\n' });
    expect((await sync()).messages).toBe('');
  });

  it('two concurrent runs publish each page once although many requests fail', async () => {
    const manyPages = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`docs/guide-${index}.md`, `# Guide ${index}\n\nText ${index}.\n`]),
    );
    await push(manyPages);
    let count = 0;
    let isFaulty = true;
    const proxy = await startFaultProxy(cleanup, service.url, () => {
      count += 1;
      return isFaulty && count % 3 === 0 ? 'response-lost' : 'none';
    });
    const runs = await Promise.all([sync(proxy.url), sync(proxy.url)]);
    isFaulty = false;
    if (runs.some(({ exitCode }) => exitCode !== 0)) await sync(proxy.url);
    expect(await listPaths()).toHaveLength(33);
    expect(await sync(proxy.url)).toMatchObject({ messages: '', output: expect.stringContaining('No changes') });
  });
});
