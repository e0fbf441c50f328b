import { decodeForm } from './decode-form.ts';
import { findContainer, findQuoted, findValue, isQuoted, type SearchedText } from './find-value.ts';
import { looksRandom } from './looks-random.ts';
import { isFieldName } from './name-value.ts';
import type { TextSpan } from './span.ts';
import { endOfBare, endOfQuoted, type FoundName, nameBefore, quoteAt, skipSpace } from './text-values.ts';

/** Finds a secret after a `=`: `name=value`, `'name' => 'value'`, or the value that belongs to `name="password"`. */
export function findAfterEquals(searched: SearchedText, at: number): TextSpan | undefined {
  const { text, kindOf } = searched;
  if (text[at + 1] === '=' || /[=!<>]/.test(text.charAt(at - 1))) return undefined;
  const name = nameBefore(text, at);
  if (name === undefined || isPadding(text, name, at)) return undefined;
  const isArrow = text[at + 1] === '>';
  const from = skipSpace(text, at + (isArrow ? 2 : 1), true);
  const kind = kindOf(decodeForm(name.text));
  const named = isFieldName(name.text) ? findField(searched, name, from) : undefined;
  if (kind === undefined || named !== undefined) return named;
  const nest = isArrow && /[[{]/.test(text.charAt(from));
  if (nest) return findContainer(searched, kind, from, name.quote ?? { mark: '"', backslashes: 0 });
  const position = isArrow ? 'property' : 'pair';
  if (isQuoted(text, from)) return findQuoted(searched, kind, position, from);
  return findValue(searched, kind, position, from, endOfBare);
}

/** Whether a `=` is the padding of Base64 whose last letters look like a name (`…9/Pw=`). */
function isPadding(text: string, { text: name, start }: FoundName, equals: number): boolean {
  const isEnd = !/[\w%]/.test(text.charAt(equals + 1));
  return isEnd && (/[+/]/.test(text.charAt(start - 1)) || looksRandom(name));
}

/** Finds the content of a multipart form part, or the attribute `value` of the same tag. */
function findField(searched: SearchedText, name: FoundName, from: number): TextSpan | undefined {
  const { text, kindOf } = searched;
  const quote = quoteAt(text, from);
  const start = from + (quote === undefined ? 0 : quote.backslashes + 1);
  const window = text.slice(start, start + 130);
  const length = quote === undefined ? window.search(/[\s;]|$/) : endOfQuoted(window, 0, quote);
  const kind = length < 130 ? kindOf(window.slice(0, length)) : undefined;
  if (kind === undefined) return undefined;
  const after = start + length;
  const rest = text.slice(after, after + 2_000);
  if (text.slice(Math.max(0, name.start - 40), name.start).includes('form-data')) {
    const head = /^[^\r\n]{0,300}\r?\n(?:[\w-]{1,64}:[^\r\n]{0,300}\r?\n){0,4}\r?\n/.exec(rest);
    return head === null ? undefined : findValue(searched, kind, 'pair', after + head[0].length, endOfPart);
  }
  const attribute = /^["'][^<>]{0,300}?\b(?:value|content)\s?=\s?(?=["'])/i.exec(rest);
  return attribute === null ? undefined : findQuoted(searched, kind, 'pair', after + attribute[0].length);
}

/** Returns the position before the boundary of a multipart form. */
function endOfPart(text: string, from: number): number {
  const end = text.indexOf('\n--', from);
  if (end < 0) return text.length;
  return end > from && text[end - 1] === '\r' ? end - 1 : end;
}
