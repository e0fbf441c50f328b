import { z } from 'zod';
import { createPlaceholders, getText, type Sql } from '../../platform/database/sql.ts';
import { createInsert } from '../../platform/database/table.ts';
import { upsert, writeInSlices } from '../../platform/database/upsert-sql.ts';
import type { LogClientKind } from '../logs/store.ts';
import { type DeltaUserDay, mergeSpellings, type TrafficDelta } from '../logs/traffic-delta.ts';
import { USER_DAYS, USERS } from './tables.ts';

const MINUTES_PER_DAY = 1_440;

/** Adds requests to the daily counts of their users. Creates or updates each user. In a delta, `caller` is the id of the user. */
export async function foldUserDays(sql: Sql, projectId: string, deltas: readonly TrafficDelta[]): Promise<void> {
  const userDays = deltas.flatMap(({ callerDays }) => callerDays);
  const days = [...mergeDaysByKey(userDays, ({ day, caller }) => `${day} ${caller}`).values()];
  await writeInSlices(days, (slice) =>
    upsert(
      sql,
      USER_DAYS,
      slice.map(({ caller: userId, day, n, e4, e5, other, throttled, bots }) => {
        return { projectId, userId, day, n, e4, e5, other, throttled, bots };
      }),
      { added: ['n', 'e4', 'e5', 'other', 'throttled', 'bots'] },
    ),
  );
  const users = [...mergeDaysByKey(userDays, ({ caller }) => caller).values()];
  await writeInSlices(users, (slice) => writeUsers(sql, projectId, slice));
  const spelledUsers = users.filter(({ spellings }) => spellings.length > 0);
  await writeInSlices(spelledUsers, (slice) => writeSpellings(sql, projectId, slice));
}

function mergeDaysByKey(givenDays: readonly DeltaUserDay[], getKey: (day: DeltaUserDay) => string) {
  type MergedRow = Required<Omit<DeltaUserDay, 'bots' | 'email' | 'clientKind'>> & {
    bots: number | null;
    email: string | null;
    clientKind: LogClientKind | null;
  };
  const mergedRows = new Map<string, MergedRow>();
  for (const sourceRow of givenDays) {
    const { day, caller, n, e4, e5, other = 0, throttled = 0, email = null, clientKind = null } = sourceRow;
    // The number of bot requests is unknown if it is unknown for some of the requests.
    const bots = sourceRow.bots ?? null;
    const { first = day, last = day + MINUTES_PER_DAY - 1, spellings = [] } = sourceRow;
    const mergedRow = mergedRows.get(getKey(sourceRow));
    if (!mergedRow) {
      const row = { day, caller, n, e4, e5, other, throttled, bots, email, clientKind, spellings, first, last };
      mergedRows.set(getKey(sourceRow), row);
      continue;
    }
    mergedRow.n += n;
    mergedRow.e4 += e4;
    mergedRow.e5 += e5;
    mergedRow.other += other;
    mergedRow.throttled += throttled;
    mergedRow.bots = mergedRow.bots === null || bots === null ? null : mergedRow.bots + bots;
    mergedRow.email ??= email;
    mergedRow.clientKind =
      last >= mergedRow.last ? (clientKind ?? mergedRow.clientKind) : (mergedRow.clientKind ?? clientKind);
    mergedRow.spellings = mergeSpellings(mergedRow.spellings, spellings);
    mergedRow.first = Math.min(mergedRow.first, first);
    mergedRow.last = Math.max(mergedRow.last, last);
  }
  return mergedRows;
}

async function writeUsers(
  sql: Sql,
  projectId: string,
  users: readonly {
    caller: string;
    email: string | null;
    clientKind: LogClientKind | null;
    first: number;
    last: number;
  }[],
): Promise<void> {
  const insert = createInsert(
    USERS,
    users.map(({ caller: id, email, clientKind, first, last }) => {
      return { projectId, id, email, clientKind, spellings: '[]', firstSeen: first, lastSeen: last };
    }),
  );
  await sql.run(
    `${insert.sql}
     ON CONFLICT (project_id, id) DO UPDATE SET
       email = coalesce(excluded.email, callers.email),
       client_kind = CASE WHEN excluded.last_seen >= callers.last_seen THEN coalesce(excluded.client_kind, callers.client_kind)
                   ELSE coalesce(callers.client_kind, excluded.client_kind) END,
       first_seen = CASE WHEN excluded.first_seen < callers.first_seen THEN excluded.first_seen ELSE callers.first_seen END,
       last_seen = CASE WHEN excluded.last_seen > callers.last_seen THEN excluded.last_seen ELSE callers.last_seen END`,
    ...insert.values,
  );
}

/**
 * Adds new email address forms to users. Skips users whose forms have not been read from the logs, because the next check finds all of their forms.
 */
async function writeSpellings(
  sql: Sql,
  projectId: string,
  users: readonly { caller: string; spellings: readonly string[] }[],
): Promise<void> {
  const rows = await sql.all(
    `SELECT id, spellings FROM callers
     WHERE project_id = ? AND id IN (${createPlaceholders(users.length)}) AND spellings IS NOT NULL`,
    projectId,
    ...users.map(({ caller }) => caller),
  );
  const knownById = new Map(rows.map((row) => [getText(row, 'id'), getText(row, 'spellings')]));
  for (const { caller, spellings } of users) {
    const knownSpellings = knownById.get(caller);
    if (knownSpellings === undefined) continue;
    const mergedSpellings = JSON.stringify(
      mergeSpellings(z.array(z.string()).parse(JSON.parse(knownSpellings)), spellings),
    );
    if (mergedSpellings === knownSpellings) continue;
    await sql.run(
      'UPDATE callers SET spellings = ? WHERE project_id = ? AND id = ?',
      mergedSpellings,
      projectId,
      caller,
    );
  }
}
