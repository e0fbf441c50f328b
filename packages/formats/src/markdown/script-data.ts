/** Data of a JavaScript literal: strings, lists and objects. Computed values are omitted. */
export type ScriptData = string | readonly ScriptData[] | ReadonlyMap<string, ScriptData>;

const MAX_DEPTH = 20;
const QUOTED_LITERAL = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\[\s\S])*)`/y;
const KEY_PATTERN = /(?:"([^"\\\n]*)"|'([^'\\\n]*)'|([\p{L}_$][\p{L}\p{N}_$]*))\s*:/uy;
const SIMPLE_LITERAL = /(?:-?\d[\d._]*|true|false|null|undefined)(?=\s*(?:[,\]}]|$))/y;
/** Matches white space and comments. */
const SPACE_PATTERN = /(?:\s+|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/y;

interface ScriptCursor {
  readonly text: string;
  at: number;
}

/** Parses a list or an object literal; returns undefined for any other text. */
export function parseScriptData(text: string): ScriptData | undefined {
  const cursor: ScriptCursor = { text, at: 0 };
  skip(cursor, SPACE_PATTERN);
  if (!/[[{]/.test(text.charAt(cursor.at))) return undefined;
  const data = parseValue(cursor, 0);
  skip(cursor, SPACE_PATTERN);
  return cursor.at === text.length ? data : undefined;
}

/**
 * Parses a value. For a computed value, returns undefined and moves the cursor after the value. For a syntax error, returns undefined and moves the
 * cursor to the end.
 */
function parseValue(cursor: ScriptCursor, depth: number): ScriptData | undefined {
  skip(cursor, SPACE_PATTERN);
  const char = cursor.text.charAt(cursor.at);
  if (depth < MAX_DEPTH && char === '[') return parseList(cursor, depth);
  if (depth < MAX_DEPTH && char === '{') return parseObject(cursor, depth);
  if (char === '<') return extractMarkupText(skipComputed(cursor));
  const quotedLiteral = match(cursor, QUOTED_LITERAL);
  if (quotedLiteral) {
    skip(cursor, SPACE_PATTERN);
    const nextChar = cursor.text.charAt(cursor.at);
    if (nextChar !== '' && !/[,\]}]/.test(nextChar)) {
      skipComputed(cursor);
      return undefined;
    }
    const [, double, single, template] = quotedLiteral;
    return (double ?? single ?? template ?? '').replaceAll(/\\(.)/g, '$1').replaceAll(/\s+/g, ' ').trim();
  }
  const simpleLiteral = match(cursor, SIMPLE_LITERAL)?.[0];
  if (simpleLiteral !== undefined) return /^(?:null|undefined)$/.test(simpleLiteral) ? undefined : simpleLiteral;
  skipComputed(cursor);
  return undefined;
}

function parseList(cursor: ScriptCursor, depth: number): readonly ScriptData[] {
  const listValues: ScriptData[] = [];
  cursor.at += 1;
  for (;;) {
    skip(cursor, SPACE_PATTERN);
    const char = cursor.text.charAt(cursor.at);
    if (char === '' || char === ']') break;
    const startAt = cursor.at;
    const value = parseValue(cursor, depth + 1);
    if (value !== undefined) listValues.push(value);
    skip(cursor, SPACE_PATTERN);
    if (cursor.text.charAt(cursor.at) === ',') cursor.at += 1;
    else if (cursor.at === startAt) break;
  }
  return closeValue(cursor, ']', listValues);
}

function parseObject(cursor: ScriptCursor, depth: number): ReadonlyMap<string, ScriptData> {
  const object = new Map<string, ScriptData>();
  cursor.at += 1;
  for (;;) {
    skip(cursor, SPACE_PATTERN);
    const char = cursor.text.charAt(cursor.at);
    if (char === '' || char === '}') break;
    const key = match(cursor, KEY_PATTERN);
    const startAt = cursor.at;
    if (key) {
      const value = parseValue(cursor, depth + 1);
      if (value !== undefined) object.set(key[1] ?? key[2] ?? key[3] ?? '', value);
    } else skipComputed(cursor);
    skip(cursor, SPACE_PATTERN);
    if (cursor.text.charAt(cursor.at) === ',') cursor.at += 1;
    else if (cursor.at === startAt) break;
  }
  return closeValue(cursor, '}', object);
}

/** Moves past the mark and returns the value. If the mark is missing, moves to the end of the text, which indicates a syntax error. */
function closeValue<T>(cursor: ScriptCursor, mark: string, value: T): T {
  cursor.at = cursor.text.charAt(cursor.at) === mark ? cursor.at + 1 : Number.POSITIVE_INFINITY;
  return value;
}

/** Moves to the comma or bracket that ends a computed value. Returns the value's source text. */
function skipComputed(cursor: ScriptCursor): string {
  const { text, at: start } = cursor;
  let depth = 0;
  for (; cursor.at < text.length; cursor.at += 1) {
    const char = text.charAt(cursor.at);
    if (char === '"' || char === "'" || char === '`') {
      const quotedLiteral = match(cursor, QUOTED_LITERAL);
      // The apostrophe is part of text between tags, so no string starts there.
      cursor.at -= quotedLiteral ? 1 : 0;
    } else if (char === '(' || char === '[' || char === '{') depth += 1;
    else if ((char === ')' || char === ']' || char === '}') && depth > 0) depth -= 1;
    else if (depth === 0 && (char === ',' || char === ']' || char === '}')) break;
  }
  return text.slice(start, cursor.at);
}

/** Returns the text of JSX without its tags. */
function extractMarkupText(markup: string): string {
  return markup
    .replaceAll(/\{\s*["'`]([^"'`{}]*)["'`]\s*\}/g, '$1')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function skip(cursor: ScriptCursor, expression: RegExp): void {
  match(cursor, expression);
}

function match(cursor: ScriptCursor, expression: RegExp): RegExpExecArray | undefined {
  expression.lastIndex = cursor.at;
  const regexMatch = expression.exec(cursor.text) ?? undefined;
  if (regexMatch) cursor.at = expression.lastIndex;
  return regexMatch;
}
