/** A quotation mark with the backslashes that escape it, as in JSON within JSON. */
export interface QuoteMark {
  readonly mark: string;
  readonly backslashes: number;
}

/** A name in a text, and the position where the name starts (including its quotation mark). */
export interface NamedField {
  readonly text: string;
  readonly start: number;
  readonly quote?: QuoteMark;
}

const MAX_NAME_LENGTH = 128;

/** Returns the quoted or unquoted name before a `:` or `=`; undefined if there is none. */
export function findNameBefore(text: string, sign: number): NamedField | undefined {
  let end = sign;
  while (end > 0 && sign - end < 2 && text[end - 1] === ' ') end -= 1;
  const lastChar = text[end - 1];
  return lastChar === '"' || lastChar === "'" ? parseQuotedName(text, end - 1, lastChar) : parseBareName(text, end);
}

function parseQuotedName(text: string, closing: number, mark: string): NamedField | undefined {
  const backslashes = countBackslashesBefore(text, closing, Math.max(0, closing - MAX_NAME_LENGTH));
  const end = closing - backslashes;
  const windowStart = Math.max(0, end - MAX_NAME_LENGTH);
  const openingIndex = text.slice(windowStart, end).lastIndexOf(mark);
  if (openingIndex < 0) return undefined;
  const start = windowStart + openingIndex;
  return { text: text.slice(start + 1, end), start: start - backslashes, quote: { mark, backslashes } };
}

function parseBareName(text: string, end: number): NamedField | undefined {
  let start = end;
  while (start > 0 && end - start < MAX_NAME_LENGTH && isNameCharacter(text.charCodeAt(start - 1))) start -= 1;
  // In truncated JSON, a ` ` before the name is an escape sequence, so its `n` is not part of the name.
  if (text[start - 1] === '\\' && /[nrt]/.test(text.charAt(start))) start += 1;
  return start < end ? { text: text.slice(start, end), start } : undefined;
}

/** Returns whether the character is a letter, digit, or one of `$%-._[]`. */
function isNameCharacter(code: number): boolean {
  if (code >= 128) return true;
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 91) ||
    (code >= 48 && code <= 57) ||
    (code >= 36 && code <= 37) ||
    (code >= 45 && code <= 46) ||
    code === 93 ||
    code === 95
  );
}

/** Returns the quotation mark at a position; undefined if there is none. */
export function quoteAt(text: string, offset: number): QuoteMark | undefined {
  let end = offset;
  while (text[end] === '\\' && end - offset < 64) end += 1;
  const quoteChar = text[end];
  return quoteChar === '"' || quoteChar === "'" ? { mark: quoteChar, backslashes: end - offset } : undefined;
}

/** Returns the end of a quoted value: before its closing mark, at the end of the surrounding quote, or at the end of the text. */
export function findEndOfQuoted(text: string, from: number, { mark, backslashes }: QuoteMark): number {
  for (let offset = text.indexOf(mark, from); offset >= 0; offset = text.indexOf(mark, offset + 1)) {
    // In YAML and SQL, two single quotation marks within a value represent one.
    if (mark === "'" && backslashes === 0 && offset > from && text[offset + 1] === mark) {
      offset += 1;
      continue;
    }
    const backslashCount = countBackslashesBefore(text, offset, from);
    // Each level of quoting doubles the backslashes, so a quotation mark within the value has more backslashes than the closing mark.
    if (backslashCount < backslashes || backslashCount % (2 * (backslashes + 1)) === backslashes) {
      return offset - Math.min(backslashCount, backslashes);
    }
  }
  return text.length;
}

function countBackslashesBefore(text: string, offset: number, from: number): number {
  let firstBackslash = offset;
  while (firstBackslash > from && text[firstBackslash - 1] === '\\') firstBackslash -= 1;
  return offset - firstBackslash;
}

/** Returns the end of an array or object: after its closing bracket, or at the end of the text. */
export function findEndOfContainer(text: string, from: number, quote: QuoteMark): number {
  let depth = 0;
  for (let offset = from; offset < text.length; offset += 1) {
    const character = text[offset];
    if (character === quote.mark) {
      if (countBackslashesBefore(text, offset, from) < quote.backslashes) return offset;
      offset = findEndOfQuoted(text, offset + 1, quote) + quote.backslashes;
    } else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') {
      depth -= 1;
      if (depth === 0) return offset + 1;
    }
  }
  return text.length;
}

/** Returns the end of an unquoted value: at white space, a quotation mark, `&`, `<`, `>`, or before the next pair. */
export function findEndOfBare(text: string, from: number): number {
  for (let offset = from; offset < text.length; offset += 1) {
    const character = text.charCodeAt(offset);
    if (
      character <= 32 ||
      character === 34 ||
      character === 38 ||
      character === 39 ||
      character === 60 ||
      character === 62
    ) {
      return offset;
    }
    if (character === 92) {
      const start = offset;
      while (text[offset + 1] === '\\') offset += 1;
      // In JSON within JSON, an escape sequence starts with several backslashes.
      if (/^(?:["'nrtu]|&(?:quot|apos|#34|#39);)/.test(text.slice(offset + 1, offset + 7))) return start;
    }
    if ((character === 44 || character === 59) && beginsPair(text, offset + 1)) return offset;
  }
  return text.length;
}

/** Returns whether `name=` starts at the position, as in `Server=a;Password=b` and `(user=a, password=b)`. */
function beginsPair(text: string, from: number): boolean {
  let offset = from;
  while (text[offset] === ' ' && offset - from < 2) offset += 1;
  const start = offset;
  while (offset - start < 64 && (isNameCharacter(text.charCodeAt(offset)) || text[offset] === ' ')) offset += 1;
  return offset > start && text[offset] === '=';
}

/** Skips up to 64 spaces and tabs or, unless `oneLine` is true, any white space. Returns the position after them. */
export function skipSpace(text: string, from: number, oneLine: boolean): number {
  let offset = from;
  while (offset - from < 64 && (oneLine ? /[ \t]/ : /\s/).test(text.charAt(offset))) offset += 1;
  return offset;
}

/** Returns the end of a line, or of the text. */
export const findEndOfLine = (text: string, from: number): number => findEndAt(/[\r\n]/g, text, from);

/** Returns the position of the first match of a global pattern, or the end of the text. */
export function findEndAt(sign: RegExp, text: string, from: number): number {
  sign.lastIndex = from;
  return sign.exec(text)?.index ?? text.length;
}
