import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { query, startPostgres } from '../../apps/service/src/platform/database/postgres/server.fixture.ts';
import type { StoreName } from './options.ts';

/** A database, and operations that access it directly. */
export interface Database {
  readonly name: StoreName;
  /** Whether the database was already filled by an earlier run. */
  readonly isFilled: boolean;
  /** Switches to a copy of the filled database, if filled databases are kept. */
  copyFilled(): Promise<void>;
  /** The URL of the database in the form that the service accepts. */
  readonly url: string;
  /** A folder on the disk that contains the database. */
  readonly folder: string;
  /**
   * Drops an index that makes inserts slow.
   * @returns a function that creates the index again
   */
  beforeFilling(): Promise<() => Promise<void>>;
  /** Vacuums the tables, as autovacuum does some minutes after items were written and counts were added to the rollups. */
  analyze(): Promise<void>;
  /** Returns the size of the database on disk in bytes. */
  size(): Promise<number>;
  /** Tables with the logs and their indexes. */
  readonly logTables: readonly string[];
  /** Returns the size of tables with their indexes in bytes. */
  measureSize(tables: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

/** Settings with which PostgreSQL can use the whole machine. Writes stay durable. */
export const POSTGRES_SETTINGS = ['shared_buffers=1GB', 'maintenance_work_mem=512MB', 'max_wal_size=4GB'];

/**
 * Opens a database.
 * @param kept folder that keeps the filled database. By default, the database is empty and temporary.
 */
export async function openDatabase(name: StoreName, kept?: string): Promise<Database> {
  const filled = kept === undefined ? undefined : await openFilled(kept);
  return name === 'sqlite' ? openSqlite(filled) : openPostgres(filled);
}

/** A folder that contains a filled database, or in which a database is being filled. */
interface FilledFolder {
  readonly folder: string;
  readonly isFilled: boolean;
  setFilled(): Promise<void>;
}

async function openFilled(folder: string): Promise<FilledFolder> {
  const marker = join(folder, 'filled');
  const isFilled = existsSync(marker);
  if (!isFilled) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return { folder, isFilled, setFilled: () => writeFile(marker, '') };
}

async function openSqlite(filledFolder: FilledFolder | undefined): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'context-sync-bench-service-'));
  const ownUrl = join(folder, 'service.db');
  let url = filledFolder ? join(filledFolder.folder, 'service.db') : ownUrl;
  return {
    name: 'sqlite',
    get url() {
      return url;
    },
    folder,
    isFilled: filledFolder?.isFilled ?? false,
    async copyFilled() {
      if (!filledFolder) return;
      await filledFolder.setFilled();
      await copyFile(url, ownUrl, constants.COPYFILE_FICLONE);
      url = ownUrl;
    },
    beforeFilling: async () => async () => undefined,
    analyze: async () => undefined,
    size: async () => (await stat(url)).size,
    logTables: ['logs', 'log_urls'],
    measureSize: async (tables) => measureSqliteSize(url, tables),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function openPostgres(filledFolder: FilledFolder | undefined): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'context-sync-bench-service-'));
  const server = await startPostgres(POSTGRES_SETTINGS, filledFolder?.folder);
  const getUrl = (database: string) => new URL(`/${database}`, server.url).href;
  const create = (database: string, template = '') =>
    query(getUrl('postgres'), `CREATE DATABASE ${database} ${template}`);
  let url = getUrl('filled');
  if (!filledFolder?.isFilled) await create('filled');
  return {
    name: 'postgres',
    get url() {
      return url;
    },
    folder,
    isFilled: filledFolder?.isFilled ?? false,
    async copyFilled() {
      if (!filledFolder) return;
      await filledFolder.setFilled();
      await query(getUrl('postgres'), 'DROP DATABASE IF EXISTS copy');
      await create('copy', 'TEMPLATE filled STRATEGY file_copy');
      url = getUrl('copy');
    },
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
    async measureSize(tables) {
      const names = tables.map((name) => `('${name}')`).join(', ');
      const [row] = await query(
        url,
        `SELECT sum(pg_total_relation_size(name::regclass)) AS size FROM (VALUES ${names}) AS t (name)`,
      );
      return Number(row?.size);
    },
    async close() {
      if (filledFolder) await query(getUrl('postgres'), 'DROP DATABASE IF EXISTS copy WITH (FORCE)');
      await server.stop();
      await rm(folder, { recursive: true, force: true });
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
