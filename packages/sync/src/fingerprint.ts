import { hash } from 'node:crypto';

/** SHA-256 over a JSON array, in hex. Different arrays have different JSON texts, so parts cannot be confused. */
export function hashParts(parts: readonly unknown[], length = 64): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, length);
}

/** Hash of the fields of an item that are sent: title, content, public. 32 hex digits. */
export function fingerprintOf(item: { title: string; content: string; public: boolean }): string {
  return hashParts([item.title, item.content, item.public], 32);
}
