import { createHash } from 'node:crypto';
import { z } from 'zod';

/** The cursor is invalid or belongs to another list. */
export class CursorError extends Error {
  override readonly name = 'CursorError';

  constructor() {
    super('invalid cursor for this list: omit it to start from the beginning');
  }
}

/**
 * A timestamp as both stores keep it: the output of `toISOString` for the years 1 to 9999. PostgreSQL rejects anything else; SQLite would
 * compare it as text.
 */
export const cursorTime = z
  .string()
  .refine((time) => !Number.isNaN(Date.parse(time)) && new Date(time).toISOString() === time)
  .refine((time) => time.length === 24 && time >= '0001');
/** Number of a row. */
export const cursorNumber = z.int().positive();
/** An id created by `newId`. */
export const cursorId = z.string().regex(/^[a-z]+_[0-9a-z]+$/);

const cursorContent = z.tuple([z.string(), z.array(z.union([z.string(), z.int()]))]);

/**
 * Encodes a position in a list as an opaque token.
 * @param list identifies the list, such as its project and filters, so that a cursor of another list is rejected
 */
export function encodeCursor(list: unknown, position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([listHash(list), position])).toString('base64url');
}

/**
 * @param position schema of the position; a caller can modify the content of a cursor
 * @throws CursorError if the cursor is invalid or belongs to another list
 */
export function decodeCursor<T extends z.ZodType>(list: unknown, cursor: string, position: T): z.infer<T> {
  try {
    const [name, values] = cursorContent.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (name === listHash(list)) return position.parse(values);
  } catch {
    // Reported as CursorError below.
  }
  throw new CursorError();
}

function listHash(list: unknown): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 12);
}
