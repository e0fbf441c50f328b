import { z } from 'zod';
import type { SqlRow, SqlValue } from './sql.ts';

/**
 * Personal data of users of the captured API that a column can contain:
 *
 * - `generated`: none, because the service generates the value or selects it from a fixed list: ids, hashes, counts, times, kinds
 * - `members`: text of members and operators, which an erasure keeps: accounts, context items, hints, settings
 * - `expiring`: text of a client of this API, which is deleted after a day
 * - `user`: the id of the user to whom the row belongs. The row is deleted with the user
 * - `of-user`: data of the user to whom the row belongs
 * - `address`: the email address of the user who sent the request of a log
 * - `captured`: text or JSON of a captured request, in which an erasure replaces the email address
 * - `route`, `name`: a route or another name of a captured request. An erasure replaces the email address and adds the counts of the row to those of
 * the new name
 * - `index`: fragments of the texts of another table, for a search
 * - `pending`: counts that are folded into other tables before an erasure is finished
 */
export type ColumnContent =
  | 'generated'
  | 'members'
  | 'expiring'
  | 'user'
  | 'of-user'
  | 'address'
  | 'captured'
  | 'route'
  | 'name'
  | 'index'
  | 'pending';

/** Type of a column. Both databases store times as text for the service. SQLite stores booleans as numbers. */
export type ColumnType = 'text' | 'time' | 'integer' | 'real' | 'boolean';

/** The description of a column. Statements, backup rows and erasures are derived from it. */
export interface Column<Value extends SqlValue = SqlValue> {
  readonly type: ColumnType;
  readonly isNullable: boolean;
  readonly content: ColumnContent;
  /** Whether a search compares the column with the parameter of the same name. */
  readonly isFilterable: boolean;
  /** Whether a backup contains the column. Otherwise, the table derives it from other columns. */
  readonly isBackedUp: boolean;
  /** Name of the column in the databases. By default, the name of the property in snake case. */
  readonly column?: string | undefined;
  /** Schema of the value in a backup. */
  readonly schema: z.ZodType<Value>;
  /** Converts a value of either database. @throws TypeError if the value is missing because the query does not select the column */
  read(row: SqlRow, column: string): Value;
}

interface ColumnOptions<Value extends SqlValue, Nullable extends boolean> {
  readonly nullable?: Nullable;
  /** Default: `generated`. */
  readonly content?: ColumnContent;
  readonly filterable?: boolean;
  readonly derived?: boolean;
  readonly column?: string;
  /** Value for rows of older backups without the column. */
  readonly missing?: Value | (Nullable extends true ? null : never);
  /** Schema of the value in a backup, if the schema of the column's type is not strict enough. */
  readonly schema?: z.ZodType<Value>;
}

/** Returns a function that describes columns of one type. */
function createColumnType<Value extends SqlValue>(
  type: ColumnType,
  typeSchema: z.ZodType<Value>,
  convert: (value: SqlValue) => Value | undefined,
) {
  return <const Nullable extends boolean = false>({
    nullable,
    content = 'generated',
    filterable = false,
    derived = false,
    column,
    missing,
    schema = typeSchema,
  }: ColumnOptions<Value, Nullable> = {}): Column<Nullable extends true ? Value | null : Value> => {
    type Read = Nullable extends true ? Value | null : Value;
    const isNullable = nullable === true;
    const nullableSchema: z.ZodType<Value | null> = isNullable ? schema.nullable() : schema;
    return {
      type,
      isNullable,
      content,
      isFilterable: filterable,
      isBackedUp: !derived,
      column,
      schema: (missing === undefined ? nullableSchema : nullableSchema.default(missing as never)) as z.ZodType<Read>,
      read(row, name) {
        const value = row[name];
        if (value === null && isNullable) return null as Read;
        const convertedValue = value === null || value === undefined ? undefined : convert(value);
        if (convertedValue === undefined)
          throw new TypeError(`column "${name}" must be ${type} (got ${value === null ? 'null' : typeof value})`);
        return convertedValue as Read;
      },
    };
  };
}

const readText = (value: SqlValue) => (typeof value === 'string' ? value : undefined);
// PostgreSQL returns numbers of 64 bits as text.
const readNumber = (value: SqlValue) => (Number.isNaN(Number(value)) ? undefined : Number(value));

export const text = createColumnType('text', z.string(), readText);
export const time = createColumnType('time', z.iso.datetime(), readText);
export const integer = createColumnType('integer', z.int(), readNumber);
export const real = createColumnType('real', z.number(), readNumber);
export const boolean = createColumnType('boolean', z.boolean(), (value) => value === true || value === 1);

/** Returns the description of a text column with a fixed list of values. */
export function oneOf<const Values extends readonly string[], const Nullable extends boolean = false>(
  values: Values,
  options: ColumnOptions<Values[number], Nullable> = {},
): Column<Nullable extends true ? Values[number] | null : Values[number]> {
  const schema = z.enum(values as readonly string[] as readonly [string, ...string[]]) as z.ZodType<Values[number]>;
  return createColumnType('text', schema, (value) => schema.safeParse(value).data)(options);
}
