/**
 * First character of an encoded NUL. JSON text can contain NUL, but PostgreSQL text cannot. A NUL is encoded as two noncharacters. If a text contains
 * the first of these characters, it is also encoded. A substring of a text is also a substring of the encoded text, so searches work.
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
