import { sampleCases } from '@context-sync/test-tier';
import {
  listItems,
  type ProxyFault,
  type SubstituteResponse,
  startFaultProxy,
  startService,
  type TestService,
} from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Sandbox } from '../../sandbox/sandbox.ts';

const PAGES = 120;
const DOCS = Object.fromEntries(
  Array.from({ length: PAGES }, (_, at) => [`docs/${at}.md`, `# Page ${at}\n\nText of page ${at}.\n`]),
);

let sandbox: Sandbox;
let service: TestService;

beforeEach(async () => {
  sandbox = await Sandbox.create(DOCS);
  service = await startService(sandbox.cleanup);
});
afterEach(() => sandbox.cleanup.close());

/** Applies `fault` to the n-th matching request, counted from 1, and forwards all other requests. */
function nth(pattern: RegExp, wantedPosition: number, fault: ProxyFault): (method: string, path: string) => ProxyFault {
  let seenCount = 0;
  return (method, path) => {
    if (!pattern.test(`${method} ${path}`)) return 'none';
    seenCount += 1;
    return seenCount === wantedPosition ? fault : 'none';
  };
}

const MOVE = /^(?:POST|PATCH) \S*\/git\/refs/;
const WRITE = /^(?:POST|PATCH) \S*\/git\//;
const secondaryLimit: ProxyFault = {
  status: 403,
  headers: { 'retry-after': '1' },
  body: '{"message":"You have exceeded a secondary rate limit"}',
};

describe('a single fault of GitHub', () => {
  const faults: [string, (method: string, path: string) => ProxyFault][] = [
    ['the response to an update of the ref is lost', nth(MOVE, 2, 'response-lost')],
    ['the response to the creation of the ref is lost', nth(MOVE, 1, { status: 502, afterPassing: true })],
    ['an update of the ref fails with 502', nth(MOVE, 3, { status: 502 })],
    ['the creation of the ref fails with 502', nth(MOVE, 1, { status: 502 })],
    ['a write is rate limited with 403', nth(WRITE, 5, secondaryLimit)],
    ['an update of the ref is rate limited with 403', nth(MOVE, 3, secondaryLimit)],
    ['a write is rate limited with 429', nth(WRITE, 4, { status: 429, headers: { 'retry-after': '1' } })],
    ['a connection breaks while the state is read', nth(/^GET \S*\/git\/ref\//, 1, 'request-lost')],
    ['the response to a new tree is truncated', nth(/^POST \S*\/git\/trees/, 1, 'truncated')],
    ['the response to a new commit is truncated', nth(/^POST \S*\/git\/commits/, 1, 'truncated')],
    ['the response to an update of the ref is truncated', nth(MOVE, 2, 'truncated')],
  ];
  it.each(sampleCases(faults, 3))(
    'a run creates every item once and reports correct counts if %s',
    async (_name, decide) => {
      const proxy = await startFaultProxy(sandbox.cleanup, sandbox.github.apiUrl, decide);
      const result = await sandbox.run(service, {}, { github: { ...sandbox.github, apiUrl: proxy.url } });
      expect(result).toMatchObject({
        exitCode: 0,
        outputs: { created: `${PAGES}`, unchanged: '0', 'in-doubt': '0', failed: '0', changed: 'true' },
      });
      expect(result.outputs['data-source-id']).toMatch(/^src_/);
      expect(await listItems(service)).toHaveLength(PAGES);
      expect((await sandbox.run(service)).outputs).toMatchObject({ changed: 'false', unchanged: `${PAGES}` });
    },
  );

  it.each(['ref/', 'commits/', 'trees/', 'blobs/'])(
    'a read of the state is retried if the responses for git/%s are truncated',
    async (kind) => {
      await sandbox.run(service);
      await sandbox.repository.commit('Edit', { 'docs/1.md': '# Page 1\n\nOther text.\n' });
      let brokenCount = 0;
      const proxy = await startFaultProxy(sandbox.cleanup, sandbox.github.apiUrl, (method, path) => {
        if (method !== 'GET' || !path.includes(`/git/${kind}`) || brokenCount === 2) return 'none';
        brokenCount += 1;
        return 'truncated';
      });
      const { exitCode, outputs } = await sandbox.run(
        service,
        {},
        { github: { ...sandbox.github, apiUrl: proxy.url } },
      );
      expect({ exitCode, broken: brokenCount, updated: outputs.updated }).toEqual({
        exitCode: 0,
        broken: 2,
        updated: '1',
      });
    },
  );

  it('a run ends early and sends nothing if a repository rule rejects the state ref', async () => {
    const rule: ProxyFault = { status: 422, body: '{"message":"Repository rule violations found"}' };
    const proxy = await startFaultProxy(sandbox.cleanup, sandbox.github.apiUrl, (method, path) =>
      MOVE.test(`${method} ${path}`) ? rule : 'none',
    );
    const result = await sandbox.run(service, {}, { github: { ...sandbox.github, apiUrl: proxy.url } });
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toMatch(
      /::error::state: a rule of the repository rejects the state in refs\/context-sync\/\S+ of octo-org\/api\. Fix: .*"refs\/context-sync\/\*\*\/\*".*set state to a /,
    );
    expect(proxy.requests.length).toBeLessThan(40);
    expect(await listItems(service)).toEqual([]);
  });
});

describe('a single fault of the service', () => {
  it('lost requests and responses are retried with the same Idempotency-Key, and every item is created once', async () => {
    const faults: ProxyFault[] = [
      'none',
      'response-lost',
      'none',
      'request-lost',
      'none',
      { status: 502, afterPassing: true },
      'none',
      'none',
    ];
    // Faults are counted for each request, so that a request never has more faults than the client makes attempts.
    const attempts = new Map<string, number>();
    const proxy = await startFaultProxy(sandbox.cleanup, service.url, (method, _path, key) => {
      if (method !== 'POST' || key === undefined) return 'none';
      const attempt = attempts.get(key) ?? 0;
      const first = [...attempts.keys()].indexOf(key);
      attempts.set(key, attempt + 1);
      return attempt < 2
        ? (faults[((first < 0 ? attempts.size : first) + attempt * 3) % faults.length] ?? 'none')
        : 'none';
    });
    const result = await sandbox.run({ ...service, url: proxy.url });
    expect(result).toMatchObject({ exitCode: 0, outputs: { created: `${PAGES}`, 'in-doubt': '0' } });
    expect(await listItems(service)).toHaveLength(PAGES);
    expect(Math.max(...attempts.values())).toBe(3);
  });

  it('a repository that is already connected causes a warning: the items are synced, and connecting is not tried again', async () => {
    const conflict: ProxyFault = {
      status: 409,
      body: '{"error":{"code":"conflict","message":"octo-org/api is already connected as src_1"}}',
    };
    const proxy = await startFaultProxy(sandbox.cleanup, service.url, (method, path) =>
      method === 'POST' && path.endsWith('/data-sources') ? conflict : 'none',
    );
    const target = { ...service, url: proxy.url };
    const result = await sandbox.run(target);
    expect(result).toMatchObject({ exitCode: 0, outputs: { created: `${PAGES}`, failed: '0', 'data-source-id': '' } });
    expect(result.stdout).toMatch(/::warning.*already had a data source.*is already connected as src_1/);
    await sandbox.repository.commit('Edit', { 'docs/1.md': '# Page 1\n\nOther text.\n' });
    expect((await sandbox.run(target)).stdout).not.toContain('already had a data source');
    expect(proxy.requests.filter((request) => request.endsWith('/data-sources'))).toHaveLength(1);
  });

  it('the items stay in the state if a gateway responds 404 to every write, and none is duplicated', async () => {
    let broken = false;
    const proxy = await startFaultProxy(sandbox.cleanup, service.url, (method) =>
      broken && method !== 'GET' ? { status: 404, body: 'default backend - 404' } : 'none',
    );
    const target = { ...service, url: proxy.url };
    await sandbox.run(target);
    const editedDocs = Object.fromEntries(Object.entries(DOCS).map(([path, text]) => [path, `${text}\nMore.\n`]));
    await sandbox.repository.commit('Edit all', editedDocs);
    broken = true;
    expect((await sandbox.run(target)).exitCode).toBe(1);
    broken = false;
    expect(await sandbox.run(target)).toMatchObject({
      exitCode: 0,
      outputs: { updated: `${PAGES}`, created: '0' },
    });
    expect(await listItems(service)).toHaveLength(PAGES);
  });

  it('a run succeeds without a warning if a web page is always served instead of the OpenAPI document', async () => {
    const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' };
    const proxy = await startFaultProxy(sandbox.cleanup, service.url, (_method, path) =>
      path === '/openapi.json' ? page : 'none',
    );
    const target = { ...service, url: proxy.url };
    for (const text of ['One.', 'Two.']) {
      await sandbox.repository.commit(text, { 'docs/a.md': `# A\n\n${text}\n` });
      const result = await sandbox.run(target);
      expect(result.exitCode).toBe(0);
      expect(result.stdout).not.toContain('::warning');
    }
  });

  it('the request for the OpenAPI document is retried if the response is truncated', async () => {
    const proxy = await startFaultProxy(sandbox.cleanup, service.url, nth(/openapi\.json$/, 2, 'truncated'));
    const target = { ...service, url: proxy.url };
    await sandbox.run(target);
    await sandbox.repository.commit('Delete a page', { 'docs/1.md': null });
    const result = await sandbox.run(target);
    expect(result).toMatchObject({ exitCode: 0, outputs: { deleted: '1', orphaned: '0' } });
    expect(await listItems(service)).toHaveLength(PAGES - 1);
  });

  it.each<[string, SubstituteResponse]>([
    ['fails', { status: 500 }],
    ['times out', { status: 408 }],
    ['returns a sign-in page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' }],
  ])(
    'the capabilities of the last sync stay in effect if the request for the OpenAPI document %s',
    async (_name, fault) => {
      await sandbox.repository.commit('One page', {
        ...Object.fromEntries(Object.keys(DOCS).map((path) => [path, null])),
        'docs/a.md': '# A\n\nText.\n',
      });
      let broken = false;
      const proxy = await startFaultProxy(sandbox.cleanup, service.url, (_method, path) =>
        broken && path === '/openapi.json' ? fault : 'none',
      );
      const target = { ...service, url: proxy.url };
      await sandbox.run(target);
      await sandbox.repository.commit('Edit', { 'docs/a.md': '# A\n\nOther text.\n' });
      broken = true;
      const result = await sandbox.run(target);
      expect(result).toMatchObject({ exitCode: 0, outputs: { updated: '1', superseded: '0' } });
      expect(result.stdout).toContain('using the capabilities of the last sync');
      expect(await listItems(service)).toHaveLength(1);
    },
  );
});
