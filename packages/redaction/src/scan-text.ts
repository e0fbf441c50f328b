import {
  findAfterScheme,
  findCredential,
  findPrivateKeys,
  MAX_SCHEME_LENGTH,
  MIN_CREDENTIAL_LENGTH,
  MIN_SCHEME_LENGTH,
} from './credentials.ts';
import { findAfterColon } from './find-after-colon.ts';
import { findAfterEquals } from './find-after-equals.ts';
import { createElementFinder } from './find-in-element.ts';
import { prepareText } from './find-value.ts';
import type { GetKind } from './sensitive-names.ts';
import { mergeSpans, type TextSpan } from './text-span.ts';

/** Types of characters. Types above `SPACE` are signs that can precede or follow a name. */
const WORD = 1;
const SPACE = 2;
const EQUALS = 3;
const COLON = 4;
const LESS_THAN = 5;
const SIGN_TYPES = new Map([
  [' ', SPACE],
  ['=', EQUALS],
  [':', COLON],
  ['<', LESS_THAN],
]);

/** The type of each ASCII character; 0 for all others. */
const CHARACTER_TYPES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[\w.-]/.test(character) ? WORD : (SIGN_TYPES.get(character) ?? 0);
});

const getType = (code: number) => (code < 128 ? (CHARACTER_TYPES[code] ?? 0) : 0);

/**
 * Finds secrets in a text of any format by pattern: credentials, and values of secret names. The text may be truncated. The function reads the text
 * once: it skips the parts that it found, and each decision needs a bounded number of characters.
 * @param getKind returns the kind of a name; if undefined, only credentials are found
 */
export function findByPattern(text: string, getKind?: GetKind): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  let findAt: ((type: number, offset: number) => TextSpan | undefined) | undefined;
  let word = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const type = at < text.length ? getType(text.charCodeAt(at)) : 0;
    if (type === WORD) continue;
    let span = at - word < MIN_SCHEME_LENGTH ? undefined : findAfterWord(text, word, at, type);
    if (span === undefined && type > SPACE && getKind !== undefined) {
      findAt ??= createSignFinder(text, getKind);
      span = findAt(type, at);
    }
    if (span !== undefined && span.end > span.start) {
      spans.push(span);
      word = span.end;
      at = word - 1;
    } else word = at + 1;
  }
  return text.includes('PRIVATE KEY') ? mergeSpans(findPrivateKeys(text), spans) : spans;
}

function findAfterWord(text: string, word: number, end: number, type: number): TextSpan | undefined {
  const length = end - word;
  if (length >= MIN_CREDENTIAL_LENGTH) return findCredential(text, word, end);
  return type === SPACE && length <= MAX_SCHEME_LENGTH ? findAfterScheme(text, word, end) : undefined;
}

function createSignFinder(text: string, getKind: GetKind): (type: number, offset: number) => TextSpan | undefined {
  const preparedText = prepareText(text, getKind);
  let findInElement: ((offset: number) => TextSpan | undefined) | undefined;
  return (type, offset) => {
    if (type === EQUALS) return findAfterEquals(preparedText, offset);
    if (type === COLON) return findAfterColon(preparedText, offset);
    if (type !== LESS_THAN) return undefined;
    findInElement ??= createElementFinder(preparedText);
    return findInElement(offset);
  };
}
