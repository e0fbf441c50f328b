import { findValue, type SearchedText } from './find-value.ts';
import { isFieldName } from './name-value.ts';
import type { NameKind } from './sensitive-names.ts';
import type { TextSpan } from './text-span.ts';

const TAG_PATTERN = /^<((?:[\w.-]{1,64}:)?([\w.-]{1,64}))/;
/** Matches the text between a name and its value: `<key>password</key><string>…` in a property list, `<name>…</name><value><string>…` in XML-RPC. */
const NEXT_ELEMENT = /^<\/[\w.:-]{1,64}>\s{0,64}(?:<[\w.:-]{1,64}[^<>]{0,128}>\s{0,64}){1,3}/;
/** Maximum length of an element with nested elements. Longer elements are not searched for their end. */
const MAX_NESTED_ELEMENT_CHARS = 4_096;

/** Returns a function that finds a secret in the XML or HTML element at a `<`. The function caches positions in the text. */
export function createElementFinder(searchedText: SearchedText): (offset: number) => TextSpan | undefined {
  const { text, getKind } = searchedText;
  const isMarkup = /^[\s\uFEFF]{0,100}</.test(text);
  let closingOffset = -1;

  /** Returns the position of the next `</`, or the end of the text. Searches the text once for all elements before that position. */
  function findNextClosing(from: number): number {
    if (closingOffset < from) closingOffset = text.indexOf('</', from);
    if (closingOffset < 0) closingOffset = text.length;
    return closingOffset;
  }

  return (offset) => {
    if (!/[\w]/.test(text.charAt(offset + 1))) return undefined;
    const [, name = '', local = ''] = TAG_PATTERN.exec(text.slice(offset, offset + 132)) ?? [];
    const kind = local === '' ? undefined : getKind(local);
    if (local === '' || (kind === undefined && !isFieldName(local))) return undefined;
    const tagEnd = offset + 1 + text.slice(offset + 1, offset + 1_024).search(/[<>]/);
    if (text[tagEnd] !== '>' || text[tagEnd - 1] === '/') return undefined;
    const start = tagEnd + 1;
    const nextFinding = isFieldName(local) ? findInNextElement(start, findNextClosing(start)) : undefined;
    if (kind === undefined || nextFinding !== undefined) return nextFinding;
    const end = findEndOfContent(name, start);
    return end === undefined ? undefined : findContent(kind, start, end);
  };

  /**
   * Returns the position of `</name`, or the end of a truncated text. Returns undefined for text such as `<token>` in prose, which has no end tag.
   */
  function findEndOfContent(name: string, start: number): number | undefined {
    const nextTag = findNextClosing(start);
    if (text.startsWith(name, nextTag + 2)) return nextTag;
    const contentStart = text.slice(start, start + MAX_NESTED_ELEMENT_CHARS);
    const isNest = nextTag < start + MAX_NESTED_ELEMENT_CHARS && /^\s{0,64}</.test(contentStart);
    const nestedEnd = isNest ? contentStart.indexOf(`</${name}`) : -1;
    if (nestedEnd >= 0) return start + nestedEnd;
    return isMarkup && nextTag === text.length && !contentStart.includes('<') ? nextTag : undefined;
  }

  function findInNextElement(start: number, end: number): TextSpan | undefined {
    const kind = end - start <= 128 ? getKind(text.slice(start, end).trim()) : undefined;
    const nextMatch = kind === undefined ? null : NEXT_ELEMENT.exec(text.slice(end, end + 600));
    if (kind === undefined || nextMatch === null) return undefined;
    const value = end + nextMatch[0].length;
    return findContent(kind, value, findNextClosing(value));
  }

  function findContent(kind: NameKind, start: number, end: number): TextSpan | undefined {
    return findValue(searchedText, kind, 'property', start, (_within, from) => (from === 0 ? end - start : end));
  }
}
