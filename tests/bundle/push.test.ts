import type { ChildProcess } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { sampleCases } from '@context-sync/test-tier';
import { listItems, startFaultProxy, startService, type TestService } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { counts, DOCS, NONE, Sandbox } from '../sandbox/sandbox.ts';

const ITEM = /^POST \S*\/context$/;

let sandbox: Sandbox;
let service: TestService;

beforeEach(async () => {
  sandbox = await Sandbox.create();
  service = await startService(sandbox.cleanup);
});
afterEach(() => sandbox.cleanup.close());

describe('a push', () => {
  it('the first push creates every item once, and later pushes send only changes', async () => {
    const first = await sandbox.run(service);
    expect(first).toMatchObject({ exitCode: 0, stderr: '' });
    expect(counts(first)).toEqual({ ...NONE, created: '3' });
    expect(first.outputs).toMatchObject({ changed: 'true', 'data-source-id': expect.stringMatching(/^src_/) });
    const items = await listItems(service);
    expect(items.map(({ title }) => title).sort()).toEqual(['Limits › Rate', 'Limits › Size', 'Welcome']);
    for (const { title, content, public: isPublic } of items) {
      expect(content.split('\n')[0]).toBe(title);
      expect(content).toMatch(/\nSource: https:\/\/github\.com\/octo-org\/api\/blob\/main\/docs\/\S+$/);
      expect(isPublic).toBe(false);
    }

    const commits = await sandbox.stateCommits();
    const second = await sandbox.run(service);
    expect(second.outputs).toMatchObject({ changed: 'false', 'data-source-id': first.outputs['data-source-id'] });
    expect(counts(second)).toEqual({ ...NONE, unchanged: '3' });
    expect(await listItems(service)).toEqual(items);
    expect(await sandbox.stateCommits()).toEqual(commits);

    const limits = DOCS['docs/guides/limits.md'] ?? '';
    await sandbox.repository.commit('Edit', {
      'docs/guides/limits.md': limits.replace('One megabyte', 'Two megabytes'),
    });
    const thirdResult = await sandbox.run(service);
    expect(counts(thirdResult)).toEqual({ ...NONE, updated: '1', unchanged: '2' });
    const editedItems = await listItems(service);
    const changedItems = editedItems.filter(({ content }) => !items.some((item) => item.content === content));
    expect(changedItems.map(({ title }) => title)).toEqual(['Limits › Size']);
    expect(editedItems.map(({ id }) => id)).toEqual(items.map(({ id }) => id));

    await sandbox.repository.commit('Remove', { 'docs/guides': null });
    expect(counts(await sandbox.run(service))).toEqual({ ...NONE, deleted: '2', unchanged: '1' });
    expect((await listItems(service)).map(({ title }) => title)).toEqual(['Welcome']);
  });

  it('a push without changes in the docs sends few requests to GitHub and none to the service', async () => {
    const platform = await startFaultProxy(sandbox.cleanup, service.url, () => 'none');
    const target = { ...service, url: platform.url };
    await sandbox.run(target);
    await sandbox.repository.commit('Code', { 'src/index.js': 'export {};\n' });
    const host = await startFaultProxy(sandbox.cleanup, sandbox.github.apiUrl, () => 'none');
    const push = async () => {
      const before = [host.requests.length, platform.requests.length] as const;
      const result = await sandbox.run(target, {}, { github: { ...sandbox.github, apiUrl: host.url } });
      expect(result).toMatchObject({ exitCode: 0, outputs: { changed: 'false' } });
      expect(platform.requests).toHaveLength(before[1]);
      return host.requests.slice(before[0]).map((request) => request.split(' ')[0]);
    };
    // The run reads the state and records the commit. In a shallow clone, the run also sends a request to GitHub to determine which commit
    // is newer.
    expect(await push()).toEqual(['GET', 'GET', 'GET', 'GET', 'POST', 'POST', 'PATCH']);
    expect(await push()).toEqual(['GET', 'GET', 'GET', 'GET']);
  });

  it('a push writes a plan file that lists every change', async () => {
    await sandbox.configure({ exclude: ['index.md'], public: true, 'site-url': 'https://docs.example.com' });
    const { outputs } = await sandbox.run(service);
    const file: unknown = JSON.parse(await readFile(outputs['plan-path'] ?? '', 'utf8'));
    // Other users may be able to read the folder of the plan file, although they must not read the docs.
    expect((await stat(outputs['plan-path'] ?? '')).mode & 0o777).toBe(0o600);
    // The service lists items that were created in the same millisecond in any order. A plan lists the items of a document in the order of their sections.
    const items = (await listItems(service)).toSorted((a, b) => (a.title < b.title ? -1 : 1));
    expect(file).toMatchObject({
      schemaVersion: 2,
      project: 'octo-api',
      outcome: 'applied',
      connect: {
        kind: 'connect',
        source: {
          owner: 'octo-org',
          repo: 'api',
          branch: 'main',
          installationId: 42,
          siteUrl: 'https://docs.example.com',
        },
      },
      counts: { created: 2 },
      skipped: [],
      changes: items.map(({ title, content }) => ({
        kind: 'create',
        path: 'docs/guides/limits.md',
        key: expect.stringMatching(/^docs\/guides\/limits\.md#(rate|size)$/),
        title,
        content,
        public: true,
        fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
        lines: [expect.any(Number), expect.any(Number)],
      })),
    });
    expect(
      items.every(({ content }) => /\nSource: https:\/\/docs\.example\.com\/guides\/limits#(rate|size)$/.test(content)),
    ).toBe(true);
  });

  it('a push stores the state in its ref, without content and secrets', async () => {
    const { stdout, summary } = await sandbox.run(service);
    const commits = await sandbox.stateCommits();
    expect(commits.map(({ message }) => message)).toEqual([
      'Context Sync: Synced',
      'Context Sync: Intent: send 3',
      'Context Sync: Intent: connect octo-org/api',
    ]);
    const { apiUrl, owner, repo, token } = sandbox.github;
    const headers = { authorization: `Bearer ${token}` };
    const url = `${apiUrl}/repos/${owner}/${repo}/git`;
    const tree = (await (await fetch(`${url}/trees/${commits[0]?.tree}?recursive=1`, { headers })).json()) as {
      tree: { path: string; type: string; sha: string }[];
    };
    const blobs = tree.tree.filter(({ type }) => type === 'blob');
    expect(
      blobs
        .map(({ path }) => path)
        .filter((path) => path !== 'meta.json' && !/^documents\/[0-9a-f]{2}\.ndjson$/.test(path)),
    ).toEqual([]);
    let all = '';
    for (const { sha } of blobs) {
      const blob = (await (await fetch(`${url}/blobs/${sha}`, { headers })).json()) as { content: string };
      all += Buffer.from(blob.content, 'base64').toString('utf8');
    }
    expect(all).toContain('docs/guides/limits.md#rate');
    for (const secret of ['Sixty requests', service.key, token]) expect(all).not.toContain(secret);
    // The log contains the secrets only in the commands that mask them.
    const printedText = stdout
      .split('\n')
      .filter((line) => !line.startsWith('::add-mask::'))
      .join('\n');
    for (const secret of [service.key, token]) {
      expect(printedText + summary).not.toContain(secret);
      expect(printedText + summary).not.toContain(Buffer.from(secret).toString('base64'));
    }
  });

  it('a canceled push is completed by the next run', async () => {
    const docs = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`docs/${at}.md`, `# Page ${at}\n\nText ${at}.\n`]),
    );
    await sandbox.repository.commit('Many', docs);
    const proxy = await startFaultProxy(sandbox.cleanup, service.url, () => 'none');
    const target = { ...service, url: proxy.url };
    await sandbox.configure({ concurrency: 1 });
    const cancelledResult = await sandbox.run(
      target,
      {},
      { started: (child) => void proxy.until(ITEM, 10).then(() => child.kill('SIGINT')) },
    );
    expect(cancelledResult.exitCode).toBe(1);
    expect(cancelledResult.stdout).toContain('Canceled');
    const before = (await listItems(service)).length;
    expect(cancelledResult.outputs.created).toBe(String(before));
    expect(before).toBeGreaterThanOrEqual(9);
    expect(cancelledResult.outputs['in-doubt']).toBe('0');
    const next = await sandbox.run(target);
    expect(next.exitCode).toBe(0);
    const titles = (await listItems(service)).map(({ title }) => title);
    expect(titles).toHaveLength(303);
    expect(new Set(titles).size).toBe(303);
  });

  it('a push that is killed at different points and run again creates every item exactly once', async () => {
    const docs = Object.fromEntries(
      Array.from({ length: 250 }, (_, at) => [`docs/${at}.md`, `# Page ${at}\n\nText ${at}.\n`]),
    );
    await sandbox.repository.commit('Many', docs);
    const proxy = await startFaultProxy(sandbox.cleanup, service.url, () => 'none');
    const target = { ...service, url: proxy.url };
    // The runs are killed at the first request, when the data source is connected, and at different points while items are sent.
    const points: [pattern: RegExp, more: number][] = [
      [/./, 1],
      [/^POST \S*\/data-sources$/, 1],
      [ITEM, 3],
      [ITEM, 40],
      [ITEM, 60],
    ];
    for (const [pattern, more] of sampleCases(points, 2)) {
      const count = proxy.requests.filter((request) => pattern.test(request)).length + more;
      const killWhenRequested = (child: ChildProcess) =>
        void proxy.until(pattern, count).then(() => child.kill('SIGKILL'));
      expect((await sandbox.run(target, {}, { started: killWhenRequested })).exitCode).toBeNull();
    }
    expect(await sandbox.run(target)).toMatchObject({ exitCode: 0, outputs: { 'in-doubt': '0' } });
    const titles = (await listItems(service)).map(({ title }) => title);
    expect(titles).toHaveLength(253);
    expect(new Set(titles).size).toBe(253);
  });

  it('a run for a commit that is older than the synced one changes nothing', async () => {
    const oldCommit = await sandbox.repository.head();
    await sandbox.repository.commit('Newer', { 'docs/index.md': '# Welcome\n\nNewer text.\n' });
    await sandbox.run(service);
    const items = await listItems(service);
    await sandbox.repository.git('checkout', '--quiet', oldCommit);
    const rerun = await sandbox.run(service);
    expect(rerun).toMatchObject({ exitCode: 0, outputs: { changed: 'false' } });
    expect(rerun.stdout).toContain('a newer commit was synced already');
    expect(await listItems(service)).toEqual(items);
    await sandbox.repository.git('checkout', '--quiet', 'main');
    await sandbox.repository.git('revert', '--no-edit', 'HEAD');
    expect(counts(await sandbox.run(service))).toEqual({ ...NONE, updated: '1', unchanged: '2' });
  });

  it('a push deletes most of the items only if allow-mass-change is set', async () => {
    const docs = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`docs/${at}.md`, `# Page ${at}\n\nText.\n`]),
    );
    await sandbox.repository.commit('Many', docs);
    await sandbox.run(service);
    const items = await listItems(service);
    await sandbox.configure({ include: ['guides/**'] });
    const refusedResult = await sandbox.run(service);
    expect(refusedResult.exitCode).toBe(1);
    expect(refusedResult.stdout).toMatch(
      /::error::allow-mass-change: the plan would delete, supersede or orphan 21 of 23 items.*Fix: /,
    );
    expect(await listItems(service)).toEqual(items);
    const plannedResult = await sandbox.run(service, { mode: 'plan' });
    expect(plannedResult).toMatchObject({ exitCode: 0, outputs: { deleted: '21' } });
    expect(plannedResult.stdout).toContain('::warning::allow-mass-change');
    expect(counts(await sandbox.run(service, { 'allow-mass-change': 'true' }))).toMatchObject({
      deleted: '21',
      unchanged: '2',
    });
  });
});
