import { getElementAt } from '@context-sync/base';
import { type CodeContext, createCodeContext } from './code-context.ts';
import { isCredential, MIN_CREDENTIAL_LENGTH } from './credentials.ts';
import { decodeForm } from './decode-form.ts';
import { containsSecret } from './holds-secret.ts';
import { REDACTED } from './redaction-marker.ts';
import { redactByPattern } from './scan-text.ts';
import type { KindOfName } from './sensitive-names.ts';

const QUESTION_MARK = 63;
const HASH = 35;

/** Functions for redacting a text: one returns the kind of a name, and one redacts a value that is a text. */
export interface TextRules {
  readonly kindOf: KindOfName;
  readonly redactWhole: (text: string) => string;
}

/** Redacts a text of any format. `redact.ts` redacts valid JSON. */
export function redactText(text: string, rules: TextRules): string {
  if (text.length < MIN_CREDENTIAL_LENGTH && !/[=:< ]/.test(text)) return text;
  if (isCredential(text)) return REDACTED;
  return isForm(text) ? redactByPattern(redactPairs(text, rules)) : redactByPattern(text, rules.kindOf);
}

/** Redacts user, password and secret parameters of a URL, including path parameters (`;jsessionid=`). The rest stays unchanged. */
export function redactUrl(url: string, rules: TextRules): string {
  const end = findEndOfPath(url, 0);
  let cleanUrl = redactPath(url.slice(0, end), rules);
  for (let start = end; start < url.length; ) {
    const partEnd = findEndOfPath(url, start + 1);
    cleanUrl += url.charAt(start) + redactByPattern(redactPairs(url.slice(start + 1, partEnd), rules));
    start = partEnd;
  }
  return cleanUrl;
}

/** Returns the position of the next `?` or `#`, or the length of the URL. */
function findEndOfPath(url: string, from: number): number {
  for (let offset = from; offset < url.length; offset += 1) {
    const code = url.charCodeAt(offset);
    if (code === QUESTION_MARK || code === HASH) return offset;
  }
  return url.length;
}

function redactPath(path: string, rules: TextRules): string {
  if (!path.includes(';')) return redactByPattern(path, rules.kindOf);
  const [start = '', ...segments] = path.split(';');
  return redactByPattern(start, rules.kindOf) + segments.map((segment) => `;${redactSegment(segment, rules)}`).join('');
}

/** Redacts the parameter after a `;` in a path, such as `jsessionid=1/home.do`. */
function redactSegment(segment: string, rules: TextRules): string {
  const end = segment.search(/\/|$/);
  return redactPairs(segment.slice(0, end), rules) + redactByPattern(segment.slice(end));
}

/** Returns whether a text consists only of pairs such as `a=1&b=2`. */
function isForm(text: string): boolean {
  if (!text.includes('=') || (!text.includes('&') && /[\s;]/.test(text))) return false;
  return text.split('&').every((pair) => /^[\w.%[\]$:~*+-]{1,200}=/.test(pair) && !pair.includes('\n'));
}

function redactPairs(pairs: string, rules: TextRules): string {
  if (!pairs.includes('=')) return pairs;
  // Most queries contain no `;`. If a query has several pairs, splitting by a character is faster than by a pattern.
  const hasSemicolon = pairs.includes(';');
  const parts = hasSemicolon ? pairs.split(/(&|;(?=[\w.%[\]-]{1,64}=))/) : pairs.split('&');
  const contextOf = createCodeContext(() =>
    parts.filter((part) => part.includes('=')).map((part) => decodeForm(getElementAt(part.split('=', 1), 0))),
  );
  return parts.map((part) => redactPair(part, contextOf, rules)).join(hasSemicolon ? '' : '&');
}

function redactPair(pair: string, contextOf: () => CodeContext, { kindOf, redactWhole }: TextRules): string {
  const equals = pair.indexOf('=');
  if (equals < 0) return pair;
  const name = pair.slice(0, equals);
  const value = decodeForm(pair.slice(equals + 1));
  const kind = kindOf(decodeForm(name));
  if (kind !== undefined && containsSecret(kind, value, 'pair', contextOf)) return `${name}=${REDACTED}`;
  // A form value may be JSON, as in the interactive payloads of Slack.
  if (!/^\s{0,8}[[{]/.test(value)) return pair;
  const cleanValue = redactWhole(value);
  return cleanValue === value ? pair : `${name}=${encodeURIComponent(cleanValue)}`;
}
