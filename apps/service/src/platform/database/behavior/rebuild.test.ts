import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { RouteMatcher } from '@context-sync/openapi';
import { expect, it, onTestFinished } from 'vitest';
import { createRouteAssigner } from '../../../areas/api-description/assign-route.ts';
import { UNMATCHED_ROUTE } from '../../../areas/logs/endpoint-name.ts';
import type { NewLogRecord } from '../../../areas/logs/store.ts';
import { foldTraffic, rebuildTraffic } from '../../../areas/metrics/fold-traffic.ts';
import type { ServiceStore } from '../../../areas.ts';
import { LOG, populate } from '../../../testing/service.fixture.ts';
import { getMinute } from '../../time/minutes.ts';
import { getSegments } from '../../time/time-range.ts';
import { createProject } from './accounts.fixture.ts';
import { openTestStore, testBackend } from './database.fixture.ts';

const EVER = { from: getMinute('2020-01-01T00:00:00Z'), to: getMinute('2030-01-01T00:00:00Z') };
const SCANNED = 300;
const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03'];

/** Logs as an older version stored them, without the sources of their routes. */
const LOGS: readonly NewLogRecord[] = DAYS.flatMap((day) =>
  [
    ...Array.from({ length: SCANNED }, (_, index) => `/wp-${index}`).map((route) => ({
      route,
      url: route,
      status: 404,
    })),
    { route: '/orders/{orderId}', url: '/orders/1', status: 200 },
  ].map((each) => ({
    ...LOG,
    ...each,
    routeSource: null,
    timestamp: `${day}T10:00:00.000Z`,
    request: null,
    response: null,
  })),
);

async function readCounts(store: ServiceStore, id: string) {
  const endpoints = await store.traffic.byEndpoint(id, getSegments(EVER), {});
  const [total] = [...(await store.traffic.totals(id, getSegments(EVER), {})).values()];
  expect(endpoints.reduce((sum, { n }) => sum + n, 0)).toBe(total?.n);
  return { n: total?.n, endpoints: endpoints.map(({ route, n }) => `${route} ${n}`).sort() };
}

it('a rebuild of the counts that is killed leaves all counts and routes as they are, and the next one continues', async () => {
  const { store, database, rows } = await openTestStore();
  const { id } = await createProject(store, (await populate(store)).ann);
  await store.logs.addAll(id, LOGS);
  await foldTraffic(store);
  const before = await readCounts(store, id);
  expect(before).toMatchObject({ n: LOGS.length, endpoints: { length: SCANNED + 1 } });
  // The program counts the first day again, and never finishes the second one.
  const program = `
    import { writeSync } from 'node:fs';
    import { openStore } from '${new URL('../../../open-store.ts', import.meta.url)}';
    import { rebuildTraffic } from '${new URL('../../../areas/metrics/fold-traffic.ts', import.meta.url)}';
    let count = 0;
    const assignRoute = ({ route }) => {
      count += 1;
      if (count === ${SCANNED + 100}) {
        writeSync(1, 'counting');
        for (;;);
      }
      return { route: count <= ${SCANNED + 1} ? route : '/lost', routeSource: 'inferred' };
    };
    const store = await openStore(process.argv[1], { logs: process.env.LOGS_URL });
    await rebuildTraffic(store, process.argv[2], { assignRoute });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, database.name, id], {
    env: { ...process.env, ...testBackend().getEnvironment?.(database.name) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  // The output is empty if the program fails.
  const [output] = await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
  expect(String(output)).toBe('counting');
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(await readCounts(store, id)).toEqual(before);
  expect(await rows("SELECT id FROM logs WHERE route = '/lost'")).toEqual([]);
  const assignRoute = createRouteAssigner(new RouteMatcher({ basePaths: [], operations: [] }));
  for (let run = 0; run < 2; run += 1) {
    expect(await rebuildTraffic(store, id, { assignRoute })).toBe(DAYS.length);
    const scannedCount = SCANNED * DAYS.length;
    // The routes of the first day were stored as inferred, so this rebuild derives them again.
    expect(await readCounts(store, id)).toEqual({
      n: LOGS.length,
      endpoints: ['/orders/{id} 1', '/orders/{orderId} 2', `${UNMATCHED_ROUTE} ${scannedCount}`],
    });
  }
  expect(await store.traffic.endpoints(id)).toHaveLength(4);
});
