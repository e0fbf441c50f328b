import { randomInt } from 'node:crypto';
import type { Sql, SqlRow, SqlValue } from '../../platform/database/sql.ts';
import { getDayOfMinute, getMinute, MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import type { RangeSegment } from '../../platform/time/time-range.ts';
import { formatHistogram, sumHistograms } from '../logs/histogram.ts';
import { getDurationFigures } from './metrics-reports.ts';
import type { DurationFigures } from './store.ts';

/**
 * The days before `openDay` are closed: if their counts change, `revision` also changes. Days are closed one day after their end, so that logs that
 * arrive late on the next day do not change closed days.
 */
export interface ClosedDays {
  /** First minute of the first day that is not closed. */
  readonly openDay: number;
  /** Random number. With a counter, a value could be used again after a transaction was rolled back. */
  readonly revision: string;
}

const MAX_REVISION = 2 ** 47;

/** Returns the closed days of a project. If the project has no counts, no day is closed. */
export async function readClosedDays(sql: Sql, projectId: string): Promise<ClosedDays> {
  const row = await sql.get('SELECT open_day, revision FROM traffic_state WHERE project_id = ?', projectId);
  return { openDay: Number(row?.open_day ?? Number.NEGATIVE_INFINITY), revision: String(row?.revision ?? '') };
}

/** Records that counts of any day have changed. The transaction must have locked the project. */
export async function updateClosedDays(sql: Sql, projectId: string): Promise<void> {
  await sql.run('UPDATE traffic_state SET revision = ? WHERE project_id = ?', randomInt(MAX_REVISION), projectId);
}

/** Records that counts of these minutes have changed, and closes days. The transaction must have locked the project. */
export async function closeDays(sql: Sql, projectId: string, minutes: readonly number[]): Promise<void> {
  if (minutes.length === 0) return;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const minute of minutes) {
    if (minute < first) first = minute;
    if (minute > last) last = minute;
  }
  const today = getDayOfMinute(getMinute(Date.now()));
  const openDay = Math.min(getDayOfMinute(last), today) - MINUTES_PER_DAY;
  // Days in the future were closed while the clock was ahead.
  await sql.run(
    `UPDATE traffic_state SET revision = ?, open_day = CASE WHEN open_day < ? OR open_day > ? THEN CAST(? AS BIGINT) ELSE open_day END
     WHERE project_id = ? AND (open_day < ? OR open_day > ? OR open_day > ?)`,
    randomInt(MAX_REVISION),
    openDay,
    today,
    openDay,
    projectId,
    openDay,
    today,
    first,
  );
}

/** Splits segments into closed days and open days. */
export function splitSegments(segments: readonly RangeSegment[], openDay: number) {
  const closedSegments = segments.map((each) => ({ ...each, to: Math.min(each.to, openDay) }));
  const open = segments.map((each) => ({ ...each, from: Math.max(each.from, openDay) }));
  const isNotEmpty = ({ from, to }: RangeSegment) => from < to;
  return { closed: closedSegments.filter(isNotEmpty), open: open.filter(isNotEmpty) };
}

/** Maximum size of the cached rows in characters. Each column of a row adds to the size. */
const MAX_KEPT_SIZE = 4_194_304;
const ROW_SIZE = 200;

interface KeptRows {
  readonly projectId: string;
  readonly revision: string;
  readonly rows: readonly SqlRow[];
  readonly size: number;
}

/** A least-recently-used cache of the rows that queries have returned for closed days. */
export class ClosedRows {
  readonly #kept = new Map<string, KeptRows>();
  readonly #maxSize: number;
  #size = 0;

  constructor(maxSize = MAX_KEPT_SIZE) {
    this.#maxSize = maxSize;
  }

  /**
   * Returns the cached rows of a query; undefined if they are not cached. Removes all rows of the project that were cached before its closed days changed.
   * @param query text that is unique to the query of a project
   */
  get(projectId: string, query: string, revision: string): readonly SqlRow[] | undefined {
    for (const [each, kept] of this.#kept) {
      if (kept.projectId === projectId && kept.revision !== revision) this.#remove(each, kept);
    }
    const keptRows = this.#kept.get(query);
    if (!keptRows) return undefined;
    this.#remove(query, keptRows);
    this.#add(query, keptRows);
    return keptRows.rows;
  }

  /** Caches rows, with the sum of the histograms of each row and the statistics of the durations. */
  keep(projectId: string, query: string, revision: string, givenRows: readonly SqlRow[]): void {
    const rows = givenRows.map((row) => {
      if (typeof row.histograms !== 'string') return row;
      const histograms = formatHistogram(sumHistograms([row.histograms]));
      return { ...row, histograms, ...getDurationFigures([histograms]) };
    });
    const size = rows.reduce((sum, { histograms }) => sum + ROW_SIZE + String(histograms ?? '').length, query.length);
    if (size > this.#maxSize) return;
    const keptRows = this.#kept.get(query);
    if (keptRows) this.#remove(query, keptRows);
    this.#add(query, { projectId, revision, rows, size });
    for (const [oldest, kept] of this.#kept) {
      if (this.#size <= this.#maxSize) break;
      this.#remove(oldest, kept);
    }
  }

  #add(query: string, kept: KeptRows): void {
    this.#kept.set(query, kept);
    this.#size += kept.size;
  }

  #remove(query: string, kept: KeptRows): void {
    this.#kept.delete(query);
    this.#size -= kept.size;
  }
}

/** Returns the duration statistics that were cached with a row; undefined for other rows. */
export function getKeptFigures({ p50Ms, p95Ms, p99Ms, timed }: SqlRow): DurationFigures | undefined {
  if (timed === undefined) return undefined;
  const parse = (value: SqlValue | undefined) => (value == null ? null : Number(value));
  return { p50Ms: parse(p50Ms), p95Ms: parse(p95Ms), p99Ms: parse(p99Ms), timed: Number(timed) };
}
