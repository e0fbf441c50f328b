import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { foldTraffic } from '../../../areas/metrics/fold-traffic.ts';
import { LOG, populate, SECOND_PROJECT } from '../../../testing/service.fixture.ts';
import { getMinute } from '../../time/minutes.ts';
import { createProject } from '../behavior/accounts.fixture.ts';
import { openTestStore } from '../behavior/database.fixture.ts';
import { createLoad } from '../behavior/load.fixture.ts';
import { startServiceProcess } from '../behavior/process.fixture.ts';
import { createRandom } from '../behavior/random.fixture.ts';
import { usePostgres } from './backend.fixture.ts';
import { startBalancer } from './balancer.fixture.ts';

usePostgres();

const PROCESSES = 3;
/** Number of kills. Like the seed of the random moments, it can be set: `KILLS=200 SEED=7 vitest run three-processes`. */
const KILLS = Number(process.env.KILLS ?? 6);
const SEED = Number(process.env.SEED ?? 20_261_127);
const DAY_MS = 86_400_000;
/** Number of old logs that are stored at once. One transaction deletes them, so one process deletes all of them. */
const OLD_LOGS = 400;

it(
  `no acknowledged write is lost or duplicated, and each job runs once, if one of ${PROCESSES} processes behind a proxy is killed ${KILLS} times (SEED=${SEED})`,
  async () => {
    const { store, database, rows } = await openTestStore();
    const { ann } = await populate(store);
    const project = (await createProject(store, ann)).id;
    const oldProject = (await createProject(store, ann, SECOND_PROJECT)).id;
    const start = () => startServiceProcess(database.name, '--rate-limit', '0', '--keep-logs-days', '30');
    const services = await Promise.all(Array.from({ length: PROCESSES }, start));
    const url = await startBalancer(services);
    const log = { timestamp: new Date().toISOString() };
    const load = createLoad(ann, { persistent: true, log });
    const random = createRandom(SEED);
    const count = async (sql: string) => Number((await rows(sql))[0]?.n);
    const countOldLogs = () => count(`SELECT count(*) AS n FROM logs WHERE project_id = '${oldProject}'`);
    let oldLogGroups = 0;
    /** Adds logs for the job that deletes old logs, if it has deleted the logs that were added before. */
    const addOldLogs = async () => {
      if ((await countOldLogs()) > 0) return;
      const timestamp = new Date(Date.now() - 40 * DAY_MS).toISOString();
      await store.logs.addAll(
        oldProject,
        Array.from({ length: OLD_LOGS }, () => ({ ...LOG, timestamp })),
      );
      oldLogGroups += 1;
    };
    const restart = async (place: number) => {
      await services[place]?.kill();
      // The job runs once an hour over all processes. The process that starts now finds that the hour has passed.
      await rows("DELETE FROM clock WHERE name LIKE 'delete old data%'");
      services[place] = await start();
    };
    const end = load.run(url);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await addOldLogs();
      const enough = load.acknowledged.size + Math.floor(random() * 60);
      while (load.acknowledged.size < enough) await setTimeout(2);
      await restart(kill % PROCESSES);
    }
    await end();
    await load.waitUntilIdle(url);
    if ((await countOldLogs()) > 0) await restart(0);
    while ((await countOldLogs()) > 0) await setTimeout(10);
    for (const service of services) expect(await service.stop()).toBe(0);
    const logNames = (await rows(`SELECT url AS name FROM logs WHERE project_id = '${project}'`)).map(({ name }) =>
      String(name),
    );
    const itemNames = (await rows('SELECT title AS name FROM context_items')).map(({ name }) => String(name));
    const names = [...logNames, ...itemNames];
    const writtenNames = new Set(names);
    expect(writtenNames.size).toBe(names.length);
    expect([...load.acknowledged].filter((name) => !writtenNames.has(name))).toEqual([]);
    const isExpected = (name: string) => load.acknowledged.has(name) || load.unknown.has(name);
    expect(names.filter((name) => !isExpected(name))).toEqual([]);
    expect(load.acknowledged.size).toBeGreaterThan(KILLS);
    // Each process has folded counts of logs that other processes have stored.
    await foldTraffic(store);
    const always = [{ from: 0, to: getMinute('9999-01-01'), grain: 1_440 as const }];
    const countRequests = async (id: string) => [...(await store.traffic.totals(id, always, {})).values()][0]?.n;
    expect(await countRequests(project)).toBe(logNames.length);
    // Counts outlive the logs that the job has deleted. Each deletion has one audit entry.
    expect(await countRequests(oldProject)).toBe(oldLogGroups * OLD_LOGS);
    expect(await count("SELECT count(*) AS n FROM audit WHERE action = 'logs.prune'")).toBe(oldLogGroups);
    console.info(
      `${KILLS} kills: ${load.acknowledged.size} acknowledged writes, ${load.unknown.size} with unknown outcome, 0 lost, 0 duplicated; ${oldLogGroups} deletions of ${OLD_LOGS} old logs`,
    );
  },
  120_000 + KILLS * 60_000,
);
