/** Rules for where inline markup can begin and end, according to the "inline markup recognition rules" of docutils. */

const CHARS_BEFORE_OPENING = `'"(<[{-/:`;
const CHARS_AFTER_CLOSING = `'")>]}-/:\\.,;!?`;
const QUOTE_PAIRS: Readonly<Record<string, string>> = {
  "'": "'",
  '"': '"',
  '(': ')',
  '<': '>',
  '[': ']',
  '{': '}',
  '‘': '’',
  '“': '”',
  '«': '»',
};

/** Returns whether the character before `offset` allows markup to begin there. */
export function canBegin(text: string, offset: number): boolean {
  const charBefore = text[offset - 1];
  if (charBefore === undefined || isSpace(charBefore) || CHARS_BEFORE_OPENING.includes(charBefore)) return true;
  return charBefore > '\x7f' && /[\p{Ps}\p{Pi}\p{Pf}\p{Pd}\p{Po}]/u.test(charBefore);
}

/** Returns whether a start mark of `length` at `offset` begins markup: text follows directly, and the mark is not enclosed in quotes. */
export function isMarkStart(text: string, offset: number, length: number): boolean {
  const charAfter = text[offset + length];
  if (charAfter === undefined || isSpace(charAfter) || !canBegin(text, offset)) return false;
  return QUOTE_PAIRS[text.charAt(offset - 1)] !== charAfter;
}

/** Returns whether the character at `offset` allows markup to end before it. */
export function canEnd(text: string, offset: number): boolean {
  const charAfter = text[offset];
  if (charAfter === undefined || isSpace(charAfter) || CHARS_AFTER_CLOSING.includes(charAfter)) return true;
  return charAfter > '\x7f' && /[\p{Pe}\p{Pi}\p{Pf}\p{Pd}\p{Po}]/u.test(charAfter);
}

export function isSpace(char: string): boolean {
  return char === ' ' || char === '\n' || /\s/.test(char);
}

/** Returns whether an odd number of backslashes precedes `offset`. */
export function isEscaped(text: string, offset: number): boolean {
  let count = 0;
  while (text[offset - 1 - count] === '\\') count += 1;
  return count % 2 === 1;
}
