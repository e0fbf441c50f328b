import { createHash } from 'node:crypto';
import { z } from 'zod';

/** An error for a cursor that is invalid or belongs to another list. */
export class CursorError extends Error {
  override readonly name = 'CursorError';

  constructor() {
    super('invalid cursor for this list: omit it to start from the beginning');
  }
}

/**
 * Schema of a timestamp in the format of both databases: the output of `toISOString` for the years 1 to 9999. PostgreSQL would reject other values, and
 * SQLite would compare them as text.
 */
export const cursorTime = z
  .string()
  .refine((time) => !Number.isNaN(Date.parse(time)) && new Date(time).toISOString() === time)
  .refine((time) => time.length === 24 && time >= '0001');
/** Schema of a row number. */
export const cursorNumber = z.int().positive();
/** Schema of an id that `createId` created. */
export const cursorId = z.string().regex(/^[a-z]+_[0-9a-z]+$/);

const cursorContent = z.tuple([z.string(), z.array(z.union([z.string(), z.int()]))]);

/**
 * Encodes a position in a list as an opaque token.
 * @param list properties that identify the list, such as its project and filters. A cursor of another list is rejected
 */
export function encodeCursor(list: unknown, position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([listHash(list), position])).toString('base64url');
}

/**
 * Decodes a cursor.
 * @param position schema with which the position is validated, because clients can modify a cursor
 * @throws CursorError if the cursor is invalid or belongs to another list
 */
export function decodeCursor<T extends z.ZodType>(list: unknown, cursor: string, position: T): z.infer<T> {
  try {
    const [name, values] = cursorContent.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (name === listHash(list)) return position.parse(values);
  } catch {
    // For invalid input, the code below throws a CursorError.
  }
  throw new CursorError();
}

function listHash(list: unknown): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 12);
}
