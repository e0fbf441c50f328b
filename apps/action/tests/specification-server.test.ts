import { type SpecificationServer, startSpecificationServer } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { counts, DOCS, NONE, Stage } from './stage.ts';

let stage: Stage;
let server: SpecificationServer;

beforeEach(async () => {
  stage = await Stage.set();
  server = await startSpecificationServer(stage.cleanup);
});
afterEach(() => stage.cleanup.close());

it('gets every item once and nothing the second time, from a server that knows the five operations alone', async () => {
  const first = await stage.run(server);
  expect(first).toMatchObject({ exitCode: 0, outputs: { created: '3', 'data-source-id': '', changed: 'true' } });
  expect(server.items.map(({ title }) => title).sort()).toEqual(['Limits › Rate', 'Limits › Size', 'Welcome']);
  expect(server.dataSources).toEqual([
    { installationId: 42, owner: 'octo-org', repo: 'api', branch: 'main', category: 'docs', provider: 'github' },
  ]);
  const posts = server.requests.filter(({ method }) => method === 'POST');
  expect(new Set(posts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(4);
  expect(posts.every(({ idempotencyKey }) => /^[0-9a-f]{64}$/.test(idempotencyKey ?? ''))).toBe(true);

  const before = server.requests.length;
  const second = await stage.run(server);
  expect(counts(second)).toEqual({ ...NONE, kept: '3' });
  expect(server.requests).toHaveLength(before);
});

it('hears of an edit by a new item, and the old one is listed until it is wanted again', async () => {
  await stage.run(server);
  const limits = DOCS['docs/guides/limits.md'] ?? '';
  await stage.repository.commit('Edit', { 'docs/guides/limits.md': limits.replace('One megabyte', 'Two megabytes') });
  const edited = await stage.run(server);
  expect(counts(edited)).toEqual({ ...NONE, created: '1', kept: '2', superseded: '1' });
  expect(server.items).toHaveLength(4);

  const again = await stage.run(server);
  expect(counts(again)).toEqual({ ...NONE, kept: '3', superseded: '1' });
  expect(again.summary).toContain('superseded: its section has changed');

  await stage.repository.commit('Take it back', DOCS);
  expect(counts(await stage.run(server))).toEqual({ ...NONE, kept: '3', superseded: '1' });
  await stage.repository.commit('Remove', { 'docs/guides': null });
  expect(counts(await stage.run(server))).toEqual({ ...NONE, kept: '1', superseded: '1', stale: '2' });
  expect(server.items).toHaveLength(4);
});

it('holds in doubt what was being sent when the run was killed, and doubles nothing', async () => {
  const docs = Object.fromEntries(
    Array.from({ length: 250 }, (_, at) => [`docs/${at}.md`, `# Page ${at}\n\nText ${at}.\n`]),
  );
  await stage.repository.commit('Many', docs);
  // Attempts at the same run: each knows that the one before it has ended. Another run would wait for their lease.
  const same = { runId: '1' };
  for (const delay of [200, 330, 450]) {
    await stage.run(server, {}, { ...same, started: (child) => setTimeout(() => child.kill('SIGKILL'), delay) });
  }
  const last = await stage.run(server, {}, same);
  expect(last.exitCode).toBe(0);
  const titles = server.items.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  // Each crash leaves at most one batch in doubt, and what is missing is among it.
  const inDoubt = Number(last.outputs['in-doubt']);
  expect(inDoubt).toBeLessThanOrEqual(300);
  expect(253 - titles.length).toBeLessThanOrEqual(inDoubt);
  if (inDoubt > 0) expect(last.summary).toContain('in doubt: it may or may not be there');

  // A person has looked: what is not there is sent again, in one run.
  const missing = 253 - titles.length;
  if (missing === inDoubt) {
    expect(await stage.run(server, { 'on-in-doubt': 'resend' }, same)).toMatchObject({
      exitCode: 0,
      outputs: { 'in-doubt': '0' },
    });
    expect(server.items).toHaveLength(253);
  } else {
    const assumed = await stage.run(server, { 'on-in-doubt': 'assume-created' }, same);
    expect(assumed).toMatchObject({ exitCode: 0, outputs: { 'in-doubt': '0', kept: '253' } });
    expect(server.items).toHaveLength(titles.length);
  }
});
