import { type CustomTypesConfig, type QueryResult, types } from 'pg';
import type { Sql, SqlRow, SqlValue } from '../sql.ts';
import { decodeNul, encodeNul } from './nul-characters.ts';

export interface Statement {
  readonly text: string;
  readonly values?: unknown[];
  readonly types?: CustomTypesConfig;
}

/** An object that runs statements: the pool, or one of its connections. */
export interface Queryable {
  query(statement: Statement): Promise<QueryResult>;
}

/** OIDs of types whose values are converted, so that both databases return the same values. */
const BIGINT_OID = 20;
const TEXT_OID = 25;
const TIMESTAMP_OID = 1184;

const TYPES: CustomTypesConfig = {
  getTypeParser: ((type: number) => {
    // Values of this type are counts and row numbers, which are far below 2^53.
    if (type === BIGINT_OID) return Number;
    if (type === TEXT_OID) return decodeNul;
    if (type === TIMESTAMP_OID) {
      const parse = types.getTypeParser(TIMESTAMP_OID);
      return (text: string) => (parse(text) as unknown as Date).toISOString();
    }
    return types.getTypeParser(type);
  }) as CustomTypesConfig['getTypeParser'],
};

/** Runs the SQL statements that SQLite and PostgreSQL share, on PostgreSQL. */
export class PostgresSql implements Sql {
  readonly #connection: Queryable;

  constructor(connection: Queryable) {
    this.#connection = connection;
  }

  async run(sql: string, ...values: readonly SqlValue[]): Promise<number> {
    return (await this.#query(sql, values)).rowCount ?? 0;
  }

  async get(sql: string, ...values: readonly SqlValue[]): Promise<SqlRow | undefined> {
    return (await this.#query(sql, values)).rows[0] as SqlRow | undefined;
  }

  async all(sql: string, ...values: readonly SqlValue[]): Promise<SqlRow[]> {
    return (await this.#query(sql, values)).rows as SqlRow[];
  }

  #query(sql: string, values: readonly SqlValue[]): Promise<QueryResult> {
    return this.#connection.query({
      text: numberPlaceholders(sql),
      values: values.map((value) => (typeof value === 'string' ? encodeNul(value) : value)),
      types: TYPES,
    });
  }
}

const numberedStatements = new Map<string, string>();

/** Replaces each `?` with `$1`, `$2` and so on. */
function numberPlaceholders(sql: string): string {
  let text = numberedStatements.get(sql);
  if (text === undefined) {
    let count = 0;
    text = quoteReservedNames(sql).replaceAll('?', () => {
      count += 1;
      return `$${count}`;
    });
    // The size of the cache is limited. Only searches with many words have more than a few dozen different statements.
    if (numberedStatements.size < 1_000) numberedStatements.set(sql, text);
  }
  return text;
}

/** Quotes the name of a column that is a reserved word since PostgreSQL 16. This is necessary because released migrations must not be edited. */
export function quoteReservedNames(sql: string): string {
  return sql.replaceAll(/\bsystem_user\b/g, '"system_user"');
}
