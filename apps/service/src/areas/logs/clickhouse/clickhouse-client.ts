import { type ClickHouseClient, ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { SqlRow, SqlValue } from '../../../platform/database/sql.ts';
import { isInsertRefused, toStoreError } from './clickhouse-errors.ts';
import { SETTINGS } from './clickhouse-settings.ts';
import { readClickHouseUrl } from './clickhouse-url.ts';
import { OpenRequests } from './open-requests.ts';

/** Values of placeholders such as `{project:String}`. */
export type QueryValues = Readonly<Record<string, SqlValue>>;

/**
 * Timeout in milliseconds of a read, and of an insert with its repetition. It is shorter than the deadline of a request, so that the response can
 * report the outcome.
 */
const TIMEOUT_MS = 12_000;
/** Timeout in milliseconds of the readiness check. */
const CHECK_TIMEOUT_MS = 2_000;
/** Timeout in milliseconds of a statement that rewrites stored logs. */
const REWRITE_TIMEOUT_MS = 600_000;
/** Time in milliseconds after the timeout of a read for which the client waits for the error of ClickHouse. */
const ERROR_DELAY_MS = 1_000;
const MAX_CONNECTIONS = 16;
const INSERT_ATTEMPTS = 2;

/** A connection to ClickHouse. Its functions throw StoreUnavailableError, or ClickHouseError for a defect of the statement. */
export interface ClickHouse {
  /** Host, port and database, for messages. */
  readonly address: string;
  /** @param timeoutMs timeout in milliseconds. Default: that of a request */
  all(query: string, values?: QueryValues, timeoutMs?: number): Promise<SqlRow[]>;
  /** Runs a statement that rewrites stored logs, and waits until it has ended. */
  rewrite(statement: string, values?: QueryValues): Promise<void>;
  /**
   * Inserts rows as one block. Repeating the insert after a lost response changes nothing. After an error, the rows can have been inserted.
   * @param token unique name of these rows
   * @param timeoutMs timeout in milliseconds. Default: that of a request
   */
  insert(rows: readonly Readonly<Record<string, SqlValue>>[], token: string, timeoutMs?: number): Promise<void>;
  /** Inserts rows as `insert` does. Their values are in the order of `columns`, which takes less time to create, send and parse than objects. */
  insertValues(
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
    token: string,
    timeoutMs?: number,
  ): Promise<void>;
  /** Checks that ClickHouse can read logs. */
  check(): Promise<void>;
  /** Aborts the open requests, and all later ones. */
  abort(): void;
  close(): Promise<void>;
}

/**
 * Connects to ClickHouse.
 * @param url `clickhouse://user:password@host:8123/database`; `clickhouses://` for TLS
 * @throws StoreInputError if the URL is invalid
 */
export function openClickHouse(url: string): ClickHouse {
  const { address, ...connection } = readClickHouseUrl(url);
  const client = createClient({
    ...connection,
    application: 'context-sync',
    // The client logs statements, which contain captured requests.
    log: { level: ClickHouseLogLevel.OFF },
    max_open_connections: MAX_CONNECTIONS,
    request_timeout: REWRITE_TIMEOUT_MS,
  });
  const requests = new OpenRequests();
  const read = (query: string, values: QueryValues | undefined, timeoutMs: number, responseTimeoutMs: number) =>
    run(() =>
      requests.send(responseTimeoutMs, async (signal) => {
        const result = await client.query({
          query,
          format: 'JSONEachRow',
          abort_signal: signal,
          clickhouse_settings: { ...SETTINGS, max_execution_time: timeoutMs / 1_000 },
          ...(values && { query_params: { ...values } }),
        });
        // The client ignores its signal as soon as it has received the headers.
        signal.addEventListener('abort', () => result.close(), { once: true });
        return result.json<SqlRow>();
      }),
    );
  const insertValues: ClickHouse['insertValues'] = (columns, rows, token, timeoutMs = TIMEOUT_MS) =>
    run(() => insertOnce(client, requests, { columns, rows, token, timeoutMs }));
  return {
    address,
    all: (query, values, timeoutMs = TIMEOUT_MS) => read(query, values, timeoutMs, timeoutMs + ERROR_DELAY_MS),
    rewrite: (statement, values) =>
      run(() =>
        requests.send(REWRITE_TIMEOUT_MS, async (signal) => {
          await client.command({
            query: statement,
            abort_signal: signal,
            clickhouse_settings: SETTINGS,
            ...(values && { query_params: { ...values } }),
          });
        }),
      ),
    insert(rows, token, timeoutMs) {
      const columns = Object.keys(rows[0] ?? {});
      const values = rows.map((row) => columns.map((column) => row[column] ?? null));
      return insertValues(columns, values, token, timeoutMs);
    },
    insertValues,
    check: async () => void (await read('SELECT 1 AS one FROM logs LIMIT 1', {}, CHECK_TIMEOUT_MS, CHECK_TIMEOUT_MS)),
    abort: () => requests.abort(),
    close: () => client.close(),
  };
}

/**
 * Returns a connection whose reads and inserts end before the transaction that waits for them.
 * @param deadline end of the transaction on the clock of `performance.now()`
 */
export function limitToDeadline(clickHouse: ClickHouse, deadline: number): ClickHouse {
  const limit = (timeoutMs = TIMEOUT_MS) => Math.max(1, Math.min(timeoutMs, deadline - performance.now()));
  return {
    ...clickHouse,
    all: (query, values, timeoutMs) => clickHouse.all(query, values, limit(timeoutMs)),
    insert: (rows, token, timeoutMs) => clickHouse.insert(rows, token, limit(timeoutMs)),
    insertValues: (columns, rows, token, timeoutMs) => clickHouse.insertValues(columns, rows, token, limit(timeoutMs)),
  };
}

interface InsertRequest {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
  readonly token: string;
  readonly timeoutMs: number;
}

/**
 * Inserts rows. Repeats the insert if its outcome is unknown and time is left, which its token makes safe.
 * @throws the first error after which rows can have been written, if there is one
 */
async function insertOnce(
  client: ClickHouseClient,
  requests: OpenRequests,
  { columns, rows, token, timeoutMs }: InsertRequest,
): Promise<void> {
  const [first, ...rest] = columns;
  if (first === undefined) return;
  await requests.send(timeoutMs, async (signal) => {
    let doubt: unknown;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await client.insert({
          table: 'logs',
          columns: [first, ...rest],
          values: [...rows],
          format: 'JSONCompactEachRow',
          abort_signal: signal,
          clickhouse_settings: {
            ...SETTINGS,
            insert_deduplication_token: token,
            max_execution_time: timeoutMs / 1_000,
          },
        });
        return;
      } catch (error) {
        if (!isInsertRefused(error)) doubt ??= error;
        if (error instanceof ClickHouseError || attempt === INSERT_ATTEMPTS || signal.aborted) throw doubt ?? error;
      }
    }
  });
}

/** @throws StoreUnavailableError, or a ClickHouseError for a defect of the statement */
async function run<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toStoreError(error);
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
