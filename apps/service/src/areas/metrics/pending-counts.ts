import type { Sql, SqlRow, SqlValue } from '../../platform/database/sql.ts';
import { parseDelta } from '../logs/traffic-delta.ts';

/** Parts of a statement for its other rows, besides the parts from 0 on. */
const DELTA_PART = -1;
const REVISION_PART = -2;

/** Runs a query that also returns the pending deltas of the project. */
export async function readWithPending(
  sql: Sql,
  projectId: string,
  columns: readonly string[],
  body: string,
  values: readonly SqlValue[],
) {
  const { rows, deltas } = await readPartsWithPending(sql, projectId, columns, [{ body, values }]);
  return { rows: rows.flat(), pending: deltas.map(parseDelta) };
}

export interface QueryPart {
  readonly body: string;
  readonly values: readonly SqlValue[];
}

/**
 * Runs queries with the same columns in one statement, with the pending deltas and the revision of the project as additional rows. All other columns of
 * these rows are null.
 */
export async function readPartsWithPending(
  sql: Sql,
  projectId: string,
  columns: readonly string[],
  parts: readonly QueryPart[],
): Promise<{ readonly rows: readonly SqlRow[][]; readonly deltas: readonly string[]; readonly revision: string }> {
  const nullColumns = columns
    .map((column) => `NULL AS ${(/ AS (\w+)$/.exec(column)?.[1] ?? column).replace(/^\w\./, '')}`)
    .join(', ');
  const found = await sql.all(
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
  for (const row of found) {
    const part = Number(row.part);
    if (part === DELTA_PART) deltas.push(String(row.state));
    else if (part === REVISION_PART) revision = String(row.state);
    else rows[part]?.push(row);
  }
  return { rows, deltas, revision };
}
