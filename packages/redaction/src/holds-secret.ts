import { type CodeContext, codeContextOf } from './code-context.ts';
import { looksRandom } from './looks-random.ts';
import type { NameKind } from './sensitive-names.ts';

/** Where a name and its value stand: a header line, a query or form, or a property of a body. */
export type Place = 'header' | 'pair' | 'property';

/** Characters of a value that are enough to decide. */
const ENOUGH = 512;
/** Texts that say that there is no value; `=` is what the padding of Base64 looks like. */
const NOTHING = /^(|=|true|false|null|nil|none|undefined|no-?check|fetch|required|\*+|\[redacted\])$/i;
/**
 * Whether a value is a secret, given what its name says.
 * @param contextOf what the names beside a `code` say about it
 */
export function holdsSecret(
  kind: NameKind,
  value: unknown,
  place: Place,
  contextOf: () => CodeContext = codeContextOf(() => []),
): boolean {
  if (kind === 'secret') return hasContent(value);
  if (kind === 'several') return hasText(value);
  if (Array.isArray(value))
    return value.some((each) => !Array.isArray(each) && holdsSecret(kind, each, place, contextOf));
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(value).slice(0, ENOUGH);
  if (NOTHING.test(text)) return false;
  if (kind === 'random') return looksRandom(text) || (place === 'header' && text.split(/[\s=,]/).some(looksRandom));
  if (kind === 'header') return place === 'header' && looksRandom(text);
  if (kind === 'key') return place !== 'property' && looksRandom(text);
  if (kind === 'pin') return /^\d{4,12}$/.test(text);
  if (kind === 'pass')
    return typeof value === 'string' && text.length >= 4 && !/^(passe?d?|faile?d?|skipped)$/i.test(text);
  if (kind === 'pwd') return text.length > 1 && !/^([a-z]:)?([\\/][\w.\\/-]*)?$/i.test(text);
  return isSecretCode(text, place, contextOf);
}

function isSecretCode(text: string, place: Place, contextOf: () => CodeContext): boolean {
  const isPair = place !== 'property';
  if (isPair && looksRandom(text)) return true;
  if (text.length < 4) return false;
  const { isTokenRequest, isRedirect, isLogin } = contextOf();
  if (isTokenRequest && text.length >= 6) return true;
  if (isPair && isRedirect && /^(?=.*[a-z])(?=.*\d).{8}/.test(text)) return true;
  return isLogin && /^\d{4,8}$/.test(text);
}

/** Whether there is more than nothing, yes or no. */
function hasContent(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasContent);
  return typeof value === 'number' || (typeof value === 'string' && !NOTHING.test(value.slice(0, ENOUGH)));
}

/** Whether there is a text that is not a number: what `tokens` has when it holds tokens and not their count. */
function hasText(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasText);
  if (typeof value !== 'string') return false;
  const text = value.slice(0, ENOUGH);
  return !NOTHING.test(text) && !/^[\d.,]+$/.test(text);
}
