import type { Backup, BackupRow } from './backup.ts';
import type { SqlContext, StoreDefinition } from './dialect.ts';
import { createPlaceholders, createValueRows, type Sql, type SqlValue } from './sql.ts';
import { StoreInputError } from './store-input-error.ts';
import { type DatabaseTable, listBackedUp, type StoredRow } from './table.ts';

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
  {
    tables: allTables,
    createPorts,
    finishRestore,
  }: Pick<StoreDefinition<Ports>, 'tables' | 'createPorts' | 'finishRestore'>,
  access: BackupAccess,
): Backup<Ports> {
  const tables = listBackedUp(allTables);
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
        await finishRestore(sql);
        await finish?.(createPorts(context));
        return count;
      }),
  };
}

async function* readRows(sql: Sql, { name, keyNames, columns, names }: DatabaseTable): AsyncGenerator<StoredRow> {
  const storedColumns = Object.entries(columns)
    .filter(([, { isBackedUp }]) => isBackedUp)
    .map(([property, column]) => ({ column, name: names[property] ?? property }));
  const order = keyNames.join(', ');
  let lastKey: SqlValue[] = [];
  for (;;) {
    const rows = await sql.all(
      `SELECT ${storedColumns.map((each) => each.name).join(', ')} FROM ${name}
       ${lastKey.length > 0 ? `WHERE (${order}) > (${createPlaceholders(keyNames.length)})` : ''} ORDER BY ${order} LIMIT ${ROWS_PER_STATEMENT}`,
      ...lastKey,
    );
    for (const row of rows)
      yield Object.fromEntries(storedColumns.map((each) => [each.name, each.column.read(row, each.name)]));
    const end = rows.at(-1);
    if (!end || rows.length < ROWS_PER_STATEMENT) return;
    lastKey = keyNames.map((column) => end[column] ?? null);
  }
}

async function insert(sql: Sql, tables: readonly DatabaseTable[], rows: readonly BackupRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const table = tables.find(({ name }) => name === first.table);
  const completeRows: StoredRow[] = rows.map(({ row }) => ({ ...row, ...table?.deriveColumns?.(row) }));
  const names = Object.keys(completeRows[0] ?? {});
  await sql.run(
    `INSERT INTO ${first.table} (${names.join(', ')}) VALUES ${createValueRows(rows.length, names.length)}`,
    ...completeRows.flatMap((row) => names.map((name) => row[name] ?? null)),
  );
}

async function assertEmpty(sql: Sql, tables: readonly DatabaseTable[]): Promise<void> {
  for (const { name } of tables) {
    if (await sql.get(`SELECT 1 AS one FROM ${name} LIMIT 1`)) {
      throw new StoreInputError(
        `the database already contains ${name.replace('_', ' ')}: restore into an empty database`,
      );
    }
  }
}
