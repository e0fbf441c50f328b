import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { query, startPostgres } from '../../apps/service/src/platform/database/postgres/server.fixture.ts';
import type { StoreName } from './options.ts';

/** An empty database, and operations that access it directly. */
export interface Database {
  readonly name: StoreName;
  /** The URL of the database in the form that the service accepts. */
  readonly url: string;
  /** A folder on the disk that contains the database. */
  readonly folder: string;
  /**
   * Drops an index that makes inserts slow.
   * @returns a function that creates the index again
   */
  beforeFilling(): Promise<() => Promise<void>>;
  /** Vacuums the tables, as autovacuum does some minutes after items were written and counts were folded. */
  analyze(): Promise<void>;
  /** Returns the size of the database on disk in bytes. */
  size(): Promise<number>;
  /** Tables with the logs and their indexes. */
  readonly logTables: readonly string[];
  /** Returns the size of tables with their indexes in bytes. */
  sizeOf(tables: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

/** Settings with which PostgreSQL can use the whole machine. Writes stay durable. */
export const POSTGRES_SETTINGS = ['shared_buffers=1GB', 'maintenance_work_mem=512MB', 'max_wal_size=4GB'];

export async function openDatabase(name: StoreName): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'context-sync-bench-service-'));
  const deleteFolder = () => rm(folder, { recursive: true, force: true });
  if (name === 'sqlite') {
    const url = join(folder, 'service.db');
    return {
      name,
      url,
      folder,
      beforeFilling: async () => async () => undefined,
      analyze: async () => undefined,
      size: async () => (await stat(url)).size,
      logTables: ['logs', 'log_urls'],
      sizeOf: async (tables) => measureSqliteSize(url, tables),
      close: deleteFolder,
    };
  }
  const server = await startPostgres(POSTGRES_SETTINGS);
  const url = await server.database();
  return {
    name,
    url,
    folder,
    async beforeFilling() {
      const [index] = await query(url, "SELECT indexdef FROM pg_indexes WHERE indexname = 'logs_by_trigram'");
      if (index) await query(url, 'DROP INDEX logs_by_trigram');
      return async () => {
        if (index) await query(url, String(index.indexdef));
        // Autovacuum would vacuum the table of logs some minutes later.
        await query(url, 'VACUUM ANALYZE logs');
      };
    },
    analyze: async () => void (await query(url, 'VACUUM ANALYZE context_items, traffic, traffic_errors, caller_days')),
    size: async () => Number((await query(url, 'SELECT pg_database_size(current_database()) AS size'))[0]?.size),
    logTables: ['logs'],
    async sizeOf(tables) {
      const names = tables.map((name) => `('${name}')`).join(', ');
      const [row] = await query(
        url,
        `SELECT sum(pg_total_relation_size(name::regclass)) AS size FROM (VALUES ${names}) AS t (name)`,
      );
      return Number(row?.size);
    },
    async close() {
      await server.stop();
      await deleteFolder();
    },
  };
}

function measureSqliteSize(file: string, tables: readonly string[]): number {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    // The names of the internal tables of a full-text index start with the name of the index.
    const names = tables.map(() => String.raw`tbl_name = ? OR tbl_name LIKE ? || '\_%' ESCAPE '\'`).join(' OR ');
    const row = database
      .prepare(`SELECT sum(pgsize) AS size FROM dbstat JOIN sqlite_schema USING (name) WHERE ${names}`)
      .get(...tables.flatMap((name) => [name, name]));
    return Number(row?.size);
  } finally {
    database.close();
  }
}
