import { createHash, randomBytes } from 'node:crypto';

/** A new personal key: 256 random bits behind a prefix by which secret scanners know it. */
export function newKey(): string {
  return `csk_${randomBytes(32).toString('base64url')}`;
}

/** What is stored of a key. A plain hash will do, since a key of 256 random bits cannot be guessed. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
