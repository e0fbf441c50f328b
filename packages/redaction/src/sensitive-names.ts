import { copyText } from '@context-sync/base';
import { isRandomLooking } from './looks-random.ts';

/**
 * Kind of a name, which determines when its value is a secret:
 * - `secret`: any value is a secret (`password`, `X-Vault-Token`)
 * - `several`: the value contains secrets, or is their number (`tokens`)
 * - `random`: the value is a secret if it looks random (`sig`, `auth`, `token_for_ann`)
 * - `header`: the value is a secret if it looks random and the name is that of a header (`Fastly-Key`, `X-JFrog-Art-Api`)
 * - `key`, `code`, `pin`, `pass`, `pwd`: short names with many meanings, decided by position and value (`containsSecret`)
 */
export type NameKind = 'secret' | 'several' | 'random' | 'header' | 'key' | 'code' | 'pin' | 'pass' | 'pwd';

export type GetKind = (name: string) => NameKind | undefined;

/** Maximum number of characters at the end of a name that are examined. */
const MAX_NAME_LENGTH = 128;
const MAX_CACHED_NAMES = 10_000;

/** Matches the end of a name, without separators, that denotes a secret. */
const SECRET_STEM =
  /(token|secret|passwor[dt]|passwr?d|pswd|passphrase|passcode|credential|signature|cookie|jwt|sess(ion)?id|csrf|xsrf|mnemonic|seedphrase|(code|oauth)verifier|(secret|security)answer|creds|saml(response|assertion)|clientassertion)$/;
const AUTHORIZATION_PATTERN = /^(x|http|proxy|forwarded|original|serverless|upstream)*authorization$/;
const SECRET_KEY =
  /(api|access|secret|private|subscription|signing|encryption|decryption|master|shared|auth|authorization|hmac|aes|webhook|functions?|deploy|admin|recovery|backup|session)key$/;
/** Matches keys that are either identifiers (`userKey` in Jira) or secrets (`user_key` in Pushover). */
const LIKELY_KEY =
  /(app|application|user|service|client|server|customer|consumer|account|merchant|partner|developer|license|integration|routing|ingest|insert|query|write|security|registration)key$/;
const SECRET_CODE =
  /(auth|authorization|access|unlock|email|cvv|cvc|verify|verification|security|backup|recovery|mfa|2fa|tfa|twofactor|factor|otp|sms|device|login|signin|reset|activation|confirmation|onetime|authenticator|scratch|pairing)code$/;
/** Matches keys in headers that are random but not secret. */
const HARMLESS_KEY =
  /(idempotency|websocket|surrogate|cache|dedup|deduplication|partition|public|object|request|trace)key$/;
/** Last words of a name that denote a secret. They have no meaning within longer words (`cotp`). */
const SECRET_WORDS = new Set(['otp', 'totp', 'hotp', 'cvv', 'cvc', 'ccv', 'cvn', 'pw', 'psk', 'tkn']);
const RANDOM_WORDS = new Set(['sig', 'sign', 'hmac', 'auth', 'session', 'crumb', 'bearer', 'assertion', 'pat']);
/** Matches words for an account whose `…_pass` is a password, unlike a `boarding_pass`. */
const ACCOUNT_PATTERN =
  /^(x|my|db|database|user|login|account|admin|root|smtp|mail|imap|ftp|ssh|mysql|pg|redis|proxy|http|wp|new|old|pass)*$/;

/** Matches a part of every name for which this file has a rule. Names that do not match are skipped immediately. */
const SECRET_ANYWHERE =
  /tok|tkn|sec|pass|pw|psw|cred|sig|cook|jwt|sess|srf|mnem|seed|verif|answ|saml|assert|auth|key|code|pin|otp|cv|psk|hmac|crumb|bear|pat|sid|ticket|api/i;
/** Matches names that are harmless because of the words before the noun: `next_page_token`, `function_signature`. */
const HARMLESS_BEFORE =
  /(page|next|continuation|pagination|idempotency|cancellation)-?tokens?$|(^|-)(prev|previous|continue|cursor|sync|start|starting|resume|skip|scroll|delta|max|min|total|num|stop|special|cancel)-?tokens?$|(^|-)(reset|remaining|limit|design|eos|bos|pad)-?tokens$|(^|-)(method|function|type|time|email|event|call)-?signatures?$|(^|-)(forgot|lost|show|hide)-?password$/;
/** Words after a noun that do not change the noun's meaning: `password_confirmation`, `newPassword2`, `API_KEY_PROD`. */
const NEUTRAL_SUFFIXES = new Set(
  'confirmation confirm confirmed repeat repeated again retype verify new old current value val text plain plaintext clear raw data pem basic v hash hashed sha md digest salt encrypted encoded base hex string str binary header live test prod production staging dev sandbox primary secondary default'.split(
    ' ',
  ),
);
/** Words after a noun that change the noun's meaning, although the value may look random: `token_id`, `secret_arn`, `password_url`. */
const HARMLESS_AFTER = new Set(
  'id ids uuid guid url urls uri uris endpoint link href path file name names address contract fingerprint thumbprint arn ref reference policy location issuer audience algorithm method version type'.split(
    ' ',
  ),
);

/**
 * Returns a function that returns the kind of a name.
 * @param more additional names of secrets, with any separators and letter case
 */
export function createNameClassifier(more: readonly string[] = []): GetKind {
  const additionalNames = new Set(more.map(normalizeName));
  const kindsByName = new Map<string, NameKind | undefined>();
  return (name) => {
    if (kindsByName.has(name)) return kindsByName.get(name);
    const isAdditional =
      additionalNames.has(normalizeName(name)) || additionalNames.has(normalizeName(getLastSegment(name)));
    const kind = isAdditional ? 'secret' : classifyName(name);
    if (kindsByName.size >= MAX_CACHED_NAMES) kindsByName.clear();
    if (name.length <= MAX_NAME_LENGTH) kindsByName.set(copyText(name), kind);
    return kind;
  };
}

/** Classifies a name by its last noun, unless a word before or after makes it harmless. */
function classifyName(name: string): NameKind | undefined {
  // The end of a Base64 text can look like the end of a name.
  if (!SECRET_ANYWHERE.test(name.slice(-MAX_NAME_LENGTH)) || isRandomLooking(name)) return undefined;
  const words = splitWords(name);
  for (let lastIndex = words.length - 1; lastIndex >= 0; lastIndex -= 1) {
    const wordsAfter = words.slice(lastIndex + 1);
    const kind = classifyWords(
      words.slice(0, lastIndex + 1),
      wordsAfter.length === 0 && splitWords(getLastSegment(name)).length === 1,
    );
    if (kind === undefined) continue;
    if (wordsAfter.every((word) => NEUTRAL_SUFFIXES.has(word))) return kind;
    if (kind !== 'secret' && kind !== 'several') continue;
    return wordsAfter.some((word) => HARMLESS_AFTER.has(word)) ? undefined : 'random';
  }
  return undefined;
}

/**
 * Returns the kind of a name from its words; undefined if the name is harmless.
 * @param whole whether the last word is the whole name, or its whole last segment (`user[code]`)
 */
function classifyWords(words: readonly string[], whole: boolean): NameKind | undefined {
  const lastWord = words.at(-1) ?? '';
  const joinedWords = words.join('');
  if (HARMLESS_BEFORE.test(words.join('-'))) return undefined;
  if (joinedWords.endsWith('pass') && ACCOUNT_PATTERN.test(joinedWords.slice(0, -4))) return 'pass';
  if (/pwd$/.test(lastWord)) return 'pwd';
  if (/^pin(code|number)?$/.test(lastWord) || /pincode$/.test(joinedWords)) return 'pin';
  if (SECRET_WORDS.has(lastWord) || isNoun(joinedWords)) return 'secret';
  if (lastWord.endsWith('s') && isNoun(joinedWords.slice(0, -1))) return 'several';
  if (RANDOM_WORDS.has(lastWord) || LIKELY_KEY.test(joinedWords) || joinedWords.endsWith('secretid')) return 'random';
  if (whole && lastWord === 'code') return 'code';
  if (lastWord === 'key')
    return whole || words.length === 1 ? 'key' : HARMLESS_KEY.test(joinedWords) ? undefined : 'header';
  if (lastWord === 'api') return 'header';
  return whole && /^(sid|ticket)$/.test(lastWord) ? 'key' : undefined;
}

const isNoun = (joined: string) =>
  SECRET_STEM.test(joined) || AUTHORIZATION_PATTERN.test(joined) || SECRET_KEY.test(joined) || SECRET_CODE.test(joined);

/** Returns `password` for `user[password]` and `user.password`. */
const getLastSegment = (name: string) => name.slice(Math.max(name.lastIndexOf('['), name.lastIndexOf('.')) + 1);

/** Splits `X-CSRFToken` into `x`, `csrf`, `token`. Removes digits at the end of words. */
function splitWords(name: string): string[] {
  return name
    .slice(-MAX_NAME_LENGTH)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word !== '');
}

function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s[\]]/g, '');
}
