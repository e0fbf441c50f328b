import { type FaultProxy, startFaultProxy, startService, type TestService } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PullRequest } from '../../sandbox/pull-request.ts';
import { CONFIG_PATH, Sandbox, type Target } from '../../sandbox/sandbox.ts';

const DOCS = {
  [CONFIG_PATH]: 'publish: true\npublic: true\nconnect: false\n',
  'mkdocs.yml': 'site_name: Octopus API\nnav:\n  - index.md\n  - limits.md\n',
  'docs/index.md': '# Welcome\n\nSee the [limits](limits.md).\n',
  'docs/limits.md': '# Limits\n\nSixty requests a minute.\n',
};
const CHANGE = {
  'docs/index.md': '# Welcome\n\nSee the [limits](limits.md) and the [errors](errors.md).\n',
  'docs/errors.md': '# Errors\n\nEach error has a code.\n',
};
const FORBIDDEN = '{"error":{"code":"read_only_key","message":"This key can only read"}}';
const PREVIEW_LINK = /\[\*\*Preview of 2 pages\*\*\]\((\S+)\) \(not listed, exists for 14 days\)/;

let sandbox: Sandbox;
let service: TestService;
let pull: PullRequest;
let proxy: FaultProxy;
let target: Target;
let isPreviewBroken: boolean;

beforeEach(async () => {
  sandbox = await Sandbox.create(DOCS);
  service = await startService(sandbox.cleanup);
  isPreviewBroken = false;
  proxy = await startFaultProxy(sandbox.cleanup, service.url, (method, path) =>
    isPreviewBroken && method === 'PUT' && path.includes('/previews/')
      ? { status: 403, headers: { 'content-type': 'application/json' }, body: FORBIDDEN }
      : 'none',
  );
  target = { ...service, url: proxy.url };
  expect((await sandbox.run(target)).exitCode).toBe(0);
});
afterEach(() => sandbox.cleanup.close());

const listUploads = () => proxy.requests.filter((request) => /^PUT \S+\/previews\//.test(request));

async function openPortal(): Promise<void> {
  const url = `${service.url}/api/v1/projects/${service.project}/docs/settings`;
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const settings = (await (await fetch(url, { headers })).json()) as Record<string, unknown>;
  const response = await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ ...settings, published: true }) });
  expect(response.status).toBe(200);
}

async function openPullRequest(): Promise<void> {
  await sandbox.repository.commit('Describe the errors', CHANGE);
  pull = await PullRequest.open(sandbox);
}

const runWithKey = () => pull.run(target, { 'api-key': service.key });

describe('the preview of a pull request', () => {
  it('the comment, the summary and the outputs link to a preview, and the same plan keeps it', async () => {
    await openPortal();
    await openPullRequest();
    const result = await runWithKey();
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    const bodies = await pull.bodies();
    const [, url = ''] = PREVIEW_LINK.exec(bodies[0] ?? '') ?? [];
    expect(url).toMatch(/\/p\/octo-api\/~[0-9a-f]{16}$/);
    expect(result.summary).toContain(`[**Preview of 2 pages**](${url})`);
    expect(JSON.parse(result.outputs.result ?? '')).toMatchObject({ 'preview-url': [url] });
    const home = await (await fetch(url)).text();
    expect(home).toContain(`<a href="${new URL(url).pathname}/errors">errors</a>`);
    expect(await (await fetch(`${url}/errors`)).text()).toContain('Each error has a code.');
    const unchanged = await fetch(`${url}/limits`);
    expect([unchanged.status, new URL(unchanged.url).pathname]).toEqual([200, '/p/octo-api/limits']);
    expect((await fetch(`${service.url}/p/octo-api/errors`)).status).toBe(404);

    await runWithKey();
    expect(listUploads()).toHaveLength(1);
    expect(await pull.bodies()).toEqual(bodies);
    await sandbox.repository.commit('Edit', { 'docs/errors.md': '# Errors\n\nEach error has a code and a hint.\n' });
    await runWithKey();
    expect(new Set(listUploads()).size).toBe(2);
    expect(PREVIEW_LINK.exec((await pull.bodies())[0] ?? '')?.[1]).not.toBe(url);
  });

  it('a plan without a preview succeeds: without a key, if the upload fails, and if the portal is not published', async () => {
    await openPullRequest();
    expect((await runWithKey()).exitCode).toBe(0);
    expect(listUploads()).toEqual([]);
    expect((await pull.bodies())[0]).toContain('The portal is not open to readers yet');

    await openPortal();
    const before = proxy.requests.length;
    const fork = await pull.run(target);
    expect(fork).toMatchObject({ exitCode: 0, stderr: '' });
    expect(fork.stdout).not.toMatch(/^::(?:warning|error)/m);
    expect(fork.stdout).toContain('no preview of the docs portal, because api-key is not set');
    expect((await pull.bodies())[0]).not.toContain('Preview');
    expect(proxy.requests.slice(before)).toEqual([]);

    isPreviewBroken = true;
    const failed = await runWithKey();
    expect(failed.exitCode).toBe(0);
    const warnings = failed.stdout.split('\n').filter((line) => line.startsWith('::warning'));
    expect(warnings).toEqual([expect.stringContaining('the docs portal has no preview of this plan: ')]);
    expect((await pull.bodies())[0]).toContain('1 page to create, 1 page to update');
  });
});
