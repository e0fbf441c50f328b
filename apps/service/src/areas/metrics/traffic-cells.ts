import type { Sql } from '../../platform/database/sql.ts';
import { type RowOf, selectColumns } from '../../platform/database/table.ts';
import { upsert, writeInSlices } from '../../platform/database/upsert-sql.ts';
import { MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import { addHistogram, formatHistogram, type Histogram, mergeHistogram, parseHistogram } from '../logs/histogram.ts';
import { updateClosedDays } from './closed-days.ts';
import type { TrafficCounts } from './store.ts';
import { TRAFFIC } from './tables.ts';
import { addCounts } from './traffic-totals.ts';

const KEY_PROPERTIES = ['grain', 'endpoint', 'bucket', 'environment', 'clientKind'] as const;
const KEY = selectColumns(TRAFFIC, KEY_PROPERTIES);
const COUNTS = selectColumns(TRAFFIC, ['n', 'c2', 'c3', 'c4', 'c5']);

export type CellKey = Pick<RowOf<typeof TRAFFIC.columns>, (typeof KEY_PROPERTIES)[number]>;

/** The requests of an endpoint in a minute, an hour or a day. */
interface FoldedCell extends TrafficCounts {
  readonly key: CellKey;
  readonly histogram: Histogram;
}

/** Cells to add to the counts of a project. */
export class TrafficCells {
  readonly #cells = new Map<string, FoldedCell>();

  add(key: CellKey, counts: TrafficCounts, histogram: Histogram): void {
    const name = getCellName(key);
    let cell = this.#cells.get(name);
    if (!cell) {
      cell = { key, n: 0, c2: 0, c3: 0, c4: 0, c5: 0, histogram: new Map() };
      this.#cells.set(name, cell);
    }
    addCounts(cell, counts);
    addHistogram(cell.histogram, histogram);
  }

  /** Adds the cells to the stored counts. The transaction must have locked the project. */
  async write(sql: Sql, projectId: string): Promise<void> {
    await writeInSlices([...this.#cells.values()], (slice) => writeCells(sql, projectId, slice));
  }
}

/**
 * Moves all counts of an endpoint to another endpoint. The sums over all endpoints do not change.
 * @returns the days on which the endpoint had errors
 */
export function moveCounts(sql: Sql, projectId: string, from: number, to: number): Promise<number[]> {
  return moveCells(sql, projectId, 'endpoint', from, { endpoint: to });
}

/** Moves all counts of an environment to another environment. */
export async function moveEnvironment(sql: Sql, projectId: string, from: string, to: string): Promise<void> {
  await moveCells(sql, projectId, 'environment', from, { environment: to });
}

/** Moves cells. Returns the days on which they contain errors. */
async function moveCells(
  sql: Sql,
  projectId: string,
  column: 'endpoint' | 'environment',
  value: string | number,
  changes: { readonly endpoint?: number; readonly environment?: string },
): Promise<number[]> {
  const rows = await sql.all(
    `DELETE FROM traffic WHERE project_id = ? AND grain IN (1, 60, 1440) AND ${column} = ?
     RETURNING ${KEY.columns}, ${COUNTS.columns}, histogram`,
    projectId,
    value,
  );
  const cells = new TrafficCells();
  const errorDays = new Set<number>();
  for (const row of rows) {
    const key = { ...KEY.parse(row), ...changes };
    const counts = COUNTS.parse(row);
    cells.add(key, counts, parseHistogram(String(row.histogram)));
    if (key.grain === MINUTES_PER_DAY && counts.c4 + counts.c5 > 0) errorDays.add(key.bucket);
  }
  await cells.write(sql, projectId);
  await updateClosedDays(sql, projectId);
  return [...errorDays];
}

/** Returns a text that is unique to a key. The environment is the last part, because only environments can contain spaces. */
function getCellName({ grain, endpoint, bucket, environment, clientKind }: CellKey): string {
  return `${grain} ${endpoint} ${bucket} ${clientKind} ${environment}`;
}

async function writeCells(sql: Sql, projectId: string, cells: readonly FoldedCell[]): Promise<void> {
  const casts = KEY_PROPERTIES.map(
    (property) => `CAST(? AS ${TRAFFIC.columns[property].type === 'text' ? 'TEXT' : 'BIGINT'})`,
  );
  const existingRows = await sql.all(
    `SELECT ${KEY.columns}, histogram FROM traffic
     WHERE project_id = ? AND (${KEY.columns}) IN (VALUES ${cells.map(() => `(${casts.join(', ')})`).join(', ')})`,
    projectId,
    ...cells.flatMap(({ key }) => KEY_PROPERTIES.map((property) => key[property])),
  );
  const cellsByName = new Map(cells.map((cell) => [getCellName(cell.key), cell]));
  for (const row of existingRows) {
    const cell = cellsByName.get(getCellName(KEY.parse(row)));
    if (cell) mergeHistogram(cell.histogram, String(row.histogram));
  }
  await upsert(
    sql,
    TRAFFIC,
    cells.map(({ key, histogram, ...counts }) => ({
      projectId,
      ...key,
      ...counts,
      histogram: formatHistogram(histogram),
    })),
    { added: ['n', 'c2', 'c3', 'c4', 'c5'] },
  );
}
