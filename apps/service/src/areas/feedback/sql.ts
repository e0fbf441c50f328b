import { z } from 'zod';
import { cursorNumber, cursorTime, decodeCursor, encodeCursor } from '../../platform/database/cursor.ts';
import { lockProject } from '../../platform/database/lock-project.ts';
import { createId } from '../../platform/database/new-id.ts';
import { getText, type Sql, type SqlRow, type SqlValue } from '../../platform/database/sql.ts';
import { insertRow, type RowOf, selectColumns } from '../../platform/database/table.ts';
import {
  FEEDBACK_KINDS,
  FEEDBACK_LIMITS,
  FEEDBACK_STATUSES,
  type Feedback,
  type FeedbackLimits,
  type FeedbackNote,
  type FeedbackQuery,
  type FeedbackSubject,
  MAX_SUBJECTS,
  type NewReport,
  type ReportResult,
} from './store.ts';
import { FEEDBACK, FEEDBACK_REPORTS } from './tables.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const UNFINISHED = "status IN ('open', 'in_progress')";

const NOTE = selectColumns(FEEDBACK, [
  'id',
  'source',
  'kind',
  'aboutType',
  'aboutRef',
  'report',
  'userId',
  'logId',
  'endpointId',
  'times',
  'firstAt',
  'lastAt',
  'status',
  'note',
]);
const position = z.tuple([cursorTime, cursorNumber]);
/** The properties of a report that are stored as JSON. */
type ReportContent = Pick<NewReport, 'impact' | 'task' | 'detail' | 'suggestion' | 'agent'>;

export function createSqlFeedback(sql: Sql): Feedback {
  const get: Feedback['get'] = async (projectId, id) => {
    const row = await sql.get(`SELECT ${NOTE.columns} FROM feedback WHERE project_id = ? AND id = ?`, projectId, id);
    return row && parseNote(row);
  };
  return {
    get,
    report: (projectId, report, limits) => storeReport(sql, projectId, report, { ...FEEDBACK_LIMITS, ...limits }),
    list: (...given) => listNotes(sql, ...given),
    summary: (projectId) => summarize(sql, projectId),
    async handle(projectId, id, { status, note }) {
      await sql.run(
        `UPDATE feedback SET status = coalesce(?, status) ${note === undefined ? '' : ', note = ?'} WHERE project_id = ? AND id = ?`,
        status ?? null,
        ...(note === undefined ? [] : [note]),
        projectId,
        id,
      );
      return get(projectId, id);
    },
  };
}

async function storeReport(
  sql: Sql,
  projectId: string,
  report: NewReport,
  limits: FeedbackLimits,
): Promise<ReportResult> {
  await lockProject(sql, projectId);
  const now = Date.now();
  await sql.run(
    'DELETE FROM feedback_reports WHERE project_id = ? AND at <= ?',
    projectId,
    new Date(now - DAY_MS).toISOString(),
  );
  const { reporter, fingerprint } = report;
  const row = await sql.get(
    'SELECT id, times FROM feedback WHERE project_id = ? AND fingerprint = ?',
    projectId,
    fingerprint,
  );
  const knownReport = row && { id: getText(row, 'id'), times: Number(row.times) };
  if (knownReport && (await hasReported(sql, projectId, knownReport.id, reporter)))
    return { result: 'known', ...knownReport };
  const refusal = await findRefusal(sql, projectId, reporter, now, limits);
  if (refusal) return refusal;
  const at = new Date(now).toISOString();
  const id = knownReport?.id ?? createId('fb');
  await insertRow(sql, FEEDBACK_REPORTS, { projectId, feedbackId: id, reporter, at });
  if (knownReport) {
    await sql.run(
      'UPDATE feedback SET times = times + 1, last_at = ? WHERE project_id = ? AND id = ?',
      at,
      projectId,
      id,
    );
    return { result: 'counted', id, times: knownReport.times + 1 };
  }
  await deleteOldest(sql, projectId, limits.notes);
  await insertRow(sql, FEEDBACK, { ...createRow(projectId, report), id, firstAt: at, lastAt: at });
  return { result: 'created', id, times: 1 };
}

async function hasReported(sql: Sql, projectId: string, feedbackId: string, reporter: string): Promise<boolean> {
  const row = await sql.get(
    'SELECT 1 AS one FROM feedback_reports WHERE project_id = ? AND feedback_id = ? AND reporter = ?',
    projectId,
    feedbackId,
    reporter,
  );
  return row !== undefined;
}

/** Returns why a reporter must wait; undefined if another report is allowed. */
async function findRefusal(
  sql: Sql,
  projectId: string,
  reporter: string,
  now: number,
  limits: FeedbackLimits,
): Promise<ReportResult | undefined> {
  const rows = await sql.all(
    'SELECT at FROM feedback_reports WHERE project_id = ? AND reporter = ? AND at > ? ORDER BY at',
    projectId,
    reporter,
    new Date(now - HOUR_MS).toISOString(),
  );
  const all = await sql.get(
    'SELECT count(*) AS n, min(at) AS oldest FROM feedback_reports WHERE project_id = ?',
    projectId,
  );
  const wait = (row: SqlRow | undefined, column: string, window: number) =>
    Math.max(1, Math.ceil((Date.parse(row ? getText(row, column) : '') + window - now) / 1_000));
  if (rows.length >= limits.perHour)
    return { result: 'too-many', of: 'reporter', retryAfterSeconds: wait(rows[0], 'at', HOUR_MS) };
  if (Number(all?.n) >= limits.perDay)
    return { result: 'too-many', of: 'project', retryAfterSeconds: wait(all, 'oldest', DAY_MS) };
  return undefined;
}

/** Deletes stored reports to make space for a new one. */
async function deleteOldest(sql: Sql, projectId: string, maxNotes: number): Promise<void> {
  const row = await sql.get('SELECT count(*) AS n FROM feedback WHERE project_id = ?', projectId);
  const surplus = Number(row?.n) - maxNotes + 1;
  if (surplus <= 0) return;
  await sql.run(
    `DELETE FROM feedback WHERE number IN (
       SELECT number FROM feedback WHERE project_id = ? ORDER BY CASE WHEN ${UNFINISHED} THEN 1 ELSE 0 END, last_at, number LIMIT ?
     )`,
    projectId,
    surplus,
  );
}

function createRow(projectId: string, report: NewReport): Partial<RowOf<(typeof FEEDBACK)['columns']>> {
  const { source, kind, impact, task, detail, suggestion, about, agent, userId, logId, endpointId, fingerprint } =
    report;
  const storedContent: ReportContent = { impact, task, detail, suggestion, agent };
  const texts = [task, detail, suggestion, about?.ref, agent?.name];
  return {
    projectId,
    source,
    kind,
    aboutType: about?.type ?? null,
    aboutRef: about?.ref ?? null,
    report: JSON.stringify(storedContent),
    folded: texts
      .filter((text) => typeof text === 'string')
      .join('\n')
      .toLowerCase(),
    userId,
    logId,
    endpointId,
    fingerprint,
    times: 1,
    status: 'open',
    note: null,
  };
}

/** Returns the SQL conditions of a query, and the values of their placeholders. */
function createConditions(
  projectId: string,
  { status, kind, source, about, q }: FeedbackQuery,
): { readonly sql: string; readonly values: readonly SqlValue[] } {
  const conditions: (readonly [sql: string, ...values: (SqlValue | undefined)[]])[] = [
    ['project_id = ?', projectId],
    ['status = ?', status],
    ['kind = ?', kind],
    ['source = ?', source],
    ['about_type = ?', about?.type],
    ['about_ref = ?', about?.ref],
    ["folded LIKE ? ESCAPE '!'", q === undefined ? undefined : `%${q.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`],
  ];
  const set = conditions.filter(([, value]) => value !== undefined);
  return {
    sql: set.map(([condition]) => condition).join(' AND '),
    values: set.map(([, value]) => value as SqlValue),
  };
}

async function listNotes(
  sql: Sql,
  ...[projectId, query, { limit, cursor }]: Parameters<Feedback['list']>
): ReturnType<Feedback['list']> {
  const list = ['feedback', projectId, query];
  const after = cursor === undefined ? [] : decodeCursor(list, cursor, position);
  const conditions = createConditions(projectId, query);
  const rows = await sql.all(
    `SELECT number, ${NOTE.columns} FROM feedback WHERE ${conditions.sql} ${after.length > 0 ? 'AND (last_at, number) < (?, ?)' : ''}
     ORDER BY last_at DESC, number DESC LIMIT ?`,
    ...conditions.values,
    ...after,
    limit + 1,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(parseNote),
    next: rows.length > limit && last ? encodeCursor(list, [getText(last, 'last_at'), Number(last.number)]) : null,
  };
}

async function summarize(sql: Sql, projectId: string): ReturnType<Feedback['summary']> {
  const count = async <Name extends string>(column: string, names: readonly Name[], condition: string) => {
    const rows = await sql.all(
      `SELECT ${column} AS name, count(*) AS n FROM feedback WHERE project_id = ? ${condition} GROUP BY ${column}`,
      projectId,
    );
    const counts = new Map(rows.map((row) => [row.name, Number(row.n)]));
    return Object.fromEntries(names.map((name) => [name, counts.get(name) ?? 0])) as Record<Name, number>;
  };
  const subjects = await sql.all(
    `SELECT about_type, about_ref, count(*) AS notes, sum(times) AS times FROM feedback
     WHERE project_id = ? AND about_type IS NOT NULL AND ${UNFINISHED}
     GROUP BY about_type, about_ref ORDER BY sum(times) DESC, about_type, about_ref LIMIT ${MAX_SUBJECTS}`,
    projectId,
  );
  return {
    byStatus: await count('status', FEEDBACK_STATUSES, ''),
    byKind: await count('kind', FEEDBACK_KINDS, `AND ${UNFINISHED}`),
    subjects: subjects.map((row) => ({
      about: { type: getText(row, 'about_type') as FeedbackSubject['type'], ref: getText(row, 'about_ref') },
      notes: Number(row.notes),
      times: Number(row.times),
    })),
  };
}

function parseNote(row: SqlRow): FeedbackNote {
  const { report, aboutType, aboutRef, ...note } = NOTE.parse(row);
  const stored = JSON.parse(report) as ReportContent;
  const about = aboutType === null || aboutRef === null ? null : { type: aboutType, ref: aboutRef };
  return { ...note, ...stored, about };
}
