import {
  type KillAtRequest,
  KillSwitch,
  type SpecificationServer,
  startFaultProxy,
  startSpecificationServer,
} from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Sandbox, type Target } from '../../sandbox/sandbox.ts';

let sandbox: Sandbox;
let server: SpecificationServer;

beforeEach(async () => {
  sandbox = await Sandbox.create();
  server = await startSpecificationServer(sandbox.cleanup);
});
afterEach(() => sandbox.cleanup.close());

describe('a large sync that is killed while it sends items', () => {
  const PAGES = 253;
  // All runs are attempts of the same run, so that the previous attempt is known to have ended. A different run would wait for its lease.
  const sameRun = { runId: '1' };
  const kill = new KillSwitch();
  let target: Target;

  beforeEach(async () => {
    const proxy = await startFaultProxy(sandbox.cleanup, server.url, kill.decide('service'));
    target = { ...server, url: proxy.url };
    const docs = Object.fromEntries(
      Array.from({ length: PAGES - 3 }, (_, at) => [`docs/${at}.md`, `# Page ${at}\n\nText ${at}.\n`]),
    );
    await sandbox.repository.commit('Many', docs);
  });

  async function runUntil(nth: number, moment: KillAtRequest['moment']): Promise<void> {
    kill.arm({ side: 'service', nth, writes: true, moment });
    await sandbox.run(target, {}, { ...sameRun, started: kill.attach });
    expect(kill.fired).toBe(true);
    kill.arm(undefined);
  }

  it('a killed sync leaves the items that were being sent in doubt, duplicates none, and accepts assume-created', async () => {
    await runUntil(40, 'after');
    await runUntil(70, 'before');
    await runUntil(20, 'responded');
    const last = await sandbox.run(target, {}, sameRun);
    expect(last.exitCode).toBe(0);
    const titles = server.items.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    // Each crash leaves at most one batch in doubt, which contains all missing items.
    const inDoubt = Number(last.outputs['in-doubt']);
    expect(inDoubt).toBeGreaterThan(PAGES - titles.length);
    expect(inDoubt).toBeLessThanOrEqual(300);
    expect(last.summary).toContain('in doubt: it may or may not exist');

    const assumed = await sandbox.run(target, { 'on-in-doubt': 'assume-created' }, sameRun);
    expect(assumed).toMatchObject({ exitCode: 0, outputs: { 'in-doubt': '0', unchanged: `${PAGES}` } });
    expect(server.items).toHaveLength(titles.length);
  });

  it('one run sends the items in doubt again if on-in-doubt is resend', async () => {
    // The first write connects the data source. The run is killed before the second write, which creates the first item.
    await sandbox.configure({ concurrency: 1 });
    await runUntil(2, 'before');
    expect(server.items).toEqual([]);
    const last = await sandbox.run(target, {}, sameRun);
    const missingCount = PAGES - server.items.length;
    expect(missingCount).toBeGreaterThan(0);
    expect(last.outputs['in-doubt']).toBe(`${missingCount}`);
    const resent = await sandbox.run(target, { 'on-in-doubt': 'resend' }, sameRun);
    expect(resent).toMatchObject({ exitCode: 0, outputs: { 'in-doubt': '0' } });
    expect(new Set(server.items.map(({ title }) => title)).size).toBe(PAGES);
    expect(server.items).toHaveLength(PAGES);
  });
});
