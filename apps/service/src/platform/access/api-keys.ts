import { createSecret, hashSecret } from './secrets.ts';

/** Creates a personal key: 256 random bits with a prefix that secret scanners recognize. */
export function createKey(): string {
  return `csk_${createSecret()}`;
}

/** Returns the hash that is stored for a key. */
export const hashKey = hashSecret;
