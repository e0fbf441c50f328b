import { z } from 'zod';
import { cursorId, decodeCursor, encodeCursor } from '../../platform/database/cursor.ts';
import type { ListPage } from '../../platform/database/list-page.ts';
import { getText, type Sql, type SqlRow, type SqlValue } from '../../platform/database/sql.ts';
import { selectColumns } from '../../platform/database/table.ts';
import { upsert } from '../../platform/database/upsert-sql.ts';
import { mergeSpellings } from '../logs/traffic-delta.ts';
import { PendingReader } from '../metrics/pending-counts.ts';
import {
  RISK_REASONS,
  type UserDayCounts,
  type UserQuery,
  type UserRecord,
  type UserRecords,
  type UserSort,
} from './store.ts';
import { RISK_THRESHOLDS, USER_DAYS, USERS } from './tables.ts';

const { projectId: _projectId, ...recordColumns } = USERS.columns;
const RECORD = selectColumns(USERS, Object.keys(recordColumns) as (keyof typeof recordColumns)[]);
const DAY = selectColumns(USER_DAYS, ['day', 'n', 'e4', 'e5', 'other', 'throttled', 'bots']);
const SORT_COLUMNS: Readonly<Record<UserSort, string>> = { requests: 'n30', errors: 'e30', lastSeen: 'last_seen' };
const userCursor = z.tuple([z.int(), cursorId]);
const spellings = z.array(z.string());
const thresholds = z.record(z.string(), z.number());
const reasons = z.array(
  z.object({ code: z.enum(RISK_REASONS), since: z.int(), facts: z.record(z.string(), z.number()) }),
);

export function createSqlUserRecords(sql: Sql): UserRecords {
  const reader = new PendingReader(sql);
  const get: UserRecords['get'] = async (projectId, id) => {
    const row = await sql.get(`SELECT ${RECORD.columns} FROM callers WHERE project_id = ? AND id = ?`, projectId, id);
    return row && parseRecord(row);
  };
  return {
    get,
    list: (projectId, query) => listUserRecords(sql, projectId, query),
    days: (projectId, id, { from, to }) => readDays(reader, projectId, id, from, to),
    async update(projectId, id, changes) {
      const user = await get(projectId, id);
      if (!user) return undefined;
      const updatedUser = { ...user, ...changes };
      await sql.run(
        'UPDATE callers SET name = ?, note = ?, ignored = ?, snoozed_until = ? WHERE project_id = ? AND id = ?',
        updatedUser.name,
        updatedUser.note,
        updatedUser.ignored ? 1 : 0,
        updatedUser.snoozedUntil,
        projectId,
        id,
      );
      return get(projectId, id);
    },
    async addMissing(projectId) {
      if (await sql.get('SELECT 1 AS one FROM callers WHERE project_id = ? LIMIT 1', projectId)) return;
      await sql.run(
        `INSERT INTO callers (project_id, id, first_seen, last_seen)
         SELECT project_id, caller, min(day), max(day) + 1439 FROM caller_days WHERE project_id = ?
         GROUP BY project_id, caller ON CONFLICT DO NOTHING`,
        projectId,
      );
    },
    histories: (...given) => listHistories(sql, ...given),
    anonymize: (projectId, before, limit) =>
      sql.run(
        `UPDATE callers SET email = NULL, spellings = '[]', name = NULL, note = NULL WHERE (project_id, id) IN (
           SELECT project_id, id FROM callers
           WHERE project_id = ? AND last_seen < ? 
             AND (email IS NOT NULL OR name IS NOT NULL OR note IS NOT NULL OR spellings <> '[]') LIMIT ?
         )`,
        projectId,
        before,
        limit,
      ),
    async thresholds(projectId) {
      const row = await sql.get('SELECT thresholds FROM risk_thresholds WHERE project_id = ?', projectId);
      return row ? thresholds.parse(JSON.parse(getText(row, 'thresholds'))) : {};
    },
    async setThresholds(projectId, given) {
      await upsert(sql, RISK_THRESHOLDS, [{ projectId, thresholds: JSON.stringify(given) }]);
    },
    ...createUnknownSpellings(sql),
    async setAssessments(projectId, assessments) {
      for (const [id, { n7, n7Before, n30, e30, riskLevel, reasons: why }] of assessments) {
        await sql.run(
          `UPDATE callers SET n7 = ?, n7_before = ?, n30 = ?, e30 = ?, risk_level = ?, reasons = ?
           WHERE project_id = ? AND id = ?`,
          n7,
          n7Before,
          n30,
          e30,
          riskLevel,
          JSON.stringify(why),
          projectId,
          id,
        );
      }
    },
  };
}

function createUnknownSpellings(sql: Sql): Pick<UserRecords, 'hasUnknownSpellings' | 'setUnknownSpellings'> {
  return {
    async hasUnknownSpellings(projectId) {
      const row = await sql.get(
        'SELECT 1 AS one FROM callers WHERE project_id = ? AND spellings IS NULL LIMIT 1',
        projectId,
      );
      return row !== undefined;
    },
    async setUnknownSpellings(projectId, knownSpellings, limit) {
      const rows = await sql.all(
        'SELECT id FROM callers WHERE project_id = ? AND spellings IS NULL LIMIT ?',
        projectId,
        limit,
      );
      for (const row of rows) {
        const id = getText(row, 'id');
        await sql.run(
          'UPDATE callers SET spellings = ? WHERE project_id = ? AND id = ? AND spellings IS NULL',
          JSON.stringify(mergeSpellings([], knownSpellings.get(id) ?? [])),
          projectId,
          id,
        );
      }
      return rows.length;
    },
  };
}

async function listUserRecords(
  sql: Sql,
  projectId: string,
  { sort, limit, cursor, atRisk, reason, clientKind: wantedKind, q }: UserQuery,
): Promise<ListPage<UserRecord>> {
  const column = SORT_COLUMNS[sort];
  const name = ['callers', projectId, sort, atRisk !== undefined, reason ?? null, wantedKind ?? null, q ?? null];
  const conditions = ['project_id = ?'];
  const values: SqlValue[] = [projectId];
  if (atRisk !== undefined) {
    conditions.push('risk_level > 0', 'ignored = 0', '(snoozed_until IS NULL OR snoozed_until <= ?)');
    values.push(atRisk);
  }
  if (reason !== undefined) {
    conditions.push('reasons LIKE ?');
    values.push(`%"code":"${reason}"%`);
  }
  if (wantedKind !== undefined) {
    conditions.push('client_kind = ?');
    values.push(wantedKind);
  }
  if (q !== undefined) {
    const pattern = `%${q.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`;
    conditions.push("(email LIKE ? ESCAPE '!' OR lower(name) LIKE ? ESCAPE '!')");
    values.push(pattern, pattern);
  }
  if (cursor !== undefined) {
    const [value, id] = decodeCursor(name, cursor, userCursor);
    conditions.push(`(${column} < ? OR (${column} = ? AND id > ?))`);
    values.push(value, value, id);
  }
  const rows = await sql.all(
    `SELECT ${RECORD.columns} FROM callers WHERE ${conditions.join(' AND ')} ORDER BY ${column} DESC, id LIMIT ?`,
    ...values,
    limit + 1,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(parseRecord),
    next: rows.length > limit && last ? encodeCursor(name, [Number(last[column]), getText(last, 'id')]) : null,
  };
}

async function readDays(
  reader: PendingReader,
  projectId: string,
  id: string,
  from: number,
  to: number,
): Promise<UserDayCounts[]> {
  const body = 'FROM caller_days WHERE project_id = ? AND caller = ? AND day >= ? AND day < ?';
  const { rows, pending } = await reader.read(projectId, DAY.columns.split(', '), body, [projectId, id, from, to]);
  const pendingDays = pending
    .flatMap(({ callerDays }) => callerDays)
    .filter(({ caller, day }) => caller === id && day >= from && day < to);
  const days = new Map<number, UserDayCounts>();
  for (const dayRow of [...rows.map(DAY.parse), ...pendingDays]) {
    const dayCounts = days.get(dayRow.day) ?? { n: 0, e4: 0, e5: 0, other: 0, throttled: 0, bots: 0 };
    const bots = dayRow.bots ?? null;
    days.set(dayRow.day, {
      day: dayRow.day,
      n: dayCounts.n + dayRow.n,
      e4: dayCounts.e4 + dayRow.e4,
      e5: dayCounts.e5 + dayRow.e5,
      other: dayCounts.other + (dayRow.other ?? 0),
      throttled: dayCounts.throttled + (dayRow.throttled ?? 0),
      bots: dayCounts.bots === null || bots === null ? null : dayCounts.bots + bots,
    });
  }
  return [...days.values()].toSorted((a, b) => a.day - b.day);
}

async function listHistories(sql: Sql, projectId: string, after: string, since: number, limit: number) {
  const rows = await sql.all(
    `SELECT ${RECORD.columns} FROM callers WHERE project_id = ? AND id > ? ORDER BY id LIMIT ?`,
    projectId,
    after,
    limit,
  );
  const users = rows.map(parseRecord);
  const lastUser = users.at(-1);
  if (!lastUser) return [];
  const daysByUser = new Map(users.map((user) => [user.id, { user, days: [] as UserDayCounts[] }]));
  const days = await sql.all(
    `SELECT caller, ${DAY.columns} FROM caller_days
     WHERE project_id = ? AND caller > ? AND caller <= ? AND day >= ? ORDER BY caller, day`,
    projectId,
    after,
    lastUser.id,
    since,
  );
  for (const row of days) daysByUser.get(getText(row, 'caller'))?.days.push(DAY.parse(row));
  return [...daysByUser.values()];
}

function parseRecord(row: SqlRow): UserRecord {
  const record = RECORD.parse(row);
  return {
    ...record,
    spellings: spellings.parse(JSON.parse(record.spellings ?? '[]')),
    ignored: record.ignored === 1,
    reasons: reasons.parse(JSON.parse(record.reasons)),
  };
}
