import { createHash } from 'node:crypto';
import { z } from 'zod';

/** A cursor is not one that was given out, or belongs to another list. */
export class CursorError extends Error {
  override readonly name = 'CursorError';

  constructor() {
    super('this cursor was not given out for this list; begin again without it');
  }
}

/** A time as both stores keep it: `toISOString` of the years 1 to 9999. PostgreSQL fails on anything else, SQLite compares it as text. */
export const placeTime = z
  .string()
  .refine((time) => !Number.isNaN(Date.parse(time)) && new Date(time).toISOString() === time)
  .refine((time) => time.length === 24 && time >= '0001');
/** The number of a row. */
export const placeNumber = z.int().positive();
/** An id, as `newId` creates it. */
export const placeId = z.string().regex(/^[a-z]+_[0-9a-z]+$/);

const decoded = z.tuple([z.string(), z.array(z.union([z.string(), z.int()]))]);

/**
 * An opaque token for a place in a list.
 * @param list what tells the list from others, such as its project and filters: a cursor of one list is refused by another
 */
export function encodeCursor(list: unknown, place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([nameOf(list), place])).toString('base64url');
}

/**
 * @param place the schema of a place in the list, made of `placeTime`, `placeNumber` and `placeId`: a caller can change what is in a cursor
 * @throws CursorError unless it is a cursor of this list with a place of this shape
 */
export function decodeCursor<T extends z.ZodType>(list: unknown, cursor: string, place: T): z.infer<T> {
  try {
    const [name, values] = decoded.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (name === nameOf(list)) return place.parse(values);
  } catch {
    // Whatever is wrong with it, it is not ours.
  }
  throw new CursorError();
}

function nameOf(list: unknown): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 12);
}
