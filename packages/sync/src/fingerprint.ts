import { hash } from 'node:crypto';

/** Returns the SHA-256 hash of a JSON array as hexadecimal digits. Different arrays have different JSON texts, so their parts cannot be confused. */
export function hashParts(parts: readonly unknown[], length = 64): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, length);
}

/** Returns the hash of the fields of an item that are sent (title, content and public) as 32 hexadecimal digits. */
export function computeFingerprint(item: { title: string; content: string; public: boolean }): string {
  return hashParts([item.title, item.content, item.public], 32);
}
