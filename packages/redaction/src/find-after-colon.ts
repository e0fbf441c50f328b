import { findSecretUrl } from './credentials.ts';
import { findEndOfIndented, findOnNextLines, isInFlowMapping, skipNodeProperties } from './find-in-yaml.ts';
import {
  findContainer,
  findQuoted,
  findValue,
  formatQuotedReplacement,
  isQuoted,
  type SearchedText,
} from './find-value.ts';
import { isRandomLooking } from './looks-random.ts';
import { FIELD_AFTER_VALUE, FIELD_IN_TEXT, isFieldName, isFieldValue, VALUE_AFTER_FIELD } from './name-value.ts';
import type { NameKind } from './sensitive-names.ts';
import type { TextSpan } from './text-span.ts';
import {
  findEndAt,
  findEndOfLine,
  findEndOfQuoted,
  findNameBefore,
  type NamedField,
  type QuoteMark,
  quoteAt,
  skipSpace,
} from './text-values.ts';

/** Finds a secret after a `:`: `"name": value`, `name: "value"`, a line `Name: value`, or a password in a URL. */
export function findAfterColon(searchedText: SearchedText, offset: number): TextSpan | undefined {
  const { text, getKind } = searchedText;
  if (text.startsWith('://', offset)) return findSecretUrl(text, offset) ?? findUserInfo(text, offset + 3);
  const name = findNameBefore(text, offset);
  if (name === undefined) return undefined;
  const kind = getKind(name.text);
  const valueStart = skipNodeProperties(text, skipSpace(text, offset + 1, isOnLine(text, offset, name)));
  const field = name.quote === undefined ? undefined : findField(searchedText, name.text, valueStart);
  if (kind === undefined || field !== undefined) return field;
  const column = getColumn(text, name.start);
  const nextLines = column === undefined ? undefined : findOnNextLines(searchedText, kind, column, valueStart);
  if (nextLines !== undefined) return nextLines.span;
  if (name.quote !== undefined) return findProperty(searchedText, kind, 'property', valueStart, name.quote);
  return isQuoted(text, valueStart)
    ? findQuoted(searchedText, kind, 'property', valueStart)
    : findOnLine(searchedText, kind, name, column, valueStart);
}

/** Returns whether a value must start on the line of its name. In JSON, it may start on the next line, but not before a block scalar of YAML. */
const isOnLine = (text: string, colon: number, { quote }: NamedField) =>
  quote === undefined || /^[ \t]{0,8}[|>]/.test(text.slice(colon + 1, colon + 10));

/** Returns the number of characters before a name on its line, if there are only indentation and the signs of lists and quotations. */
function getColumn(text: string, nameStart: number): number | undefined {
  const before = text.slice(Math.max(0, nameStart - 64), nameStart);
  if (nameStart <= 64 && !/[^ \t><*-]/.test(before)) return nameStart;
  return /[\r\n]([ \t><*-]{0,63})$/.exec(before)?.[1]?.length;
}

/** Finds the user and password of a URL. The user of a git URL over SSH is not a secret. */
function findUserInfo(text: string, start: number): TextSpan | undefined {
  const window = text.slice(start, start + 512);
  const length = window.search(/[\s/?#@"'<>\\]/);
  const hasUserInfo = length > 0 && window[length] === '@' && window.slice(0, length) !== 'git';
  return hasUserInfo ? { start, end: start + length } : undefined;
}

/** Finds the value in `"name": "password", …, "value": …`, in this order or reversed. */
function findField(searchedText: SearchedText, name: string, from: number): TextSpan | undefined {
  if (isFieldName(name)) return findValueOfField(searchedText, from);
  if (!isFieldValue(name) || !isQuoted(searchedText.text, from)) return undefined;
  const [, field] = FIELD_AFTER_VALUE.exec(searchedText.text.slice(from, from + 480)) ?? [];
  const kind = field === undefined ? undefined : searchedText.getKind(field);
  return kind === undefined ? undefined : findQuoted(searchedText, kind, 'pair', from);
}

function findValueOfField(searchedText: SearchedText, from: number): TextSpan | undefined {
  const searchWindow = searchedText.text.slice(from, from + 480);
  const [head, field] = FIELD_IN_TEXT.exec(searchWindow) ?? [];
  const kind = field === undefined ? undefined : searchedText.getKind(field);
  if (kind === undefined || head === undefined) return undefined;
  const [between] = VALUE_AFTER_FIELD.exec(searchWindow.slice(head.length)) ?? [];
  const quote = quoteAt(searchWindow, head.search(/["'\\]/));
  if (between === undefined || quote === undefined) return undefined;
  return findProperty(searchedText, kind, 'pair', from + head.length + between.length, quote);
}

function findProperty(
  searchedText: SearchedText,
  kind: NameKind,
  position: 'pair' | 'property',
  from: number,
  quote: QuoteMark,
): TextSpan | undefined {
  if (/[[{]/.test(searchedText.text.charAt(from))) return findContainer(searchedText, kind, from, quote);
  if (isQuoted(searchedText.text, from)) return findQuoted(searchedText, kind, position, from);
  if (isLiteralPrefix(searchedText.text, from)) return undefined;
  return findValue(searchedText, kind, position, from, findEndOfLiteral, formatQuotedReplacement(quote));
}

/** Returns whether the text starts with `null`, `true` or `false`, which may be truncated at the end of the text. */
function isLiteralPrefix(text: string, from: number): boolean {
  const textAhead = text.slice(from, from + 6);
  return ['null', 'true', 'false'].some((literal) => literal.startsWith(textAhead));
}

/** Finds the value on a line or in a quoted text that starts with `Name:`. In other places, finds only a single word that is certainly a secret. */
function findOnLine(
  searchedText: SearchedText,
  kind: NameKind,
  { start }: NamedField,
  column: number | undefined,
  from: number,
): TextSpan | undefined {
  const { text } = searchedText;
  const textBefore = text.slice(Math.max(0, start - 64), start);
  const openingMatch = /(\\*)(["'])$/.exec(textBefore);
  if (openingMatch !== null) {
    const quote = { mark: openingMatch[2] ?? '"', backslashes: openingMatch[1]?.length ?? 0 };
    return findValue(searchedText, kind, 'header', from, (within, offset) => findEndOfQuoted(within, offset, quote));
  }
  if (column !== undefined) return findOnLines(searchedText, kind, column, from);
  if (/\\n[ \t><*-]{0,16}$/.test(textBefore)) return findValue(searchedText, kind, 'header', from, findEndOfLine);
  if (isInFlowMapping(text, start)) return findInFlowMapping(searchedText, kind, from);
  return isCertainlySecret(text, from) ? findValue(searchedText, kind, 'property', from, findEndOfWord) : undefined;
}

/** Finds the value on a line, which continues on the next lines if they are indented deeper than its name. */
function findOnLines(searched: SearchedText, kind: NameKind, column: number, from: number): TextSpan | undefined {
  const span = findValue(searched, kind, 'header', from, findEndOfLine);
  return span && { ...span, end: findEndOfIndented(searched.text, span.end, column, false) };
}

function findInFlowMapping(searchedText: SearchedText, kind: NameKind, from: number): TextSpan | undefined {
  const { text } = searchedText;
  if (/[[{]/.test(text.charAt(from))) return findContainer(searchedText, kind, from, { mark: '"', backslashes: 0 });
  // A `$` starts a variable of GraphQL.
  return text[from] === '$' ? undefined : findValue(searchedText, kind, 'property', from, findEndOfLiteral);
}

/** Returns whether the word is long and random, or consists of digits, as in `pin: 1234` in GraphQL. */
function isCertainlySecret(text: string, from: number): boolean {
  const textStart = text.slice(from, from + 512);
  const word = textStart.slice(0, findEndOfWord(textStart, 0));
  return isRandomLooking(word) || /^\d{3,12}$/.test(word);
}

const findEndOfWord = (text: string, from: number) => findEndAt(/[\s,;)}\]"'<\\]/g, text, from);
const findEndOfLiteral = (text: string, from: number) => findEndAt(/[,}\]\r\n]/g, text, from);
