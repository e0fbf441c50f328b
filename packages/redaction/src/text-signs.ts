import { MIN_BASE64_CHARS } from './base64.ts';
import { canBeScheme, MAX_SCHEME_LENGTH, MIN_CREDENTIAL_LENGTH, MIN_SCHEME_LENGTH } from './credentials.ts';

/** Bit flags ("signs") for the content of a text. They decide which searches are necessary. */
export const EQUALS_SIGN = 1;
export const PERCENT_SIGN = 2;
export const AMPERSAND = 4;
/** A `?`, `#`, `;` or `%`. A URL contains one of them if it consists of more than a path. */
export const URL_SIGN = 8;
/** A character that precedes a named value, or occurs in JSON or percent-encoding. */
export const VALUE_SIGN = 16;
/** A sequence of characters of Base64 that is long enough for a name and a secret. */
export const LONG_BASE64 = 32;
/** A possible match for `findByPattern`: a sign after a name, a word that can be a credential or its scheme, or the start of a private key. */
export const PATTERN_SIGN = 64;

const BYTE_ORDER_MARK = 0xfeff;
const SPACE = 32;
const HYPHEN = 45;
/** Length of the word before the first space of a private key, `-----BEGIN`, and of its last part. */
const BEGIN_LENGTH = 10;
const BEGIN_NAME_LENGTH = 5;

/** Characters of words and of Base64: letters, digits, `_` and `-`. */
const PLAIN = 128;
/** Characters that end a word, but not Base64: `+` and `/`. */
const BASE64_ONLY = 256;
/** Characters that end Base64, but not a word: `.`. */
const WORD_ONLY = 512;
/** Characters that cannot be part of a JSON string as they are. */
const STRING_END = 1_024;

const CHARACTERS = Uint16Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  let bits = 0;
  if (character === '=') bits |= EQUALS_SIGN;
  if (character === '%') bits |= PERCENT_SIGN;
  if (character === '&') bits |= AMPERSAND;
  if ('?#;%'.includes(character)) bits |= URL_SIGN;
  if ('=:< [{%'.includes(character)) bits |= VALUE_SIGN;
  if ('=:<'.includes(character)) bits |= PATTERN_SIGN;
  if (/[\w-]/.test(character)) bits |= PLAIN;
  if ('+/'.includes(character)) bits |= BASE64_ONLY;
  if (character === '.') bits |= WORD_ONLY;
  if (code < SPACE || character === '"' || character === '\\') bits |= STRING_END;
  return bits;
});

/** The result of reading a text: the position at which it ends, and its signs. It is reused, because an object for each string costs more than the scan. */
export const lastScan = { end: 0, signs: 0 };

/**
 * Reads a text from `start` to `end`.
 * @param isJson whether to stop at the first character that is not part of a JSON string
 */
export function scanSigns(text: string, start: number, end: number, isJson: boolean): void {
  let signs = 0;
  let base64Start = start;
  let wordStart = start;
  let offset = start;
  for (; offset < end; offset += 1) {
    const code = text.charCodeAt(offset);
    const bits = code < 128 ? (CHARACTERS[code] ?? 0) : 0;
    if ((bits & PLAIN) !== 0) continue;
    if ((bits & WORD_ONLY) === 0) {
      if (offset - wordStart >= MIN_SCHEME_LENGTH && mayMatch(text, wordStart, offset, code)) signs |= PATTERN_SIGN;
      wordStart = offset + 1;
    }
    if ((bits & BASE64_ONLY) !== 0) continue;
    if (offset - base64Start >= MIN_BASE64_CHARS) signs |= LONG_BASE64;
    base64Start = offset + 1;
    signs |= code === BYTE_ORDER_MARK ? VALUE_SIGN : bits;
    if (isJson && (bits & STRING_END) !== 0) break;
  }
  if (offset - base64Start >= MIN_BASE64_CHARS) signs |= LONG_BASE64;
  if (offset - wordStart >= MIN_CREDENTIAL_LENGTH) signs |= PATTERN_SIGN;
  lastScan.end = offset;
  lastScan.signs = signs;
}

/** Returns whether `findByPattern` could find a secret at or after a word. @param code the character after the word */
function mayMatch(text: string, start: number, end: number, code: number): boolean {
  const length = end - start;
  if (length >= MIN_CREDENTIAL_LENGTH) return true;
  if (code !== SPACE) return false;
  if (length >= BEGIN_LENGTH) return text.charCodeAt(end - BEGIN_NAME_LENGTH - 1) === HYPHEN;
  return length <= MAX_SCHEME_LENGTH && canBeScheme(text, start, end);
}

/** Returns the signs of a text. */
export function getSigns(text: string): number {
  scanSigns(text, 0, text.length, false);
  return lastScan.signs;
}
