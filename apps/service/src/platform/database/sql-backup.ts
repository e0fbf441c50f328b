import { z } from 'zod';
import { getIdentity } from '../../areas/data-sources/sql.ts';
import { createSqlAudit } from '../audit/audit-sql.ts';
import type { Backup } from './backup.ts';
import { BACKUP_TABLES, type BackupRow } from './backup-tables.ts';
import type { BackupTable } from './backup-traffic-tables.ts';
import { createPlaceholders, getText, type Sql, type SqlValue, toBoolean } from './sql.ts';
import { StoreInputError } from './store-input-error.ts';

/** Schema of the stored input of a data source. Its values may exceed limits that were introduced later. */
const storedInput = z.looseObject({ owner: z.string(), repo: z.string(), branch: z.string(), category: z.string() });

/** Number of rows per statement. The number is low because a single log can have a size of 1 MB. */
const ROWS_PER_STATEMENT = 50;

/** The functions that a store provides for backups. */
export interface BackupAccess {
  /** Runs reads on a consistent snapshot. */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs writes in one transaction. */
  exclusively<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Returns the additional columns that the store keeps for a row. */
  columns(row: BackupRow): Readonly<Record<string, SqlValue>>;
  /** Called in the same transaction after all rows have been inserted. */
  finish?(sql: Sql): Promise<void>;
}

export function createSqlBackup({ snapshot, exclusively, columns, finish }: BackupAccess): Backup {
  return {
    each: (take) =>
      snapshot(async (sql) => {
        for (const table of BACKUP_TABLES) {
          for await (const row of readRows(sql, table)) await take({ table: table.name, row });
        }
      }),
    restore: (rows, entry) =>
      exclusively(async (sql) => {
        await assertEmpty(sql);
        let count = 0;
        let rowBatch: BackupRow[] = [];
        for await (const row of rows) {
          if (rowBatch.length === ROWS_PER_STATEMENT || (rowBatch[0] && rowBatch[0].table !== row.table)) {
            await insert(sql, rowBatch, columns);
            rowBatch = [];
          }
          rowBatch.push(row);
          count += 1;
        }
        await insert(sql, rowBatch, columns);
        await finish?.(sql);
        if (entry) await createSqlAudit(sql).record(entry);
        return count;
      }),
  };
}

async function* readRows(sql: Sql, { name, key, row }: BackupTable): AsyncGenerator<BackupRow['row']> {
  const names = Object.keys(row.shape);
  const booleans = Object.entries(row.shape)
    .filter(([, schema]) => schema.safeParse(true).success)
    .map(([column]) => column);
  const order = key.join(', ');
  let lastKey: SqlValue[] = [];
  for (;;) {
    const rows = await sql.all(
      `SELECT ${names.join(', ')} FROM ${name}
       ${lastKey.length > 0 ? `WHERE (${order}) > (${createPlaceholders(key.length)})` : ''} ORDER BY ${order} LIMIT ${ROWS_PER_STATEMENT}`,
      ...lastKey,
    );
    // SQLite returns booleans as numbers.
    for (const sourceRow of rows) {
      yield {
        ...sourceRow,
        ...Object.fromEntries(booleans.map((column) => [column, toBooleanOrNull(sourceRow[column])])),
      };
    }
    const end = rows.at(-1);
    if (!end || rows.length < ROWS_PER_STATEMENT) return;
    lastKey = key.map((column) => end[column] ?? null);
  }
}

function toBooleanOrNull(value: SqlValue | undefined): boolean | null {
  return value === null ? null : toBoolean(value);
}

async function insert(sql: Sql, rows: readonly BackupRow[], columns: BackupAccess['columns']): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const completeRows = rows.map((row) => ({ ...row.row, ...getSharedColumns(row), ...columns(row) }));
  const names = Object.keys(completeRows[0] ?? {});
  const tuple = `(${createPlaceholders(names.length)})`;
  await sql.run(
    `INSERT INTO ${first.table} (${names.join(', ')}) VALUES ${completeRows.map(() => tuple).join(', ')}`,
    ...completeRows.flatMap((row) => names.map((name) => (row as Record<string, SqlValue>)[name] ?? null)),
  );
}

/** Returns the additional columns that both stores keep for a row. */
function getSharedColumns({ table, row }: BackupRow): Readonly<Record<string, SqlValue>> {
  if (table !== 'data_sources') return {};
  return { identity: getIdentity(storedInput.parse(JSON.parse(getText(row, 'input')))) };
}

async function assertEmpty(sql: Sql): Promise<void> {
  for (const { name } of BACKUP_TABLES) {
    if (await sql.get(`SELECT 1 AS one FROM ${name} LIMIT 1`)) {
      throw new StoreInputError(
        `the database already contains ${name.replace('_', ' ')}: restore into an empty database`,
      );
    }
  }
}
