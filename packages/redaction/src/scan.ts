import { findAfterScheme, findCredential, findPrivateKeys, MIN_CREDENTIAL_LENGTH } from './credentials.ts';
import { findAfterColon } from './find-after-colon.ts';
import { findAfterEquals } from './find-after-equals.ts';
import { elementFinder } from './find-in-element.ts';
import { prepareText } from './find-value.ts';
import type { KindOf } from './sensitive-names.ts';
import { replaceSpans, type TextSpan } from './span.ts';

/** Lengths of authorization schemes such as `Bearer`. */
const MIN_SCHEME_LENGTH = 3;
const MAX_SCHEME_LENGTH = 9;

/** Types of characters. Those above `SPACE` are signs next to which a name may occur. */
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

/** The type of each ASCII character; 0 for all others. */
const CHARACTER_TYPES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[\w.-]/.test(character) ? WORD : (SIGNS.get(character) ?? 0);
});

const typeOf = (code: number) => (code < 128 ? (CHARACTER_TYPES[code] ?? 0) : 0);

/**
 * Redacts text of any format by pattern, including truncated text: credentials, and values of secret names. Reads the text once: redacted
 * parts are skipped, and each decision needs a bounded number of characters.
 * @param kindOf if absent, only credentials are redacted
 */
export function redactByPattern(text: string, kindOf?: KindOf): string {
  const clean = text.includes('PRIVATE KEY') ? replaceSpans(text, findPrivateKeys(text)) : text;
  const spans: TextSpan[] = [];
  let findAt: ((type: number, at: number) => TextSpan | undefined) | undefined;
  let word = 0;
  for (let at = 0; at <= clean.length; at += 1) {
    const type = at < clean.length ? typeOf(clean.charCodeAt(at)) : 0;
    if (type === WORD) continue;
    let span = at - word < MIN_SCHEME_LENGTH ? undefined : findAfterWord(clean, word, at, type);
    if (span === undefined && type > SPACE && kindOf !== undefined) {
      findAt ??= signFinder(clean, kindOf);
      span = findAt(type, at);
    }
    if (span !== undefined && span.end > span.start) {
      spans.push(span);
      word = span.end;
      at = word - 1;
    } else word = at + 1;
  }
  return replaceSpans(clean, spans);
}

function findAfterWord(text: string, word: number, end: number, type: number): TextSpan | undefined {
  const length = end - word;
  if (length >= MIN_CREDENTIAL_LENGTH) return findCredential(text, word, end);
  return type === SPACE && length <= MAX_SCHEME_LENGTH ? findAfterScheme(text, word, end) : undefined;
}

function signFinder(text: string, kindOf: KindOf): (type: number, at: number) => TextSpan | undefined {
  const whole = prepareText(text, kindOf);
  const findInElement = elementFinder(whole);
  return (type, at) => {
    if (type === EQUALS) return findAfterEquals(whole, at);
    if (type === COLON) return findAfterColon(whole, at);
    return type === LESS ? findInElement(at) : undefined;
  };
}
