import { type CustomTypesConfig, type QueryResult, types } from 'pg';
import type { Row, Sql, Value } from '../sql/sql.ts';
import { withNul, withoutNul } from './nul.ts';

export interface Statement {
  readonly text: string;
  readonly values?: unknown[];
  readonly types?: CustomTypesConfig;
}

/** What can run a statement: the pool, or one of its connections. */
export interface Queryable {
  query(statement: Statement): Promise<QueryResult>;
}

/** PostgreSQL's codes of types that come as something else than both stores give. */
const BIGINT = 20;
const TEXT = 25;
const TIMESTAMP = 1184;

const TYPES: CustomTypesConfig = {
  getTypeParser: ((type: number) => {
    // Counts and numbers of rows, far below 2^53.
    if (type === BIGINT) return Number;
    if (type === TEXT) return withNul;
    if (type === TIMESTAMP) {
      const parse = types.getTypeParser(TIMESTAMP);
      return (text: string) => (parse(text) as unknown as Date).toISOString();
    }
    return types.getTypeParser(type);
  }) as CustomTypesConfig['getTypeParser'],
};

/** The shared SQL on PostgreSQL. */
export class PostgresSql implements Sql {
  readonly #connection: Queryable;

  constructor(connection: Queryable) {
    this.#connection = connection;
  }

  async run(sql: string, ...values: readonly Value[]): Promise<number> {
    return (await this.#query(sql, values)).rowCount ?? 0;
  }

  async get(sql: string, ...values: readonly Value[]): Promise<Row | undefined> {
    return (await this.#query(sql, values)).rows[0] as Row | undefined;
  }

  async all(sql: string, ...values: readonly Value[]): Promise<Row[]> {
    return (await this.#query(sql, values)).rows as Row[];
  }

  #query(sql: string, values: readonly Value[]): Promise<QueryResult> {
    return this.#connection.query({
      text: numbered(sql),
      values: values.map((value) => (typeof value === 'string' ? withoutNul(value) : value)),
      types: TYPES,
    });
  }
}

const texts = new Map<string, string>();

/** `?` → `$1`, `$2` and so on. */
function numbered(sql: string): string {
  let text = texts.get(sql);
  if (text === undefined) {
    let count = 0;
    text = sql.replaceAll('?', () => {
      count += 1;
      return `$${count}`;
    });
    // There are some dozens of statements; a search with many words makes one of its own.
    if (texts.size < 1_000) texts.set(sql, text);
  }
  return text;
}
