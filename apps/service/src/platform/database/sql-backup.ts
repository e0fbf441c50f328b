import type { Backup } from './backup.ts';
import type { BackupRow, BackupTable } from './backup-table.ts';
import type { SqlContext, StoreDefinition } from './dialect.ts';
import { createPlaceholders, type Sql, type SqlValue, toBoolean } from './sql.ts';
import { StoreInputError } from './store-input-error.ts';

/** Number of rows per statement. The number is low because a single log can have a size of 1 MB. */
const ROWS_PER_STATEMENT = 50;

/** The functions that a database provides for backups. */
export interface BackupAccess {
  /** Runs reads on a consistent snapshot. */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs writes in one transaction. */
  exclusively<T>(work: (context: SqlContext) => Promise<T>): Promise<T>;
  /** Called in the same transaction after all rows have been inserted. */
  finish?(sql: Sql): Promise<void>;
}

export function createSqlBackup<Ports>(
  { tables, createPorts }: Pick<StoreDefinition<Ports>, 'tables' | 'createPorts'>,
  access: BackupAccess,
): Backup<Ports> {
  return {
    tables,
    each: (take) =>
      access.snapshot(async (sql) => {
        for (const table of tables) {
          for await (const row of readRows(sql, table)) await take({ table: table.name, row });
        }
      }),
    restore: (rows, finish) =>
      access.exclusively(async (context) => {
        const { sql } = context;
        await assertEmpty(sql, tables);
        let count = 0;
        let rowBatch: BackupRow[] = [];
        for await (const row of rows) {
          if (rowBatch.length === ROWS_PER_STATEMENT || (rowBatch[0] && rowBatch[0].table !== row.table)) {
            await insert(sql, tables, rowBatch);
            rowBatch = [];
          }
          rowBatch.push(row);
          count += 1;
        }
        await insert(sql, tables, rowBatch);
        await access.finish?.(sql);
        for (const { finishRestore } of tables) await finishRestore?.(sql);
        await finish?.(createPorts(context));
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

async function insert(sql: Sql, tables: readonly BackupTable[], rows: readonly BackupRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const table = tables.find(({ name }) => name === first.table);
  const completeRows = rows.map(({ row }) => ({ ...row, ...table?.deriveColumns?.(row) }));
  const names = Object.keys(completeRows[0] ?? {});
  const tuple = `(${createPlaceholders(names.length)})`;
  await sql.run(
    `INSERT INTO ${first.table} (${names.join(', ')}) VALUES ${completeRows.map(() => tuple).join(', ')}`,
    ...completeRows.flatMap((row) => names.map((name) => (row as Record<string, SqlValue>)[name] ?? null)),
  );
}

async function assertEmpty(sql: Sql, tables: readonly BackupTable[]): Promise<void> {
  for (const { name } of tables) {
    if (await sql.get(`SELECT 1 AS one FROM ${name} LIMIT 1`)) {
      throw new StoreInputError(
        `the database already contains ${name.replace('_', ' ')}: restore into an empty database`,
      );
    }
  }
}
