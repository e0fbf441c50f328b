import { hash } from 'node:crypto';
import { normalizeUser } from '@context-sync/core/user-identity';

/** Number of hexadecimal digits of a key. Two addresses of a database never have the same key by chance. */
const KEY_DIGITS = 24;

/**
 * Returns a key that is the same for all spellings of an address. It is a hash, because SQLite can leave copies of index entries in unused parts of the
 * file, which must not contain the address of an erased user.
 */
export function getAddressKey(address: string): string {
  return hash('sha256', normalizeUser(address), 'hex').slice(0, KEY_DIGITS);
}
