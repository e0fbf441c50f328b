import { expect } from 'vitest';
import { foldTraffic } from '../../../areas/metrics/fold-traffic.ts';
import { assessUsers } from '../../../areas/users/assess-users.ts';
import { getUserDetail } from '../../../areas/users/user-reports.ts';
import type { ServiceStore } from '../../../areas.ts';
import { HINT, LOG } from '../../../testing/service.fixture.ts';
import { getUserId } from '../../personal-data/user-id.ts';

const PROJECT = 'prj_1';
const at = "'2026-01-01T00:00:00.000Z'";
const KNOWN = getUserId(PROJECT, LOG.groupEmail);
const PENDING = getUserId(PROJECT, 'pending@example.com');
/** The first minutes of two UTC days, in minutes since 1970. */
const DAYS = [Date.UTC(2026, 1, 20) / 60_000, Date.UTC(2026, 1, 28) / 60_000] as const;

/** SQL that inserts daily counts of users and a count that is not folded yet, in the format of a version that did not store users. */
export const INSERT_OLD_USERS = [
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

/** Checks that every user is stored, and that the next request of a user adds the email address. */
export async function expectOldUsersKept(store: ServiceStore): Promise<void> {
  await foldTraffic(store);
  await assessUsers(store, Date.parse(LOG.timestamp));
  const { items } = await store.users.list(PROJECT, { sort: 'requests', limit: 10 });
  const last = DAYS[1] + 1_439;
  expect(items).toMatchObject([
    { id: KNOWN, email: null, firstSeen: DAYS[0], lastSeen: last, n7: 10, n30: 20, e30: 6, riskLevel: 0 },
    { id: PENDING, email: null, firstSeen: DAYS[1], lastSeen: last, n7: 4, e30: 4 },
  ]);
  // The number of bot requests on these days remains unknown, even after later requests on these days.
  await store.logs.add(PROJECT, LOG);
  await store.logs.add(PROJECT, { ...LOG, timestamp: new Date(DAYS[1] * 60_000).toISOString() });
  await foldTraffic(store);
  const range = { from: DAYS[0], to: DAYS[1] + 1_440 };
  expect(await store.users.days(PROJECT, KNOWN, range)).toMatchObject([
    { n: 10, bots: null },
    { n: 11, bots: null },
  ]);
  expect(await store.users.get(PROJECT, KNOWN)).toMatchObject({ email: LOG.groupEmail, firstSeen: DAYS[0] });
}

const HINT_ID = 'hint_1';

/**
 * SQL that inserts a user, a log with another form of the user's email address, and a delivery of a hint, in the format of a version that did not
 * record these forms.
 */
export const INSERT_UNSPELLED_USER = [
  `INSERT INTO projects (id, slug, name, created_at) VALUES ('${PROJECT}', 'octo-api', 'Octo', ${at})`,
  `INSERT INTO callers (project_id, id, email, first_seen, last_seen)
     VALUES ('${PROJECT}', '${KNOWN}', '${LOG.groupEmail}', ${DAYS[0]}, ${DAYS[1]})`,
  `INSERT INTO logs (id, project_id, status, method, url, group_email, timestamp, request, response)
     VALUES ('log_1', '${PROJECT}', 404, 'GET', 'https://api.example.com/pets', 'Team@Example.com', '${LOG.timestamp}', '{}', '{}')`,
  `INSERT INTO hints (id, project_id, match_key, input, created_at, updated_at)
     VALUES ('${HINT_ID}', '${PROJECT}', 'key', '${JSON.stringify(HINT)}', ${at}, ${at})`,
  `INSERT INTO hint_deliveries (project_id, hint_id, caller, day, at, ends_at, method, route, caller_kind, withheld)
     VALUES ('${PROJECT}', '${HINT_ID}', '${KNOWN}', 1, ${at}, ${at}, 'GET', '/pets', 'agent', FALSE)`,
].join(';');

/** Checks that a delivery without a version is counted only for the version of the hint that was current at that time and is still current. */
export async function expectOldDeliveriesCounted(store: ServiceStore): Promise<void> {
  const options = { since: '2025-01-01T00:00:00.000Z', until: LOG.timestamp, now: LOG.timestamp, agentsOnly: true };
  const count = async (changedAt: string) =>
    store.hints.deliveries(PROJECT, HINT_ID, { ...options, version: 'v1', changedAt });
  const hint = await store.hints.get(PROJECT, HINT_ID);
  expect(await count(hint?.updatedAt ?? '')).toMatchObject({ delivered: 1, recovered: 0, withheld: 0, pending: 0 });
  expect(await count('2026-01-01T00:00:00.001Z')).toMatchObject({ delivered: 0 });
}

/** Checks that the details of a user include the delivery and the logs with the other form of the email address. */
export async function expectSpellingsFound(store: ServiceStore): Promise<void> {
  const now = Date.parse(LOG.timestamp);
  await assessUsers(store, now);
  expect(await getUserDetail(store, PROJECT, KNOWN, now)).toMatchObject({
    groupEmails: [LOG.groupEmail, 'Team@Example.com'],
    recent: { requests: 1, complete: true, lastErrors: [{ logId: 'log_1', status: 404, route: '{unknown}' }] },
    hints: [{ hintId: HINT_ID, title: HINT.title, withheld: false, recovered: false }],
  });
}
