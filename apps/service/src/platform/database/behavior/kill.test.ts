import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eraseUsers } from '../../../areas/users/erase-users.ts';
import { populate, projectPath } from '../../../testing/service.fixture.ts';
import { getUserId } from '../../personal-data/user-id.ts';
import { getMinute } from '../../time/minutes.ts';
import { createProject } from './accounts.fixture.ts';
import { openTestStore, testBackend } from './database.fixture.ts';
import { createLoad } from './load.fixture.ts';
import { startServiceProcess } from './process.fixture.ts';
import { createRandom } from './random.fixture.ts';

/** Number of kills. Like the seed of the random moments, it can be set: `KILLS=100 SEED=7 vitest run kill`. */
const KILLS = Number(process.env.KILLS ?? 10);
const SEED = Number(process.env.SEED ?? 20_261_121);
/** An email address without a dot in its domain. It is not replaced in the names of a received log, so that erasures must replace it in the counts. */
const ADDRESS = 'team@internal';

it(
  `killing the service ${KILLS} times at random moments neither loses nor duplicates acknowledged writes (SEED=${SEED})`,
  async () => {
    const { store, another, database, rows } = await openTestStore();
    const keys = await populate(store);
    const user = getUserId((await createProject(store, keys.ann)).id, ADDRESS);
    await store.close();
    const load = createLoad(keys.ann, {
      log: { groupEmail: ADDRESS, route: `/u/${ADDRESS}`, errorCode: `e:${ADDRESS}`, environment: `env-${ADDRESS}` },
    });
    const random = createRandom(SEED);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const service = await startServiceProcess(database.name);
      await load.waitUntilIdle(service.url);
      await requestErasure(service.url, keys.ann, user);
      const end = load.run(service.url);
      // The service is killed at a random moment after a random number of acknowledged writes.
      const enough = load.acknowledged.size + Math.floor(random() * 60);
      while (load.acknowledged.size < enough) await setTimeout(2);
      await setTimeout(random() * 20);
      // Every second kill also kills the processes of the database, if it has any.
      if (kill % 2 === 1) await testBackend().crash?.();
      await service.kill();
      await end();
      const names = await listWritten(rows);
      const lost = [...load.acknowledged].filter((name) => !names.has(name));
      expect(lost, `acknowledged, and gone after kill ${kill + 1}, SEED=${SEED}`).toEqual([]);
    }
    const service = await startServiceProcess(database.name);
    await load.waitUntilIdle(service.url);
    expect(await service.stop()).toBe(0);
    expect([...(await listWritten(rows))].sort()).toEqual([...load.acknowledged].sort());
    expect(load.acknowledged.size).toBeGreaterThan(KILLS);
    // The service folds counts every few seconds, so some kills happen after a batch is stored and before it is folded.
    const reopenedStore = await another();
    await testBackend().ageInterrupted?.(database.name);
    await eraseUsers(reopenedStore);
    const project = await createProject(reopenedStore, keys.ann);
    const totals = await reopenedStore.traffic.totals(
      project.id,
      [{ from: 0, to: getMinute('9999-01-01'), grain: 1_440 }],
      {},
    );
    const [logs] = await rows('SELECT count(*) AS count, count(group_email) AS with_user FROM logs');
    expect([...totals.values()][0]?.n).toBe(Number(logs?.count));
    const wholeRange = { from: 0, to: getMinute('9999-01-01') };
    const endpoints = await reopenedStore.traffic.byEndpoint(project.id, [{ ...wholeRange, grain: 1_440 }], {});
    const errors = await reopenedStore.traffic.errors(project.id, wholeRange);
    const sum = (counts: readonly { readonly n: number }[]) => counts.reduce((total, { n }) => total + n, 0);
    expect([sum(endpoints), sum(errors)]).toEqual([Number(logs?.count), Number(logs?.count)]);
    // The last erasure has replaced the email address in all names of logs without a user, and the names of the counts match those of the logs.
    const names = await rows('SELECT route, error_code, count(*) AS n FROM logs GROUP BY route, error_code');
    const storedCells = names.map(({ route, error_code, n }) => `${route} ${error_code} ${n}`).sort();
    expect(errors.map(({ route, errorCode, n }) => `${route} ${errorCode} ${n}`).sort()).toEqual(storedCells);
    expect(storedCells.some((name) => name.startsWith('/u/{id} e:{email} '))).toBe(true);
    // Each start requested an erasure of the user of all logs, and kills interrupted these erasures. The daily counts must include exactly the logs
    // that still have a user.
    expect(Number(logs?.with_user)).toBeLessThan(Number(logs?.count));
    const days = await reopenedStore.users.days(project.id, user, { from: 0, to: getMinute('9999-01-01') });
    expect(days.reduce((sum, { n }) => sum + n, 0)).toBe(Number(logs?.with_user));
  },
  // With twenty times as much work as processors, a kill and a start take up to three minutes.
  120_000 + KILLS * 180_000,
);

/** Requests the erasure of a user. The response is 404 if no request of the user has been stored yet. */
async function requestErasure(url: string, key: string, user: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(url + projectPath(`/users/${user}`), { method: 'DELETE', headers });
  expect([202, 404]).toContain(response.status);
}

/**
 * Returns the names of all writes in the database.
 * @throws Error if a write was executed twice
 */
async function listWritten(rows: (sql: string) => Promise<Record<string, unknown>[]>): Promise<Set<string>> {
  const all = [
    ...(await rows('SELECT title AS name FROM context_items')),
    ...(await rows('SELECT url AS name FROM logs')),
  ].map(({ name }) => String(name));
  const names = new Set(all);
  if (names.size !== all.length) throw new Error(`${all.length - names.size} writes were carried out twice`);
  return names;
}
