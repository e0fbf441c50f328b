import { REDACTED } from './redacted.ts';

type IsSecret = (name: string) => boolean;

/** A credential and nothing else, as the header Authorization has it. */
const CREDENTIAL = /^((bearer|basic|token)\s+\S+|digest\s+\w+=.*)$/i;
/** `a=1&b=2`, the whole of a text. */
const FORM = /^[^\s=&?#]+=[^\s&#]*(&[^\s=&#]+=[^\s&#]*)*$/;

/** A text in which the values of secret names do not stand any more, where it is a URL, a form, lines of headers or a credential. */
export function redactText(text: string, isSecret: IsSecret): string {
  if (CREDENTIAL.test(text)) return REDACTED;
  if (FORM.test(text)) return redactPairs(text, isSecret);
  return redactLines(redactUrl(text, isSecret), isSecret);
}

/** A URL without the password and the secret parameters that it may have. Others are left to the letter. */
export function redactUrl(url: string, isSecret: IsSecret): string {
  return url
    .replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#@\s]+@/i, `$1${REDACTED}@`)
    .replace(/([?#])([^\s?#]+)/g, (_whole, mark: string, pairs: string) => mark + redactPairs(pairs, isSecret));
}

function redactPairs(pairs: string, isSecret: IsSecret): string {
  return pairs
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      return name !== pair && isSecret(decoded(name)) ? `${name}=${REDACTED}` : pair;
    })
    .join('&');
}

function redactLines(text: string, isSecret: IsSecret): string {
  return text.replace(/^([\w-]{1,100}):[ \t]*\S.*$/gm, (line, name: string) =>
    isSecret(name) ? `${name}: ${REDACTED}` : line,
  );
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
