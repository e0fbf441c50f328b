import { createHash } from 'node:crypto';
import { normalizeUser } from '@context-sync/core/user-identity';
import { z } from 'zod';
import { cursorNumber, decodeCursor, encodeCursor } from '../../platform/database/cursor.ts';
import { lockProject } from '../../platform/database/lock-project.ts';
import { NAME_LIMITS } from '../../platform/database/name-limits.ts';
import { createId } from '../../platform/database/new-id.ts';
import { getNow, getText, type Sql, type SqlRow, toBoolean, toTextOrNull } from '../../platform/database/sql.ts';
import { insertRow, selectColumns } from '../../platform/database/table.ts';
import type { LogStorage, OutcomeRow } from '../logs/log-storage.ts';
import type { FindRecovered } from './recovery-condition.ts';
import { type Hint, type Hints, storedHint, type UserOutcome } from './store.ts';
import { HINTS } from './tables.ts';

const HINT = selectColumns(HINTS, ['number', 'id', 'input', 'createdAt', 'updatedAt']);
const hintCursor = z.tuple([cursorNumber]);

/** Creates the port for hints. @param findRecovered returns the condition for deliveries whose users recovered */
export function createSqlHints(sql: Sql, storage: LogStorage, findRecovered: FindRecovered): Hints {
  const get = async (projectId: string, id: string): Promise<Hint | undefined> => {
    const row = await sql.get(`SELECT ${HINT.columns} FROM hints WHERE project_id = ? AND id = ?`, projectId, id);
    return row && parseHint(row);
  };
  /** Returns the id of another hint with the same key. The transaction must have locked the project. */
  const findSameHint = async (projectId: string, matchKey: string, id: string): Promise<string | undefined> => {
    const row = await sql.get(
      'SELECT id FROM hints WHERE project_id = ? AND match_key = ? AND id <> ? LIMIT 1',
      projectId,
      matchKey,
      id,
    );
    return row && getText(row, 'id');
  };
  return {
    async create(projectId, input, matchKey) {
      await lockProject(sql, projectId);
      const row = await sql.get('SELECT count(*) AS n FROM hints WHERE project_id = ?', projectId);
      if (Number(row?.n) >= NAME_LIMITS.hints) return { limit: NAME_LIMITS.hints };
      const sameHint = await findSameHint(projectId, matchKey, '');
      if (sameHint !== undefined) return { sameAs: sameHint };
      const currentTime = getNow();
      const id = createId('hint');
      const times = { createdAt: currentTime, updatedAt: currentTime };
      await insertRow(sql, HINTS, { id, projectId, matchKey, input: JSON.stringify(input), ...times });
      return { id, ...input, ...times };
    },
    async replace(projectId, id, input, matchKey) {
      await lockProject(sql, projectId);
      if (!(await get(projectId, id))) return undefined;
      const sameHint = await findSameHint(projectId, matchKey, id);
      if (sameHint !== undefined) return { sameAs: sameHint };
      await sql.run(
        'UPDATE hints SET match_key = ?, input = ?, updated_at = ? WHERE project_id = ? AND id = ?',
        matchKey,
        JSON.stringify(input),
        getNow(),
        projectId,
        id,
      );
      return get(projectId, id);
    },
    get,
    async delete(projectId, id) {
      await sql.run('DELETE FROM hint_deliveries WHERE project_id = ? AND hint_id = ?', projectId, id);
      return (await sql.run('DELETE FROM hints WHERE project_id = ? AND id = ?', projectId, id)) > 0;
    },
    list: (projectId, page) => listHints(sql, projectId, page),
    async version(projectId) {
      const rows = await sql.all('SELECT input FROM hints WHERE project_id = ? ORDER BY number', projectId);
      const inputs = rows.map((row) => getText(row, 'input'));
      return rows.length === 0 ? '' : createHash('sha256').update(JSON.stringify(inputs)).digest('base64url');
    },
    async all(projectId) {
      return (await sql.all(`SELECT ${HINT.columns} FROM hints WHERE project_id = ? ORDER BY number`, projectId)).map(
        parseHint,
      );
    },
    deliveries: (projectId, id, range) => countDeliveries(sql, findRecovered, projectId, id, range),
    listUserDeliveries: (...given) => listDeliveries(sql, findRecovered, ...given),
    outcomes: (...given) => readOutcomes(storage, ...given),
    async resolve(projectId, before) {
      const recoveredCondition = await findRecovered(projectId);
      return sql.run(
        `UPDATE hint_deliveries AS d SET recovered = ${recoveredCondition.sql}, group_email = NULL
         WHERE d.project_id = ? AND d.recovered IS NULL AND d.ends_at < ?`,
        ...recoveredCondition.values,
        projectId,
        before,
      );
    },
  };
}

async function listHints(
  sql: Sql,
  ...[projectId, { limit, cursor }]: Parameters<Hints['list']>
): ReturnType<Hints['list']> {
  const cursorList = ['hints', projectId];
  const cursorPosition = cursor === undefined ? [] : decodeCursor(cursorList, cursor, hintCursor);
  const rows = await sql.all(
    `SELECT ${HINT.columns} FROM hints WHERE project_id = ? ${cursorPosition.length > 0 ? 'AND number > ?' : ''} ORDER BY number LIMIT ?`,
    projectId,
    ...cursorPosition,
    limit + 1,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(parseHint),
    next: rows.length > limit && last ? encodeCursor(cursorList, [Number(last.number)]) : null,
  };
}

async function* readOutcomes(
  storage: LogStorage,
  ...[projectId, endpoint, { since, until }]: Parameters<Hints['outcomes']>
): AsyncGenerator<UserOutcome[]> {
  for await (const rows of storage.listOutcomes(projectId, endpoint, { from: since, to: until })) {
    yield rows.map((row) => ({
      user: getNormalizedUser(row),
      status: Number(row.status),
      errorCode: toTextOrNull(row.error_code) ?? '',
      hintId: toTextOrNull(row.recovery_hint_id),
    }));
  }
}

function getNormalizedUser(row: OutcomeRow): string | null {
  const email = toTextOrNull(row.group_email);
  return email === null ? null : normalizeUser(email);
}

async function listDeliveries(
  sql: Sql,
  findRecovered: FindRecovered,
  ...[projectId, userId, { limit, now: current }]: Parameters<Hints['listUserDeliveries']>
): ReturnType<Hints['listUserDeliveries']> {
  const recoveredCondition = await findRecovered(projectId);
  // The inner query selects the rows of the page, so that only these rows are looked up in the logs.
  const rows = await sql.all(
    `SELECT d.hint_id, h.input, d.at, d.method, d.route, d.withheld, d.ends_at > ? AS is_pending,
       coalesce(d.recovered, ${recoveredCondition.sql}) AS has_recovered
     FROM (
       SELECT * FROM hint_deliveries WHERE project_id = ? AND caller = ? ORDER BY at DESC, hint_id DESC LIMIT ?
     ) AS d JOIN hints h ON h.id = d.hint_id
     ORDER BY d.at DESC, d.hint_id DESC`,
    current,
    ...recoveredCondition.values,
    projectId,
    userId,
    limit,
  );
  return rows.map((row) => ({
    hintId: getText(row, 'hint_id'),
    title: storedHint.parse(JSON.parse(getText(row, 'input'))).title,
    at: getText(row, 'at'),
    method: getText(row, 'method'),
    route: getText(row, 'route'),
    withheld: toBoolean(row.withheld),
    recovered: toBoolean(row.has_recovered) || (toBoolean(row.is_pending) ? null : false),
  }));
}

async function countDeliveries(
  sql: Sql,
  findRecovered: FindRecovered,
  projectId: string,
  id: string,
  { since, until, now: current, agentsOnly, version, changedAt }: Parameters<Hints['deliveries']>[2],
): ReturnType<Hints['deliveries']> {
  const recoveredCondition = await findRecovered(projectId);
  // The first delivery is selected before the filters for range and client kind are applied: whether a user gets the error again depends on what the
  // user learned from the hint, so later deliveries of the two groups are not comparable.
  const rows = await sql.all(
    `SELECT withheld, is_pending, has_recovered, count(*) AS n FROM (
       SELECT d.withheld AS withheld, d.ends_at > ? AS is_pending, coalesce(d.recovered, ${recoveredCondition.sql}) AS has_recovered
       FROM (
         SELECT f.*, row_number() OVER (PARTITION BY f.caller ORDER BY f.at, f.withheld) AS place FROM hint_deliveries f
         WHERE f.project_id = ? AND f.hint_id = ? AND (f.hint_version = ? OR (f.hint_version = '' AND f.at >= ?))
       ) AS d
       WHERE d.place = 1 AND d.at >= ? AND d.at < ? ${agentsOnly ? "AND d.caller_kind = 'agent'" : ''}
         AND NOT EXISTS (
           SELECT 1 FROM hint_deliveries o
           WHERE o.project_id = d.project_id AND o.hint_id = d.hint_id AND o.caller = d.caller
             AND o.withheld <> d.withheld AND o.at <= d.ends_at AND o.ends_at >= d.at
         )
     ) AS outcomes GROUP BY withheld, is_pending, has_recovered`,
    current,
    ...recoveredCondition.values,
    projectId,
    id,
    version,
    changedAt,
    since,
    until,
  );
  const count = (isCounted: (row: SqlRow) => boolean) =>
    rows.filter(isCounted).reduce((sum, row) => sum + Number(row.n), 0);
  const isPast = (row: SqlRow, withheld: boolean) => !toBoolean(row.is_pending) && toBoolean(row.withheld) === withheld;
  return {
    delivered: count((row) => isPast(row, false)),
    recovered: count((row) => isPast(row, false) && toBoolean(row.has_recovered)),
    withheld: count((row) => isPast(row, true)),
    recoveredWithheld: count((row) => isPast(row, true) && toBoolean(row.has_recovered)),
    pending: count((row) => toBoolean(row.is_pending)),
  };
}

function parseHint(row: SqlRow): Hint {
  const { id, input, createdAt, updatedAt } = HINT.parse(row);
  return { id, ...storedHint.parse(JSON.parse(input)), createdAt, updatedAt };
}
