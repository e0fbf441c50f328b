import { type CodeContext, createCodeContext } from './code-context.ts';
import { isRandomLooking } from './looks-random.ts';
import type { NameKind } from './sensitive-names.ts';

/** Position of a name and its value: a header line, a query or form, or a property of a body. */
export type ValuePosition = 'header' | 'pair' | 'property';

/** Number of characters at the start of a value that are examined. */
const DECISION_CHARS = 512;
/** Matches texts that stand for a missing value. `=` can be the padding of Base64. */
const NO_VALUE = /^(|=|true|false|null|nil|none|undefined|no-?check|fetch|required|\*+|\[redacted\])$/i;
/**
 * Returns whether a value is a secret, given the kind of its name.
 * @param getContext returns the properties of the names next to a `code`
 */
export function containsSecret(
  kind: NameKind,
  value: unknown,
  position: ValuePosition,
  getContext: () => CodeContext = createCodeContext(() => []),
): boolean {
  if (kind === 'secret') return hasContent(value);
  if (kind === 'several') return hasText(value);
  if (Array.isArray(value))
    return value.some((each) => !Array.isArray(each) && containsSecret(kind, each, position, getContext));
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(value).slice(0, DECISION_CHARS);
  if (NO_VALUE.test(text)) return false;
  if (kind === 'random')
    return isRandomLooking(text) || (position === 'header' && text.split(/[\s=,]/).some(isRandomLooking));
  if (kind === 'header') return position === 'header' && isRandomLooking(text);
  if (kind === 'key') return position !== 'property' && isRandomLooking(text);
  if (kind === 'pin') return /^\d{4,12}$/.test(text);
  if (kind === 'pass')
    return typeof value === 'string' && text.length >= 4 && !/^(passe?d?|faile?d?|skipped)$/i.test(text);
  if (kind === 'pwd') return text.length > 1 && !/^([a-z]:)?([\\/][\w.\\/-]*)?$/i.test(text);
  return isSecretCode(text, position, getContext);
}

function isSecretCode(text: string, position: ValuePosition, getContext: () => CodeContext): boolean {
  const isPair = position !== 'property';
  if (isPair && isRandomLooking(text)) return true;
  if (text.length < 4) return false;
  const { isTokenRequest, isRedirect, isLogin } = getContext();
  if (isTokenRequest && text.length >= 6) return true;
  if (isPair && isRedirect && /^(?=.*[a-z])(?=.*\d).{8}/.test(text)) return true;
  return isLogin && /^\d{4,8}$/.test(text);
}

/** Returns whether the value contains a number, or text that does not stand for a missing value or a boolean. */
function hasContent(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasContent);
  return typeof value === 'number' || (typeof value === 'string' && !NO_VALUE.test(value.slice(0, DECISION_CHARS)));
}

/** Returns whether the value contains text that is not a number. `tokens` may be secrets or a count. */
function hasText(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasText);
  if (typeof value !== 'string') return false;
  const text = value.slice(0, DECISION_CHARS);
  return !NO_VALUE.test(text) && !/^[\d.,]+$/.test(text);
}
