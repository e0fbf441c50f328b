import { expect, it } from 'vitest';
import { foldTraffic } from '../../../areas/metrics/fold-traffic.ts';
import { LOG, populate, projectPath } from '../../../testing/service.fixture.ts';
import { createPrincipal, createProject, getScope } from './accounts.fixture.ts';
import { openTestStore } from './database.fixture.ts';
import { createFakeClock } from './fake-clock.fixture.ts';
import { MAINS, type ServiceProcess, startProcessWith } from './process.fixture.ts';

const RESOLUTIONS = ['interval=minute&since=-30m', 'interval=hour&since=-20h', 'interval=day&since=-25d'];

it.runIf(process.platform === 'linux').each([
  ['without a retention of logs', []],
  ['with a retention of logs', ['--keep-logs-days', '30']],
] as const)(
  'a service that ran with a wrong clock has deleted nothing and serves the same metrics, %s',
  async (_name, args) => {
    const { store, database, rows } = await openTestStore();
    const keys = await populate(store);
    const { id } = await createProject(store, keys.ann);
    const { keyId } = await createPrincipal(store, keys.ann);
    const ages = [5, 20, 300, 20 * 1_440];
    await store.logs.addAll(
      id,
      ages.map((minutes) => ({ ...LOG, timestamp: new Date(Date.now() - minutes * 60_000).toISOString() })),
    );
    await foldTraffic(store);
    await store.runIdempotent(getScope(keyId, 'k'), 'p', async () => ({ status: 201, location: null, stored: '{}' }));
    await store.close();
    const tables = ['logs', 'traffic', 'traffic_state', 'callers', 'hint_deliveries', 'answers'];
    const readTables = async () => {
      const content: Record<string, string[]> = {};
      for (const table of tables) {
        const all = await rows(`SELECT * FROM ${table}`);
        // The results of the regular assessment of users depend on the time and are computed again.
        content[table] = all
          .map(({ n7, n7_before, n30, e30, risk_level, reasons, ...row }) => JSON.stringify(row))
          .sort();
      }
      return content;
    };
    const acceptedTime = async () => String((await rows('SELECT at FROM clock'))[0]?.at ?? '');
    const readMetrics = async ({ url }: ServiceProcess) => {
      const totals: number[] = [];
      for (const query of RESOLUTIONS) {
        const response = await fetch(`${url}${projectPath(`/metrics/timeseries?${query}`)}`, {
          headers: { authorization: `Bearer ${keys.ann}` },
        });
        expect(response.status, query).toBe(200);
        const { points } = (await response.json()) as { points: { requests: number }[] };
        totals.push(points.reduce((sum, { requests }) => sum + requests, 0));
      }
      return totals;
    };

    const right = await startProcessWith({}, MAINS.sources, database.name, ...args);
    await expect.poll(acceptedTime).not.toBe('');
    expect(await readMetrics(right)).toEqual([2, 3, 4]);
    expect(await right.stop()).toBe(0);
    const before = await readTables();
    for (const offset of ['+400d', '-2d', '+400d']) {
      const wrongProcess = await startProcessWith(createFakeClock(offset), MAINS.sources, database.name, ...args);
      const readyResponse = await fetch(`${wrongProcess.url}/ready`);
      expect(readyResponse.status).toBe(200);
      if (offset.startsWith('+')) await expect.poll(wrongProcess.errors).toContain('confirm-clock');
      expect(await wrongProcess.stop()).toBe(0);
      expect(await readTables(), offset).toEqual(before);
    }
    const again = await startProcessWith({}, MAINS.sources, database.name, ...args);
    expect(await readMetrics(again)).toEqual([2, 3, 4]);
    expect(await again.stop()).toBe(0);
  },
);
