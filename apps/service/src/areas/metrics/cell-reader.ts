import { createPlaceholders, type Sql, type SqlRow, type SqlValue } from '../../platform/database/sql.ts';
import { MINUTES_PER_DAY, MINUTES_PER_HOUR } from '../../platform/time/minutes.ts';
import type { RangeSegment } from '../../platform/time/time-range.ts';
import { getEndpointId } from '../logs/endpoint-name.ts';
import type { DeltaCell, TrafficDelta } from '../logs/traffic-delta.ts';
import { ClosedRows, readClosedDays, splitSegments } from './closed-days.ts';
import type { PendingReader, QueryPart } from './pending-counts.ts';
import type { TrafficFilter } from './store.ts';
import { ALL_ENDPOINTS } from './traffic-fold.ts';

/** A query for groups of cells. */
export interface CellQuery {
  /** Columns of the groups. */
  readonly columns: readonly string[];
  /** Columns of the cells that the groups need. */
  readonly cellColumns: string;
  /** Returns the FROM clause for the groups. */
  readonly createBody: (cells: string) => string;
  /** Ids of the endpoints to read, `all` for the sum of all endpoints, or `each` for every endpoint. Default: `all`. */
  readonly endpoints?: readonly string[] | 'all' | 'each';
}

/** Reads groups of cells. Caches the groups of closed days, because reports read the same days again and again. */
export class CellReader {
  readonly #sql: Sql;
  readonly #closedRows = new ClosedRows();
  readonly #pending: PendingReader;

  constructor(sql: Sql, pending: PendingReader) {
    this.#sql = sql;
    this.#pending = pending;
  }

  /**
   * Returns the groups of the segments, and the cells of the segments that are not folded yet. A group can occur twice: once for closed days, and
   * once for other days.
   */
  async read(
    projectId: string,
    segments: readonly RangeSegment[],
    filter: TrafficFilter,
    query: CellQuery,
  ): Promise<{ readonly rows: readonly SqlRow[]; readonly pending: readonly DeltaCell[] }> {
    const { openDay, revision } = await readClosedDays(this.#sql, projectId);
    const { closed, open } = splitSegments(segments, openDay);
    const createPart = (part: readonly RangeSegment[]): QueryPart => {
      const { sql, values } = createCellSource(projectId, part, filter, query.cellColumns, query.endpoints);
      return { body: query.createBody(sql), values };
    };
    const readParts = async (parts: readonly (readonly RangeSegment[])[]) => {
      const read = await this.#pending.readParts(projectId, query.columns, parts.map(createPart));
      return { ...read, pending: getCells(read.pending, segments, filter) };
    };
    const closedPart = createPart(closed);
    const key = JSON.stringify([query.columns, closedPart]);
    const knownRows = closed.length === 0 ? [] : this.#closedRows.get(projectId, key, revision);
    if (knownRows) {
      const read = await readParts([open]);
      // Between the two statements, closed days can have changed.
      if (closed.length === 0 || read.revision === revision) {
        return { rows: [...knownRows, ...(read.rows[0] ?? [])], pending: read.pending };
      }
    }
    const read = await readParts([closed, open]);
    if (read.revision === revision) this.#closedRows.keep(projectId, key, revision, read.rows[0] ?? []);
    return { rows: read.rows.flat(), pending: read.pending };
  }
}

/**
 * Returns the FROM clause for the cells of the segments.
 * @param endpoints ids of the endpoints to read, `all` for the sum of all endpoints, or `each` for every endpoint
 */
function createCellSource(
  projectId: string,
  segments: readonly RangeSegment[],
  { endpoint, environment, clientKind }: TrafficFilter,
  columns: string,
  endpoints: readonly string[] | 'all' | 'each' = 'all',
): { sql: string; values: SqlValue[] } {
  const ids = endpoint ? [getEndpointId(endpoint)] : endpoints;
  const conditions = ['project_id = ?', 'grain = ?', 'bucket >= ?', 'bucket < ?'];
  const values: SqlValue[] = [];
  if (ids === 'all') conditions.push(`endpoint = ${ALL_ENDPOINTS}`);
  // With the endpoint numbers, the query finds the range of each endpoint by the primary key. Without them, it would scan the whole history of every endpoint.
  else if (ids === 'each') {
    conditions.push('endpoint IN (SELECT number FROM endpoints WHERE project_id = ?)');
    values.push(projectId);
  } else {
    conditions.push(
      `endpoint IN (SELECT number FROM endpoints WHERE project_id = ? AND id IN (${createPlaceholders(ids.length)}))`,
    );
    values.push(projectId, ...ids);
  }
  if (environment !== undefined) {
    conditions.push('environment = ?');
    values.push(environment);
  }
  if (clientKind !== undefined) {
    conditions.push('caller = ?');
    values.push(clientKind);
  }
  // There is one query per segment, so that each query scans an index.
  const select = `SELECT ${columns} FROM traffic WHERE ${conditions.join(' AND ')}`;
  const queries = segments.flatMap((segment): QueryPart[] => {
    const { grain, from, to } = segment;
    const query = { body: select, values: [projectId, grain, from, to, ...values] };
    if (ids !== 'each' || !isStartOfDay(segment)) return [query];
    // If there are no counts after the segment, the daily counts equal the sum of the hourly counts, and have fewer rows.
    const nextDay = from + MINUTES_PER_DAY;
    const dayQuery = { body: select, values: [projectId, MINUTES_PER_DAY, from, nextDay, ...values] };
    const guard = (condition: string, { body, values }: QueryPart) => ({
      body: `${body} AND ${condition} (${LATER_COUNTS_SQL})`,
      values: [...values, projectId, to, nextDay],
    });
    return [guard('EXISTS', query), guard('NOT EXISTS', dayQuery)];
  });
  const emptySource = `SELECT ${columns} FROM traffic WHERE 1 = 0`;
  return {
    sql: `FROM (${queries.length === 0 ? emptySource : queries.map(({ body }) => body).join(' UNION ALL ')}) t`,
    values: queries.flatMap((query) => query.values),
  };
}

const LATER_COUNTS_SQL = `SELECT 1 FROM traffic
  WHERE project_id = ? AND grain = ${MINUTES_PER_HOUR} AND endpoint = ${ALL_ENDPOINTS} AND bucket >= ? AND bucket < ?`;

/** Returns whether a segment contains the first hours of a day. */
function isStartOfDay({ grain, from, to }: RangeSegment): boolean {
  return grain === MINUTES_PER_HOUR && from % MINUTES_PER_DAY === 0 && to < from + MINUTES_PER_DAY;
}

/** Returns the cells of the segments that are not folded yet. */
function getCells(
  pendingDeltas: readonly TrafficDelta[],
  segments: readonly RangeSegment[],
  { endpoint, environment, clientKind }: TrafficFilter,
): DeltaCell[] {
  return pendingDeltas
    .flatMap(({ cells }) => cells)
    .filter(
      (cell) =>
        segments.some(({ from, to }) => cell.minute >= from && cell.minute < to) &&
        (!endpoint || (endpoint.method === cell.method && endpoint.route === cell.route)) &&
        (environment === undefined || environment === cell.environment) &&
        (clientKind === undefined || clientKind === cell.caller),
    );
}
