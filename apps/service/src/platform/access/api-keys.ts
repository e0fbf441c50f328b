import { createHash, randomBytes } from 'node:crypto';

/** Creates a personal key: 256 random bits with a prefix that secret scanners recognize. */
export function createKey(): string {
  return `csk_${randomBytes(32).toString('base64url')}`;
}

/** Returns the hash that is stored for a key. A plain hash is enough because a key of 256 random bits cannot be guessed. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
