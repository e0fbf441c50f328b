import { expect } from 'vitest';
import { LOG } from '../../http/service.fixture.ts';
import { assessCallers } from '../../traffic/assess-callers.ts';
import { foldTraffic } from '../fold-traffic.ts';
import type { Store } from '../store.ts';
import { callerIdOf } from '../traffic/traffic-delta.ts';

const PROJECT = 'prj_1';
const at = "'2026-01-01T00:00:00.000Z'";
const KNOWN = callerIdOf(PROJECT, LOG.groupEmail);
const PENDING = callerIdOf(PROJECT, 'pending@example.com');
/** The first minutes of two UTC days. */
const DAYS = [Date.UTC(2026, 1, 20) / 60_000, Date.UTC(2026, 1, 28) / 60_000] as const;

/**
 * SQL that inserts daily counts of users and a count that is not folded yet, in the form in which they were stored before users had
 * records.
 */
export const INSERT_OLD_CALLERS = [
  `INSERT INTO projects (id, slug, name, created_at) VALUES ('${PROJECT}', 'octo-api', 'Octo', ${at})`,
  ...DAYS.map(
    (day) =>
      `INSERT INTO caller_days (project_id, caller, day, n, e4, e5) VALUES ('${PROJECT}', '${KNOWN}', ${day}, 10, 1, 2)`,
  ),
  `INSERT INTO traffic_pending (project_id, delta) VALUES ('${PROJECT}', '${JSON.stringify({
    cells: [],
    errors: [],
    callerDays: [{ day: DAYS[1], caller: PENDING, n: 4, e4: 4, e5: 0 }],
  })}')`,
].join(';');

/** Checks that every user has a record, which gets the user's address with the next request. */
export async function expectOldCallersKept(store: Store): Promise<void> {
  await foldTraffic(store);
  await assessCallers(store, Date.parse(LOG.timestamp));
  const { items } = await store.callers.list(PROJECT, { sort: 'requests', limit: 10 });
  const last = DAYS[1] + 1_439;
  expect(items).toMatchObject([
    { id: KNOWN, email: null, firstSeen: DAYS[0], lastSeen: last, n7: 10, n30: 20, e30: 6, riskLevel: 0 },
    { id: PENDING, email: null, firstSeen: DAYS[1], lastSeen: last, n7: 4, e30: 4 },
  ]);
  await store.logs.add(PROJECT, LOG);
  await foldTraffic(store);
  expect(await store.callers.get(PROJECT, KNOWN)).toMatchObject({ email: LOG.groupEmail, firstSeen: DAYS[0] });
}
