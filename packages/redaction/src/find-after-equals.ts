import { findContainer, findQuoted, findValue, isQuoted, type SearchedText } from './find-value.ts';
import { isRandomLooking } from './looks-random.ts';
import { isFieldName } from './name-value.ts';
import { decodeForm } from './percent-encoding.ts';
import type { NameKind } from './sensitive-names.ts';
import type { TextSpan } from './text-span.ts';
import {
  findEndOfBare,
  findEndOfLine,
  findEndOfQuoted,
  findNameBefore,
  type NamedField,
  quoteAt,
  skipSpace,
} from './text-values.ts';

/** Finds a secret after a `=`: `name=value`, `'name' => 'value'`, or the value that belongs to `name="password"`. */
export function findAfterEquals(searchedText: SearchedText, offset: number): TextSpan | undefined {
  const { text, getKind } = searchedText;
  if (text[offset + 1] === '=' || /[=!<>]/.test(text.charAt(offset - 1))) return undefined;
  const name = findNameBefore(text, offset);
  if (name === undefined || isPadding(text, name, offset)) return undefined;
  const isArrow = text[offset + 1] === '>';
  const valueStart = skipSpace(text, offset + (isArrow ? 2 : 1), true);
  const kind = getKind(decodeForm(name.text));
  const namedValue = isFieldName(name.text) ? findField(searchedText, name, valueStart) : undefined;
  if (kind === undefined || namedValue !== undefined) return namedValue;
  const isNested = isArrow && /[[{]/.test(text.charAt(valueStart));
  if (isNested) return findContainer(searchedText, kind, valueStart, name.quote ?? { mark: '"', backslashes: 0 });
  const position = isArrow ? 'property' : 'pair';
  if (isQuoted(text, valueStart)) return findQuoted(searchedText, kind, position, valueStart);
  const isSetting = !isArrow && SETTING_KINDS.has(kind) && isAtLineStart(text, name.start);
  return findValue(searchedText, kind, position, valueStart, isSetting ? findEndOfSetting : findEndOfBare);
}

/** Kinds of names whose whole value is a secret, even if it contains spaces. */
const SETTING_KINDS: ReadonlySet<NameKind> = new Set(['secret', 'several', 'pass', 'pwd']);

/** Returns whether only white space, a comment sign or `export` precedes a name on its line. */
const isAtLineStart = (text: string, start: number) =>
  /(?:^|[\r\n])[ \t]{0,16}(?:[#;-][ \t]{0,4})?(?:(?:export|set|declare)[ \t]{1,4})?$/i.test(
    `${start > 64 ? ' ' : ''}${text.slice(Math.max(0, start - 64), start)}`,
  );

/** Returns the end of a value in a configuration file: the end of the line, including lines after a `\\`. If another pair follows, the line is a form or a log. */
function findEndOfSetting(text: string, from: number): number {
  let end = findEndOfLine(text, from);
  if (/[&\s,;][ \t]{0,4}[\w.%[\]-]{1,64}=/.test(text.slice(from, end))) return findEndOfBare(text, from);
  while (text[end - 1] === '\\' && end < text.length)
    end = findEndOfLine(text, end + (text.startsWith('\r\n', end) ? 2 : 1));
  return end;
}

/** Returns whether a `=` is the padding of Base64 whose last letters look like a name (`…9/Pw=`). */
function isPadding(text: string, { text: name, start }: NamedField, equals: number): boolean {
  const isEnd = !/[\w%]/.test(text.charAt(equals + 1));
  return isEnd && (/[+/]/.test(text.charAt(start - 1)) || isRandomLooking(name));
}

/** Finds the content of a part of a multipart form, or the attribute `value` of the same tag. */
function findField(searchedText: SearchedText, name: NamedField, from: number): TextSpan | undefined {
  const { text, getKind } = searchedText;
  const quote = quoteAt(text, from);
  const start = from + (quote === undefined ? 0 : quote.backslashes + 1);
  const window = text.slice(start, start + 130);
  const length = quote === undefined ? window.search(/[\s;]|$/) : findEndOfQuoted(window, 0, quote);
  const kind = length < 130 ? getKind(window.slice(0, length)) : undefined;
  if (kind === undefined) return undefined;
  const nameEnd = start + length;
  const textAhead = text.slice(nameEnd, nameEnd + 2_000);
  if (text.slice(Math.max(0, name.start - 40), name.start).includes('form-data')) {
    const headerBlock = /^[^\r\n]{0,300}\r?\n(?:[\w-]{1,64}:[^\r\n]{0,300}\r?\n){0,4}\r?\n/.exec(textAhead);
    return headerBlock === null
      ? undefined
      : findValue(searchedText, kind, 'pair', nameEnd + headerBlock[0].length, findEndOfPart);
  }
  const attribute = /^["'][^<>]{0,300}?\b(?:value|content)\s?=\s?(?=["'])/i.exec(textAhead);
  return attribute === null ? undefined : findQuoted(searchedText, kind, 'pair', nameEnd + attribute[0].length);
}

/** Returns the position before the boundary of a multipart form. */
function findEndOfPart(text: string, from: number): number {
  const end = text.indexOf('\n--', from);
  if (end < 0) return text.length;
  return end > from && text[end - 1] === '\r' ? end - 1 : end;
}
