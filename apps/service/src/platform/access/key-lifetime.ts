import type { Access, ListedKey } from './accounts.ts';

const DAY_MS = 86_400_000;

/** Default lifetime in days of a new full or read-only key. */
export const DEFAULT_KEY_LIFETIME_DAYS = 365;
/** Time in milliseconds before the expiry of a key at which the service starts to warn. */
const WARN_BEFORE_EXPIRY_MS = 30 * DAY_MS;

/**
 * Returns the default expiry time of a new key. A capture key does not expire, because it can only add logs, and a server whose key expires would
 * silently stop sending logs.
 */
export function getExpiry(access: Access, now = Date.now()): string | null {
  return access === 'capture' ? null : new Date(now + DEFAULT_KEY_LIFETIME_DAYS * DAY_MS).toISOString();
}

/** Returns whether a key is active, expires soon and has not been rotated. */
export function isExpiringSoon({ revokedAt, userRevokedAt, expiresAt, successorId }: ListedKey, now: number): boolean {
  if (revokedAt !== null || userRevokedAt !== null || expiresAt === null || successorId !== null) return false;
  const remainingMs = Date.parse(expiresAt) - now;
  return remainingMs > 0 && remainingMs <= WARN_BEFORE_EXPIRY_MS;
}

/** Formats the status of a key for a list. */
export function formatKeyState(key: ListedKey, now: number): string {
  const { revokedAt, userRevokedAt, expiresAt, successorId } = key;
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (userRevokedAt !== null) return `member revoked ${userRevokedAt}`;
  if (expiresAt === null) return 'active';
  const rotationText = successorId === null ? '' : `, rotated to ${successorId}`;
  if (Date.parse(expiresAt) <= now) return `expired ${expiresAt}${rotationText}`;
  const days = Math.ceil((Date.parse(expiresAt) - now) / DAY_MS);
  const warning = isExpiringSoon(key, now) ? `, expires in ${days} ${days === 1 ? 'day' : 'days'}` : '';
  return `active until ${expiresAt}${rotationText}${warning}`;
}
