import {
  type ClickHouseClient,
  ClickHouseError,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client';
import type { SqlRow, SqlValue } from '../../../platform/database/sql.ts';
import { StoreUnavailableError } from '../../../platform/database/store-unavailable-error.ts';
import { readClickHouseUrl } from './clickhouse-url.ts';

/** Values of placeholders such as `{project:String}`. */
export type QueryValues = Readonly<Record<string, SqlValue>>;

/** Timeout of a statement in milliseconds. It is shorter than the deadline of a request, so that the response can report the outcome. */
const TIMEOUT_MS = 12_000;
/** Timeout in milliseconds of a statement that rewrites stored logs. */
const REWRITE_TIMEOUT_MS = 600_000;
const MAX_CONNECTIONS = 16;
const INSERT_ATTEMPTS = 2;
/** Errors of statements that take too long, or would take too long. */
const TIMEOUT_CODES = new Set(['159', '160']);
/** Temporary errors of ClickHouse: timeouts, memory and quotas of running queries, and too many parts. */
const TEMPORARY_CODES = new Set(['159', '160', '202', '209', '210', '241', '252', '243']);

/** A connection to ClickHouse. */
export interface ClickHouse {
  /** @param timeoutMs timeout in milliseconds. Default: that of a request */
  all(query: string, values?: QueryValues, timeoutMs?: number): Promise<SqlRow[]>;
  /** Runs a statement that rewrites stored logs, and waits until it has ended. */
  rewrite(statement: string, values?: QueryValues): Promise<void>;
  /**
   * Inserts rows as one block. Repeating the insert after a lost response changes nothing.
   * @param token unique name of these rows
   */
  insert(rows: readonly Readonly<Record<string, SqlValue>>[], token: string): Promise<void>;
  /** Inserts rows as `insert` does. Their values are in the order of `columns`, which takes less time to create, send and parse than objects. */
  insertValues(columns: readonly string[], rows: readonly (readonly SqlValue[])[], token: string): Promise<void>;
  close(): Promise<void>;
}

/** Returns whether ClickHouse ended a statement because it took too long. */
export function isStatementTimeout(error: unknown): boolean {
  const cause = error instanceof StoreUnavailableError ? error.cause : undefined;
  return cause instanceof ClickHouseError && TIMEOUT_CODES.has(cause.code);
}

/**
 * Connects to ClickHouse.
 * @param url `clickhouse://user:password@host:8123/database`; `clickhouses://` for TLS
 * @throws StoreInputError if the URL is invalid
 */
export function openClickHouse(url: string): ClickHouse {
  const client = createClient({
    ...readClickHouseUrl(url),
    application: 'context-sync',
    // The client logs statements, which contain captured requests.
    log: { level: ClickHouseLogLevel.OFF },
    max_open_connections: MAX_CONNECTIONS,
    request_timeout: REWRITE_TIMEOUT_MS,
  });
  const settings: ClickHouseSettings = { max_query_size: '20000000' };
  return {
    all: (query, values, timeoutMs = TIMEOUT_MS) =>
      run(async () => {
        const result = await client.query({
          query,
          format: 'JSONEachRow',
          clickhouse_settings: { ...settings, max_execution_time: timeoutMs / 1_000 },
          ...(values && { query_params: { ...values } }),
        });
        return result.json<SqlRow>();
      }),
    rewrite: (statement, values) =>
      run(async () => {
        await client.command({
          query: statement,
          clickhouse_settings: { ...settings, mutations_sync: '2', lightweight_deletes_sync: '2' },
          ...(values && { query_params: { ...values } }),
        });
      }),
    async insert(rows, token) {
      const columns = Object.keys(rows[0] ?? {});
      const values = rows.map((row) => columns.map((column) => row[column] ?? null));
      await run(() => insertOnce(client, columns, values, token));
    },
    insertValues: (columns, rows, token) => run(() => insertOnce(client, columns, rows, token)),
    close: () => client.close(),
  };
}

/** Inserts rows. Repeats the insert if its outcome is unknown, which its token makes safe. */
async function insertOnce(
  client: ClickHouseClient,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
  token: string,
): Promise<void> {
  const [first, ...rest] = columns;
  if (first === undefined) return;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.insert({
        table: 'logs',
        columns: [first, ...rest],
        values: [...rows],
        format: 'JSONCompactEachRow',
        clickhouse_settings: {
          insert_deduplication_token: token,
          async_insert: 0,
          max_insert_block_size: '1048576',
          max_execution_time: TIMEOUT_MS / 1_000,
        },
      });
      return;
    } catch (error) {
      if (error instanceof ClickHouseError || attempt === INSERT_ATTEMPTS) throw error;
    }
  }
}

/** @throws StoreUnavailableError if ClickHouse is unreachable or overloaded */
async function run<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ClickHouseError && !TEMPORARY_CODES.has(error.code)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new StoreUnavailableError(`ClickHouse: ${message}`, { cause: error });
  }
}

/** Formats a text as a literal of ClickHouse. */
export function quoteText(text: string): string {
  const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\0': '\\0' };
  return `'${text.replaceAll(/[\\'\0]/g, (character) => escapes[character] ?? '')}'`;
}

/** Formats numbers or texts as a list of literals. */
export function formatList(values: readonly (number | string)[]): string {
  return values.map((value) => (typeof value === 'number' ? String(value) : quoteText(value))).join(', ');
}
