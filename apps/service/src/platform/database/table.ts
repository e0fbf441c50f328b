import { z } from 'zod';
import type { Column, ColumnContent } from './column.ts';
import type { Sql, SqlRow, SqlValue } from './sql.ts';

/** The columns of a table by the names of their properties. */
export type Columns = Readonly<Record<string, Column>>;

/** A row of a backup: the values by column name. */
export type StoredRow = Readonly<Record<string, SqlValue>>;

interface TableDefinition<Described extends Columns> {
  readonly name: string;
  readonly columns: Described;
  /** Properties of the primary key, which determine the order of the rows in a backup. */
  readonly key: readonly (keyof Described & string)[];
  /** False for a table that a backup does not contain, because the service derives its rows. Default: true. */
  readonly isBackedUp?: boolean;
  /** The only database that has the table. Default: both. */
  readonly onlyIn?: 'sqlite' | 'postgres';
  /** Returns the columns that a backup does not contain. */
  readonly deriveColumns?: (row: StoredRow) => StoredRow;
}

/** The single description of a table, from which statements, backups and erasures are derived. */
export interface DatabaseTable<Described extends Columns = Columns> extends TableDefinition<Described> {
  readonly isBackedUp: boolean;
  /** The names of the columns in the databases, by property. */
  readonly names: Readonly<Record<keyof Described, string>>;
  /** Names of the primary key's columns. */
  readonly keyNames: readonly string[];
  /** Schema of a row in a backup. */
  readonly row: z.ZodObject;
}

type ValueOf<Described> = Described extends Column<infer Value> ? Value : never;

/** The values of a row by property. */
export type RowOf<Described extends Columns> = { readonly [Property in keyof Described]: ValueOf<Described[Property]> };

/** Describes a table. Migrations create and change it; a test compares the result with the description. */
export function defineTable<const Described extends Columns>(
  definition: TableDefinition<Described>,
): DatabaseTable<Described> {
  const entries = Object.entries(definition.columns).map(
    ([property, column]) => [property, column, column.column ?? toSnakeCase(property)] as const,
  );
  const names = Object.fromEntries(entries.map(([property, , name]) => [property, name]));
  const schemas = entries.filter(([, { isBackedUp }]) => isBackedUp).map(([, { schema }, name]) => [name, schema]);
  return {
    isBackedUp: true,
    ...definition,
    names: names as DatabaseTable<Described>['names'],
    keyNames: definition.key.map((property) => names[property] ?? property),
    row: z.strictObject(Object.fromEntries(schemas)),
  };
}

function toSnakeCase(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Some columns of a table: the text for a SELECT, and the function that reads them from its rows. */
export interface ColumnSelection<Row> {
  readonly columns: string;
  parse(this: void, row: SqlRow): Row;
}

/**
 * Selects some columns of a table, by the names of their properties.
 * @param alias alias of the table in the statement
 */
export function selectColumns<Described extends Columns, Property extends keyof Described & string>(
  { columns, names }: DatabaseTable<Described>,
  properties: readonly Property[],
  alias?: string,
): ColumnSelection<Pick<RowOf<Described>, Property>> {
  const selectedColumns = properties.map((property) => ({
    property,
    name: names[property],
    column: columns[property],
  }));
  return {
    columns: selectedColumns.map(({ name }) => (alias === undefined ? name : `${alias}.${name}`)).join(', '),
    parse: (row) =>
      Object.fromEntries(
        selectedColumns.map(({ property, name, column }) => [property, column?.read(row, name)]),
      ) as Pick<RowOf<Described>, Property>,
  };
}

/** A statement that inserts rows. `ON CONFLICT` and `RETURNING` can be appended. */
interface Insert {
  /** The beginning of the statement: the table and its columns. */
  readonly insertClause: string;
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** SQL expressions that compute the values of columns. Each expression contains one placeholder. */
type Expressions<Described extends Columns> = { readonly [Property in keyof Described]?: string };

/**
 * Returns the statement that inserts rows.
 * @param rows the rows, which must all have the same properties
 */
export function createInsert<Described extends Columns>(
  { name, names }: DatabaseTable<Described>,
  rows: readonly Partial<RowOf<Described>>[],
  expressions: Expressions<Described> = {},
): Insert {
  const properties: (keyof Described)[] = Object.keys(rows[0] ?? {});
  const insertClause = `INSERT INTO ${name} (${properties.map((property) => names[property]).join(', ')})`;
  const tuple = `(${properties.map((property) => expressions[property] ?? '?').join(', ')})`;
  return {
    insertClause,
    sql: `${insertClause} VALUES ${rows.map(() => tuple).join(', ')}`,
    values: rows.flatMap((row) => properties.map((property) => row[property] ?? null)),
  };
}

/**
 * Inserts a row.
 * @param conflict `ON CONFLICT` clause for a row that already exists. By default, the statement fails.
 * @returns the number of inserted rows
 */
export function insertRow<Described extends Columns>(
  sql: Sql,
  table: DatabaseTable<Described>,
  row: Partial<RowOf<Described>>,
  conflict = '',
): Promise<number> {
  const statement = createInsert(table, [row]);
  return sql.run(`${statement.sql} ${conflict}`, ...statement.values);
}

/** Lists the tables that a backup contains. */
export function listBackedUp(tables: readonly DatabaseTable[]): DatabaseTable[] {
  return tables.filter(({ isBackedUp }) => isBackedUp);
}

const ERASED_CONTENTS: readonly ColumnContent[] = ['user', 'address', 'captured', 'route', 'name', 'pending'];

/** Lists the tables that erasures change. */
export function listErasedTables(tables: readonly DatabaseTable[]): string[] {
  return tables.filter((table) => listContents(table, ERASED_CONTENTS).length > 0).map(({ name }) => name);
}

/** Lists the tables whose rows belong to users, each with the column of the user's id. */
export function listUserTables(
  tables: readonly DatabaseTable[],
): { readonly table: string; readonly column: string }[] {
  return tables.flatMap((table) => listContents(table, ['user']).map((column) => ({ table: table.name, column })));
}

/** Returns which personal data of users a column can contain. @param name name of the column in the databases */
export function getContent({ columns, names }: DatabaseTable, name: string): ColumnContent | undefined {
  return Object.entries(columns).find(([property]) => names[property] === name)?.[1].content;
}

/** Lists the names of the columns with the given contents. */
export function listContents({ columns, names }: DatabaseTable, contents: readonly ColumnContent[]): string[] {
  return Object.entries(columns).flatMap(([property, { content }]) =>
    contents.includes(content) ? [names[property] ?? property] : [],
  );
}
