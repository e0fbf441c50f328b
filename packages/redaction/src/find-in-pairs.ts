import { getElementAt } from '@context-sync/base';
import { type CodeContext, createCodeContext } from './code-context.ts';
import { containsSecret } from './holds-secret.ts';
import { decodeForm, decodePercent, encodePercentSpans, hasEncodedByte } from './percent-encoding.ts';
import { findByPattern } from './scan-text.ts';
import type { GetKind } from './sensitive-names.ts';
import { NO_SPANS, shiftSpans, type TextSpan } from './text-span.ts';

/** Functions for the search in pairs: one returns the kind of a name, and one finds secrets in a value. */
export interface PairRules {
  readonly getKind: GetKind;
  readonly findInDecoded: (text: string) => readonly TextSpan[];
}

const QUESTION_MARK = 63;
const HASH = 35;
/** Minimum length of a name that can be Base64. */
const MIN_BASE64_CHARS = 20;
/** Matches characters that occur in a value if the value contains named values. */
const STRUCTURE_PATTERN = /[=:<[{]/;

/** Returns whether a text consists only of pairs such as `a=1&b=2`. A text that contains `=` only at its end is more likely Base64. */
export function isForm(text: string): boolean {
  if (!/=[^=]/.test(text) || (!text.includes('&') && /[\s;]/.test(text))) return false;
  return text.split('&').every((pair) => /^[\w.%[\]$:~*+-]{1,200}=/.test(pair) && !pair.includes('\n'));
}

/** Returns whether a text is a URL with more than a path. */
export const isUrl = (text: string) =>
  /[?#;%]/.test(text) && /^(?:[a-z][a-z\d+.-]{0,31}:\/\/|\.{0,2}\/|\?)[^\s"<>]*$/i.test(text);

/** Finds secret parameters of a URL, including path parameters (`;jsessionid=`), and secrets in values that are encoded texts. */
export function findInUrl(url: string, rules: PairRules): TextSpan[] {
  const end = findEndOfPath(url, 0);
  const spans = findInPath(url.slice(0, end), rules);
  for (let start = end; start < url.length; ) {
    const partEnd = findEndOfPath(url, start + 1);
    for (const span of shiftSpans(findInPairs(url.slice(start + 1, partEnd), rules), start + 1)) spans.push(span);
    start = partEnd;
  }
  return spans;
}

/** Returns the position of the next `?` or `#`, or the length of the URL. */
function findEndOfPath(url: string, from: number): number {
  for (let offset = from; offset < url.length; offset += 1) {
    const code = url.charCodeAt(offset);
    if (code === QUESTION_MARK || code === HASH) return offset;
  }
  return url.length;
}

/** Finds secrets in the segments of a path, and in the parameters after a `;`, such as `jsessionid=1/home.do`. */
function findInPath(path: string, rules: PairRules): TextSpan[] {
  if (!path.includes(';')) return [...findByPattern(path, rules.getKind), ...findInEncoded(path, false, rules)];
  // A password before the path may contain a `;`.
  const authorityEnd = /^[^/]*:\/\/[^/]*/.exec(path)?.[0].length ?? 0;
  const [pathStart = '', ...segments] = path.slice(authorityEnd).split(';');
  const start = path.slice(0, authorityEnd) + pathStart;
  const spans: TextSpan[] = [...findByPattern(start, rules.getKind), ...findInEncoded(start, false, rules)];
  let offset = start.length + 1;
  for (const segment of segments) {
    const end = segment.search(/\/|$/);
    const rest = segment.slice(end);
    spans.push(
      ...shiftSpans(findInPairs(segment.slice(0, end), rules), offset),
      ...shiftSpans([...findByPattern(rest), ...findInEncoded(rest, false, rules)], offset + end),
    );
    offset += segment.length + 1;
  }
  return spans;
}

/** Finds secrets in pairs such as `a=1&b=2`. */
export function findInPairs(pairs: string, rules: PairRules): readonly TextSpan[] {
  const credentials = findByPattern(pairs);
  if (!pairs.includes('=') && !pairs.includes('%')) return credentials;
  // Most queries contain no `;`. If a query has several pairs, splitting by a character is faster than by a pattern.
  const hasSemicolon = pairs.includes(';');
  const parts = hasSemicolon ? pairs.split(/(&|;(?=[\w.%[\]-]{1,64}=))/) : pairs.split('&');
  const getContext = createCodeContext(() =>
    parts.filter((part) => part.includes('=')).map((part) => decodeForm(getElementAt(part.split('=', 1), 0))),
  );
  const spans = [...credentials];
  let offset = 0;
  for (const part of parts) {
    const found = findInPair(part, getContext, rules);
    for (const span of shiftSpans(found, offset)) spans.push(span);
    offset += part.length + (hasSemicolon ? 0 : 1);
  }
  return spans;
}

function findInPair(pair: string, getContext: () => CodeContext, rules: PairRules): readonly TextSpan[] {
  const equals = pair.indexOf('=');
  if (equals < 0) return findInEncoded(pair, true, rules);
  const start = equals + 1;
  const encodedText = pair.slice(start);
  // Base64 between other signs ends with `=` as well, and its last letters can look like a name.
  const isPadding = start > MIN_BASE64_CHARS && !/[\w%]/.test(encodedText);
  const kind = isPadding ? undefined : rules.getKind(decodeForm(pair.slice(0, equals)));
  if (kind !== undefined && containsSecret(kind, decodeForm(encodedText), 'pair', getContext)) {
    return [{ start, end: pair.length }];
  }
  return shiftSpans(findInEncoded(encodedText, true, rules), start);
}

/** Finds secrets in a text that may be percent-encoded. */
function findInEncoded(encodedText: string, isPair: boolean, rules: PairRules): readonly TextSpan[] {
  if (hasEncodedByte(encodedText)) {
    const spans = rules.findInDecoded(decodePercent(encodedText, isPair));
    return spans.length === 0 ? spans : encodePercentSpans(encodedText, spans);
  }
  return isPair && STRUCTURE_PATTERN.test(encodedText) ? rules.findInDecoded(encodedText) : NO_SPANS;
}
