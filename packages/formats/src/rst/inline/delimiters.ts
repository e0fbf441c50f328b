/** Where inline markup may begin and end, by docutils' "inline markup recognition rules". */

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

/** Whether markup may begin at `at`, by the character before it. */
export function mayBegin(text: string, at: number): boolean {
  const before = text[at - 1];
  if (before === undefined || isSpace(before) || OPENING.includes(before)) return true;
  return before > '\x7f' && /[\p{Ps}\p{Pi}\p{Pf}\p{Pd}\p{Po}]/u.test(before);
}

/** Whether a start mark of `length` at `at` begins markup: text follows right behind, and no quote stands around the mark alone. */
export function begins(text: string, at: number, length: number): boolean {
  const after = text[at + length];
  if (after === undefined || isSpace(after) || !mayBegin(text, at)) return false;
  return PAIRS[text[at - 1] ?? ''] !== after;
}

/** Whether markup may end before `at`, by the character there. */
export function mayEnd(text: string, at: number): boolean {
  const after = text[at];
  if (after === undefined || isSpace(after) || CLOSING.includes(after)) return true;
  return after > '\x7f' && /[\p{Pe}\p{Pi}\p{Pf}\p{Pd}\p{Po}]/u.test(after);
}

export function isSpace(char: string): boolean {
  return char === ' ' || char === '\n' || /\s/.test(char);
}

/** Whether an odd number of backslashes stands before `at`. */
export function isEscaped(text: string, at: number): boolean {
  let count = 0;
  while (text[at - 1 - count] === '\\') count += 1;
  return count % 2 === 1;
}
