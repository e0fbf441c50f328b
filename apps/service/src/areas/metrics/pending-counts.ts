import { getExisting } from '@context-sync/base';
import type { Sql, SqlRow, SqlValue } from '../../platform/database/sql.ts';
import { parseDelta, type TrafficDelta } from '../logs/traffic-delta.ts';

/** Part numbers of additional rows of a statement. The parts of the queries are numbered from 0. */
const DELTA_PART = -1;
const REVISION_PART = -2;

export interface QueryPart {
  readonly body: string;
  readonly values: readonly SqlValue[];
}

/** Reads stored counts with the deltas of the project that are pending. */
export class PendingReader {
  readonly #sql: Sql;
  #parsed: ReadonlyMap<string, TrafficDelta> = new Map();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Runs a query that also returns the pending deltas of the project. */
  async read(projectId: string, columns: readonly string[], body: string, values: readonly SqlValue[]) {
    const { rows, pending } = await this.readParts(projectId, columns, [{ body, values }]);
    return { rows: rows.flat(), pending };
  }

  /**
   * Runs queries with the same columns in one statement, with the pending deltas and the revision of the project as additional rows. All other columns of
   * these rows are null.
   */
  async readParts(
    projectId: string,
    columns: readonly string[],
    parts: readonly QueryPart[],
  ): Promise<{
    readonly rows: readonly SqlRow[][];
    readonly pending: readonly TrafficDelta[];
    readonly revision: string;
  }> {
    const nullColumns = columns
      .map((column) => `NULL AS ${(/ AS (\w+)$/.exec(column)?.[1] ?? column).replace(/^\w\./, '')}`)
      .join(', ');
    const pendingRows = await this.#sql.all(
      [
        ...parts.map(({ body }, index) => `SELECT ${columns.join(', ')}, ${index} AS part, NULL AS state ${body}`),
        `SELECT ${nullColumns}, ${DELTA_PART} AS part, delta AS state FROM traffic_pending WHERE project_id = ?`,
        `SELECT ${nullColumns}, ${REVISION_PART} AS part, CAST(revision AS TEXT) AS state FROM traffic_state WHERE project_id = ?`,
      ].join(' UNION ALL '),
      ...parts.flatMap(({ values }) => values),
      projectId,
      projectId,
    );
    const rows = parts.map((): SqlRow[] => []);
    const deltas: string[] = [];
    let revision = '';
    for (const row of pendingRows) {
      const part = Number(row.part);
      if (part === DELTA_PART) deltas.push(String(row.state));
      else if (part === REVISION_PART) revision = String(row.state);
      else rows[part]?.push(row);
    }
    return { rows, pending: this.#parse(deltas), revision };
  }

  /** Parses deltas. Caches the last parsed deltas, because successive reports read mostly the same ones. */
  #parse(texts: readonly string[]): TrafficDelta[] {
    const parsed = new Map(texts.map((text) => [text, this.#parsed.get(text) ?? parseDelta(text)]));
    this.#parsed = parsed;
    return texts.map((text) => getExisting(parsed, text));
  }
}
