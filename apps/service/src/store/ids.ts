import { randomBytes } from 'node:crypto';

/** An id that says what it names and cannot be guessed: prefix, `_`, 96 random bits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
