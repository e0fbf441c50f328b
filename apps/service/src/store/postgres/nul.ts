/**
 * PostgreSQL takes no NUL in a text, and JSON does. So NUL is written as two characters that Unicode says no text has, and so is the
 * first of them, should a text have it after all. What contains what stays as it was.
 */
const ESCAPE = '\uFFFE';
const NUL = `${ESCAPE}\uFDD0`;
const ITSELF = `${ESCAPE}\uFDD1`;

export function withoutNul(text: string): string {
  if (!text.includes('\0') && !text.includes(ESCAPE)) return text;
  return text.replaceAll(ESCAPE, ITSELF).replaceAll('\0', NUL);
}

export function withNul(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  return text.replaceAll(NUL, '\0').replaceAll(ITSELF, ESCAPE);
}
