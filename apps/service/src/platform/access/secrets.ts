import { createHash, randomBytes } from 'node:crypto';

/** Creates a secret of 256 random bits, for a session cookie or a one-time token. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash that is stored for a secret. A fast hash is sufficient, because a secret of 256 random bits cannot be guessed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
