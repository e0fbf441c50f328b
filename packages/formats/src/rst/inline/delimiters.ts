/** Rules for where inline markup can begin and end, according to the "inline markup recognition rules" of docutils. */

const OPENING = `'"(<[{-/:`;
const CLOSING = `'")>]}-/:\\.,;!?`;
const PAIRS: Readonly<Record<string, string>> = {
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

/** Returns whether the character before `at` allows markup to begin there. */
export function canBegin(text: string, at: number): boolean {
  const before = text[at - 1];
  if (before === undefined || isSpace(before) || OPENING.includes(before)) return true;
  return before > '\x7f' && /[\p{Ps}\p{Pi}\p{Pf}\p{Pd}\p{Po}]/u.test(before);
}

/** Returns whether a start mark of `length` at `at` begins markup: text follows directly, and the mark is not enclosed in quotes. */
export function isMarkStart(text: string, at: number, length: number): boolean {
  const after = text[at + length];
  if (after === undefined || isSpace(after) || !canBegin(text, at)) return false;
  return PAIRS[text.charAt(at - 1)] !== after;
}

/** Returns whether the character at `at` allows markup to end before it. */
export function canEnd(text: string, at: number): boolean {
  const after = text[at];
  if (after === undefined || isSpace(after) || CLOSING.includes(after)) return true;
  return after > '\x7f' && /[\p{Pe}\p{Pi}\p{Pf}\p{Pd}\p{Po}]/u.test(after);
}

export function isSpace(char: string): boolean {
  return char === ' ' || char === '\n' || /\s/.test(char);
}

/** Returns whether an odd number of backslashes precedes `at`. */
export function isEscaped(text: string, at: number): boolean {
  let count = 0;
  while (text[at - 1 - count] === '\\') count += 1;
  return count % 2 === 1;
}
