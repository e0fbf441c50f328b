import { findAfterScheme, findCredential, findPrivateKeys, SHORTEST_CREDENTIAL } from './credentials.ts';
import { findAfterColon } from './find-after-colon.ts';
import { findAfterEquals } from './find-after-equals.ts';
import { elementsOf } from './find-in-element.ts';
import { searched } from './find-value.ts';
import type { KindOf } from './sensitive-names.ts';
import { replaceSpans, type Span } from './span.ts';

const WORD = 1;
const SPACE = 2;
const EQUALS = 3;
const COLON = 4;
const LESS = 5;
const SIGNS = new Map([
  [' ', SPACE],
  ['=', EQUALS],
  [':', COLON],
  ['<', LESS],
]);

/** What an ASCII character is to the scan: part of a word, or a sign next to which a name may stand. */
const TYPES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[\w.-]/.test(character) ? WORD : (SIGNS.get(character) ?? 0);
});

const typeOf = (code: number) => (code < 128 ? (TYPES[code] ?? 0) : 0);

/**
 * Redacts by pattern what stands in a text of any format, also one that is cut off: credentials, and the values of secret names. The text
 * is read once: what is redacted is passed over, and a decision needs a bounded number of characters.
 * @param kindOf without it, only credentials are redacted
 */
export function redactByPattern(text: string, kindOf?: KindOf): string {
  const clean = text.includes('PRIVATE KEY') ? replaceSpans(text, findPrivateKeys(text)) : text;
  const findAt = kindOf === undefined ? undefined : signsOf(clean, kindOf);
  const spans: Span[] = [];
  let word = 0;
  for (let at = 0; at <= clean.length; at += 1) {
    const type = at < clean.length ? typeOf(clean.charCodeAt(at)) : 0;
    if (type === WORD) continue;
    const span = findAfterWord(clean, word, at, type) ?? findAt?.(type, at);
    if (span !== undefined && span.end > span.start) {
      spans.push(span);
      word = span.end;
      at = word - 1;
    } else word = at + 1;
  }
  return replaceSpans(clean, spans);
}

function findAfterWord(text: string, word: number, end: number, type: number): Span | undefined {
  const length = end - word;
  if (length >= SHORTEST_CREDENTIAL) return findCredential(text, word, end);
  return type === SPACE && length >= 3 && length <= 9 ? findAfterScheme(text, word, end) : undefined;
}

function signsOf(text: string, kindOf: KindOf): (type: number, at: number) => Span | undefined {
  const whole = searched(text, kindOf);
  const findInElement = elementsOf(whole);
  return (type, at) => {
    if (type === EQUALS) return findAfterEquals(whole, at);
    if (type === COLON) return findAfterColon(whole, at);
    return type === LESS ? findInElement(at) : undefined;
  };
}
