/** Maximum number of characters to scan in text that looks like a tag but is not one. The limit bounds the time for hostile documents. */
export const MAX_TAG_SCAN_CHARS = 4_000_000;
/** Maximum length of a tag that is examined. */
const MAX_TAG_LENGTH = 20_000;
/** Maximum length of a prop's text that is extracted. Longer text stays in its tag. */
const MAX_VALUE_LENGTH = 1_000;

const NAME_PATTERN = /[A-Za-z][\w.:-]*/y;
const PROP_NAME = /[^\s=/>{}"'<`]+/y;
const UNQUOTED_PATTERN = /[^\s"'=<>`{}]+/y;
const STRING_PATTERN = /^(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)$/;
const STRINGS_PATTERN = /^\[\s*(?:(?:"[^"\\]*"|'[^'\\]*')\s*,?\s*)+\]$/;

/** A start or end tag of HTML or JSX. */
export interface ElementTag {
  /** Name of the tag; empty for a fragment. */
  readonly name: string;
  readonly start: number;
  /** Offset after the tag's `>`. */
  readonly end: number;
  /** Whether the tag is an end tag such as `</a>`. */
  readonly closes: boolean;
  /** Whether the tag ends in `/>`. */
  readonly isEmpty: boolean;
  readonly props: ReadonlyMap<string, PropValue>;
}

/** Value of a prop: text, `true` for a prop without a value, or an expression that is not text. */
export type PropValue = string | true | { readonly expression: string };

/** The number of characters that may still be scanned, and whether tags can contain blank lines, as in MDX. */
export interface TagBudget {
  left: number;
  readonly allowsBlankLines?: boolean;
}

/** Parses the tag whose `<` is at `start`. Returns undefined if there is no tag, and subtracts the length of the scanned text from `budget.left`. */
export function parseTag(text: string, start: number, budget: TagBudget): ElementTag | undefined {
  if (budget.left <= 0) return undefined;
  const isClosing = text[start + 1] === '/';
  let offset = start + (isClosing ? 2 : 1);
  const name = matchAt(NAME_PATTERN, text, offset) ?? '';
  offset += name.length;
  if (name === '' && text[offset] !== '>') return undefined;
  const props = new Map<string, PropValue>();
  const limit = Math.min(text.length, start + MAX_TAG_LENGTH);
  while (offset < limit) {
    const nameStart = skipSpace(text, offset, budget.allowsBlankLines);
    if (nameStart === undefined) break;
    const char = text[nameStart];
    if (char === '>') return { name, start, end: nameStart + 1, closes: isClosing, isEmpty: false, props };
    if (char === '/' && text[nameStart + 1] === '>')
      return { name, start, end: nameStart + 2, closes: isClosing, isEmpty: true, props };
    // Browsers accept a missing space after a value in quotes.
    if (nameStart === offset && !/["']/.test(text.charAt(offset - 1))) break;
    const propEnd = char === '{' ? findEndOfBraces(text, nameStart, limit) : parseProp(text, nameStart, limit, props);
    if (propEnd === undefined) break;
    offset = propEnd;
  }
  budget.left -= Math.max(offset - start, 1);
  return undefined;
}

/** Parses the prop at the offset into `props`. Returns the offset after the prop. */
function parseProp(text: string, from: number, limit: number, props: Map<string, PropValue>): number | undefined {
  const name = matchAt(PROP_NAME, text, from);
  if (name === undefined) return undefined;
  const offset = from + name.length;
  if (text[offset] !== '=') {
    props.set(name, true);
    return offset;
  }
  const openingMark = text[offset + 1];
  let end: number | undefined;
  if (openingMark === '"' || openingMark === "'") {
    const closeIndex = text.indexOf(openingMark, offset + 2);
    if (closeIndex < 0 || closeIndex >= limit) return undefined;
    end = closeIndex + 1;
    props.set(name, text.slice(offset + 2, closeIndex));
  } else if (openingMark === '{') {
    end = findEndOfBraces(text, offset + 1, limit);
    if (end !== undefined) props.set(name, parseExpressionValue(text.slice(offset + 2, end - 1).trim()));
  } else {
    const value = matchAt(UNQUOTED_PATTERN, text, offset + 1);
    if (value !== undefined) props.set(name, value);
    end = value === undefined ? undefined : offset + 1 + value.length;
  }
  return end;
}

/** Returns the text of an expression that is a string, a list of strings, a number or JSX; otherwise the expression. */
function parseExpressionValue(expression: string): PropValue {
  const string = STRING_PATTERN.exec(expression);
  // A string with several lines is code or a template, not text.
  if (string && !expression.includes('\n')) return string[1] ?? string[2] ?? string[3] ?? '';
  if (/^-?\d[\d._]*$/.test(expression)) return expression;
  if (expression === 'true') return true;
  if (expression.length > MAX_VALUE_LENGTH) return { expression };
  if (expression.startsWith('<'))
    return expression
      .replaceAll(/<[^<>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
  if (STRINGS_PATTERN.test(expression))
    return [...expression.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, a, b]) => a ?? b).join(', ');
  return { expression };
}

/** Returns the offset after the closing brace for the brace at `from`; undefined if the brace is never closed. Braces in strings are ignored. */
export function findEndOfBraces(text: string, from: number, limit: number): number | undefined {
  let depth = 0;
  for (let offset = from; offset < limit; offset += 1) {
    const char = text[offset];
    if (char === '"' || char === "'" || char === '`') {
      const closeIndex = text.indexOf(char, offset + 1);
      const isString =
        closeIndex > 0 && closeIndex < limit && (char === '`' || !text.slice(offset, closeIndex).includes('\n'));
      if (isString) offset = closeIndex;
    } else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return offset + 1;
    }
  }
  return undefined;
}

/** Returns the offset of the next character that is not white space; undefined if a blank line precedes this character and is not allowed. */
function skipSpace(text: string, from: number, allowsBlankLines = false): number | undefined {
  let offset = from;
  let lines = 0;
  for (; ; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === 0x0a) lines += 1;
    else if (code !== 0x20 && code !== 0x09) break;
  }
  return lines > 1 && !allowsBlankLines ? undefined : offset;
}

function matchAt(expression: RegExp, text: string, offset: number): string | undefined {
  expression.lastIndex = offset;
  return expression.exec(text)?.[0];
}
