/**
 * The first character of an encoded NUL. PostgreSQL does not support NUL in text, but JSON does. A NUL is encoded as two noncharacters. If
 * the first of them occurs in a text, it is encoded as well. The encoding preserves substring matches.
 */
const ESCAPE = '\uFFFE';
const ENCODED_NUL = `${ESCAPE}\uFDD0`;
const ENCODED_ESCAPE = `${ESCAPE}\uFDD1`;

export function encodeNul(text: string): string {
  if (!text.includes('\0') && !text.includes(ESCAPE)) return text;
  return text.replaceAll(ESCAPE, ENCODED_ESCAPE).replaceAll('\0', ENCODED_NUL);
}

export function decodeNul(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  return text.replaceAll(ENCODED_NUL, '\0').replaceAll(ENCODED_ESCAPE, ESCAPE);
}
