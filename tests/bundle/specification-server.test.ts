import {
  KillSwitch,
  type ProxyFault,
  type SpecificationServer,
  startFaultProxy,
  startSpecificationServer,
} from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPlannedChanges } from '../sandbox/planned-changes.ts';
import { counts, DOCS, NONE, Sandbox } from '../sandbox/sandbox.ts';

let sandbox: Sandbox;
let server: SpecificationServer;

beforeEach(async () => {
  sandbox = await Sandbox.create();
  server = await startSpecificationServer(sandbox.cleanup);
});
afterEach(() => sandbox.cleanup.close());

it('a sync with only the five operations creates every item once, and a second sync sends nothing', async () => {
  const first = await sandbox.run(server);
  expect(first).toMatchObject({ exitCode: 0, outputs: { created: '3', 'data-source-id': '', changed: 'true' } });
  expect(server.items.map(({ title }) => title).sort()).toEqual(['Limits › Rate', 'Limits › Size', 'Welcome']);
  expect(server.dataSources).toEqual([
    { installationId: 42, owner: 'octo-org', repo: 'api', branch: 'main', category: 'docs', provider: 'github' },
  ]);
  const posts = server.requests.filter(({ method }) => method === 'POST');
  expect(new Set(posts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(4);
  expect(posts.every(({ idempotencyKey }) => /^[0-9a-f]{64}$/.test(idempotencyKey ?? ''))).toBe(true);

  const before = server.requests.length;
  const second = await sandbox.run(server);
  expect(counts(second)).toEqual({ ...NONE, unchanged: '3' });
  expect(server.requests).toHaveLength(before);
});

it('an edit creates a new item, and the old item is listed as superseded until its text is restored', async () => {
  await sandbox.run(server);
  const limits = DOCS['docs/guides/limits.md'] ?? '';
  await sandbox.repository.commit('Edit', { 'docs/guides/limits.md': limits.replace('One megabyte', 'Two megabytes') });
  const editedResult = await sandbox.run(server);
  expect(counts(editedResult)).toEqual({ ...NONE, created: '1', unchanged: '2', superseded: '1' });
  expect(server.items).toHaveLength(4);

  const againResult = await sandbox.run(server);
  expect(counts(againResult)).toEqual({ ...NONE, unchanged: '3', superseded: '1' });
  expect(againResult.summary).toContain('superseded: an old version of a changed section');

  await sandbox.repository.commit('Take it back', DOCS);
  expect(counts(await sandbox.run(server))).toEqual({ ...NONE, unchanged: '3', superseded: '1' });
  await sandbox.repository.commit('Remove', { 'docs/guides': null });
  expect(counts(await sandbox.run(server))).toEqual({ ...NONE, unchanged: '1', superseded: '1', orphaned: '2' });
  expect(server.items).toHaveLength(4);
});

it('a renamed page leaves no second copies of the items that link to it', async () => {
  const link = (target: string, number: number) => `# Page ${number}\n\nText ${number}, see [limits](${target}.md).\n`;
  const pages = Object.fromEntries([1, 2, 3].map((number) => [`docs/p${number}.md`, link('limits', number)]));
  await sandbox.repository.commit('Write', { docs: null, ...pages, 'docs/limits.md': '# Limits\n\nSixty.\n' });
  await sandbox.run(server);
  await sandbox.repository.commit('Rename', { 'docs/limits.md': null, 'docs/rates.md': '# Limits\n\nSixty.\n' });
  const renamedResult = await sandbox.run(server);
  expect(counts(renamedResult)).toEqual({ ...NONE, created: '1', deferred: '3', orphaned: '1' });
  expect(renamedResult.summary).toContain('only URLs in them changed, because of <code>docs/limits.md</code>');
  expect(renamedResult.stdout).toContain('3 items deferred until their text changes');
  expect(server.items).toHaveLength(5);

  const commits = await sandbox.stateCommits();
  const againResult = await sandbox.run(server);
  expect(counts(againResult)).toEqual({ ...NONE, unchanged: '4', orphaned: '1' });
  expect(await sandbox.stateCommits()).toEqual(commits);
  expect(server.items).toHaveLength(5);

  await sandbox.repository.commit('Edit', { 'docs/p1.md': link('rates', 1).replace('Text', 'More text') });
  expect(counts(await sandbox.run(server))).toEqual({
    ...NONE,
    created: '1',
    unchanged: '3',
    superseded: '1',
    orphaned: '1',
  });
});

describe('a small sync that is killed while it sends items', () => {
  const PAGES = 52;
  const CONCURRENCY = 5;
  const docs = Object.fromEntries(
    Array.from({ length: PAGES }, (_, at) => [`docs/${at}.md`, `# Page ${at}\n\nText ${at}.\n`]),
  );
  const sameRun = { runId: '1' };
  const kill = new KillSwitch();

  /** Kills the first sync at its eighth item and runs it again. */
  async function runUntilKilled() {
    const proxy = await startFaultProxy(sandbox.cleanup, server.url, kill.decide('service'));
    const target = { ...server, url: proxy.url };
    await sandbox.repository.commit('Many', { ...docs, 'docs/index.md': null, 'docs/guides': null });
    kill.arm({ side: 'service', nth: 9, writes: true, moment: 'before' });
    await sandbox.run(target, {}, { ...sameRun, started: kill.attach });
    expect(kill.fired).toBe(true);
    kill.arm(undefined);
    await proxy.waitUntilIdle();
    const rerun = await sandbox.run(target, {}, { ...sameRun, attempt: 2 });
    const changes = await readPlannedChanges(rerun);
    return { target, rerun, held: changes.filter(({ kind }) => kind === 'hold') };
  }

  it('a killed sync leaves at most three items in doubt per concurrent request, and on-in-doubt resolves each by its key', async () => {
    const { target, rerun, held } = await runUntilKilled();
    expect(rerun).toMatchObject({ exitCode: 0, outputs: { 'in-doubt': String(held.length) } });
    expect(held.length).toBeGreaterThan(0);
    expect(held.length).toBeLessThanOrEqual(3 * CONCURRENCY);
    const isThere = ({ title }: { title: string }) => server.items.some((item) => item.title === title);
    expect(held.map(isThere)).toContain(true);
    expect(held.map(isThere)).toContain(false);
    // The summary escapes Markdown with character references, which are decoded here.
    const shownText = rerun.summary.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
    for (const { key } of held) expect(shownText).toContain(key);

    const [first, ...others] = held.map((change) => `${isThere(change) ? 'assume-created' : 'resend'}: ${change.key}`);
    const one = await sandbox.run(target, { 'on-in-doubt': first ?? '' }, { ...sameRun, attempt: 3 });
    expect(one).toMatchObject({ exitCode: 0, outputs: { 'in-doubt': String(others.length) } });

    const all = await sandbox.run(target, { 'on-in-doubt': [first, ...others].join('\n') }, { ...sameRun, attempt: 4 });
    expect(all).toMatchObject({
      exitCode: 0,
      outputs: { 'in-doubt': '0', unchanged: String(PAGES - Number(all.outputs.created)) },
    });
    expect(all.stdout).toMatch(/::warning::on-in-doubt: ".*" is not in doubt anymore/);
    expect(server.items.map(({ title }) => title).sort()).toEqual(
      Array.from({ length: PAGES }, (_, at) => `Page ${at}`).sort(),
    );
  });

  it('a run with a key in on-in-doubt that is not in the state fails and sends nothing', async () => {
    const { target, held } = await runUntilKilled();
    const before = server.items.length;
    const [known] = held;
    const lines = `resend: docs/1.md#nope\nassume-created: ${known?.key}`;
    const result = await sandbox.run(target, { 'on-in-doubt': lines }, { ...sameRun, attempt: 3 });
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toContain(
      '::error::on-in-doubt: the state contains neither an item with the key "docs/1.md#nope"',
    );
    expect(result.stdout).not.toContain(`"${known?.key}"`);
    expect(server.items).toHaveLength(before);
    expect((await sandbox.run(target, {}, { ...sameRun, attempt: 4 })).outputs['in-doubt']).toBe(String(held.length));
  });
});

it.each<[string, ProxyFault, number]>([
  ['before the server receives the request', 'request-lost', 2],
  ['after the server creates the item', 'response-lost', 3],
])(
  'a connection that breaks %s leaves one item in doubt that is not counted as failed',
  async (_name, fault, presentCount) => {
    let seenCount = 0;
    const proxy = await startFaultProxy(sandbox.cleanup, server.url, (method, path) => {
      if (method !== 'POST' || !path.endsWith('/context')) return 'none';
      seenCount += 1;
      return seenCount === 2 ? fault : 'none';
    });
    const target = { ...server, url: proxy.url };
    const result = await sandbox.run(target);
    expect(result).toMatchObject({ exitCode: 1, outputs: { created: '2', 'in-doubt': '1', failed: '0' } });
    expect(server.items).toHaveLength(presentCount);
    const errors = result.stdout.split('\n').filter((line) => line.startsWith('::error'));
    expect(errors).toHaveLength(2);
    expect(errors[0]).toMatch(
      /::item: POST \S+ failed: .*; it may have been created\. Fix: check the platform, then set on-in-doubt for one run/,
    );
    expect(errors[1]).toBe(
      '::error::1 item is in doubt; check the platform, then set on-in-doubt for one run: 2 created, 1 in doubt',
    );
    // The item is still in doubt after the next run.
    expect((await sandbox.run(target)).outputs).toMatchObject({ created: '0', 'in-doubt': '1', failed: '0' });
  },
);
