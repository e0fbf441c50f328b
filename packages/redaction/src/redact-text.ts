import { getElementAt } from '@context-sync/base';
import { type CodeContext, createCodeContext } from './code-context.ts';
import { isCredential, MIN_CREDENTIAL_LENGTH } from './credentials.ts';
import { decodeForm } from './decode-form.ts';
import { containsSecret } from './holds-secret.ts';
import { REDACTED } from './redaction-marker.ts';
import { redactByPattern } from './scan-text.ts';
import type { KindOfName } from './sensitive-names.ts';

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
  const end = url.search(/[?#]|$/);
  const [path = '', ...segments] = url.slice(0, end).split(';');
  const parameters = url.slice(end).split(/(?=[?#])/);
  return [
    redactByPattern(path, rules.kindOf),
    ...segments.map((segment) => `;${redactSegment(segment, rules)}`),
    ...parameters.map((part) => part.slice(0, 1) + redactByPattern(redactPairs(part.slice(1), rules))),
  ].join('');
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
  const parts = pairs.split(/(&|;(?=[\w.%[\]-]{1,64}=))/);
  const contextOf = createCodeContext(() =>
    parts.filter((part) => part.includes('=')).map((part) => decodeForm(getElementAt(part.split('=', 1), 0))),
  );
  return parts.map((part) => redactPair(part, contextOf, rules)).join('');
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
