import { decodeBase64 } from './base64.ts';
import { isRandomLooking } from './looks-random.ts';
import type { TextSpan } from './text-span.ts';

/**
 * Prefixes of credentials that are recognized by their format, under any name: the service's own keys, the formats that secretlint finds
 * (`credentials.test.ts` compares the two), and those of other providers. Each has a fixed length, because V8 overflows its stack on `{16,}` in a
 * text of some MiB. `findEndOfCredential` finds the end of a credential.
 */
const FORMATS = [
  'csk_[\\w-]{16}', // Context Sync
  'gh[opsur]_[\\w.-]{20}|github_pat_\\w{20}', // GitHub
  'gl(?:pat|dt|rtr?|cbt|ptt|soat|ft|imt|agent|oas)-[\\w.-]{16}', // GitLab
  'AT(?:ATT3|CTT3|BB)[\\w=.-]{20}', // Atlassian
  'xox[a-z](?:\\.xox[a-z])?-\\d[\\w-]{9}|xapp-\\d[\\w-]{9}', // Slack
  '[rs]k_(?:live|test)_\\w{16}|whsec_[\\w+/-]{16}', // Stripe
  'sq0[a-z]{3}-[\\w-]{20}', // Square
  'shp(?:at|ca|pa|ss|tka)_[A-Za-z\\d]{16}', // Shopify
  'AIza[\\w-]{30}|ya29\\.[\\w.-]{16}|GOCSPX-[\\w-]{16}', // Google
  'sk-(?:proj|svcacct|admin|ant|or)-[\\w-]{16}|sk-[A-Za-z\\d]{20}', // OpenAI, Anthropic, OpenRouter
  'gsk_[A-Za-z\\d]{20}|hf_[A-Za-z]{20}|r8_[A-Za-z\\d]{30}', // Groq, Hugging Face, Replicate
  'SG\\.[\\w-]{16}|xkeysib-[\\w-]{20}|(?<![\\w-])key-[\\da-f]{32}', // SendGrid, Brevo, Mailgun
  'hv[bsr]\\.[\\w-]{20}|dp\\.(?:pt|st|ct|sa|scim|audit)\\.[\\w.]{16}|ops_ey[\\w+/-]{40}', // Vault, Doppler, 1Password
  'dapi[\\da-fA-F]{32}|dckr_(?:pat|oat)_[\\w-]{16}|tskey-[\\w-]{16}', // Databricks, Docker, Tailscale
  'cf(?:k|ut|at)_[A-Za-z\\d]{30}|vc[piark]_[A-Za-z\\d]{20}|nf[pcou]_[A-Za-z\\d]{20}', // Cloudflare, Vercel, Netlify
  'do[opr]_v1_[\\da-f]{32}|HRKU-[\\w-]{20}|fm2_[\\w+/-]{16}', // DigitalOcean, Heroku, Fly.io
  'pscale_(?:tkn|pw|oauth)_[\\w.-]{16}|sbp_[\\da-f]{32}|sb_secret_[\\w-]{16}|pul-[\\da-f]{32}', // PlanetScale, Supabase, Pulumi
  'npm_[A-Za-z\\d]{30}|pypi-AgE[\\w-]{16}|rubygems_[\\da-f]{32}', // npm, PyPI, RubyGems
  'bkua_[\\da-f]{32}|CCIPAT_\\w{16}|gl(?:c|sa)_[\\w+/]{20}', // Buildkite, CircleCI, Grafana
  'figd_[\\w-]{20}|lin_(?:api|oauth)_\\w{16}|ntn_[A-Za-z\\d]{20}|secret_[A-Za-z\\d]{40}', // Figma, Linear, Notion
  'pat[A-Za-z\\d]{14}\\.[\\da-f]{32}|pat-[a-z]{2}\\d-[\\da-f-]{32}|PMAK-[\\da-f-]{32}', // Airtable, HubSpot, Postman
  'NRAK-[A-Z\\d]{20}|sntry[su]_[\\w+/-]{16}|phx_[A-Za-z\\d]{20}', // New Relic, Sentry, PostHog
];
const FORMAT_PATTERN = new RegExp(FORMATS.join('|'), 'y');
/** First two characters of all formats. Most words start with other characters and are skipped immediately. */
const PREFIXES = new Set(
  'AI AT CC GO HR NR PM SG bk cf cs da dc do dp ey fi fm gh gi gl gs hf hv ke li nf np nt op pa ph ps pu py r8 rk ru sb se sh sk sn sq ts vc wh xa xk xo ya'
    .split(' ')
    .map((two) => two.charCodeAt(0) * 128 + two.charCodeAt(1)),
);
/** Minimum number of characters without a separator that can contain a credential. */
export const MIN_CREDENTIAL_LENGTH = 16;

/** Matches URLs whose path is a secret. */
const SECRET_URL =
  /:\/\/(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/|[\w.]{0,20}discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d{1,30}\/|[\w.-]{1,60}\.office\.com\/webhook(?:b2)?\/|api\.telegram\.org\/bot)/y;
const END_OF_PATH = /[\s?#"'<>\\]/g;
const SCHEMES = new Set([
  'bearer',
  'basic',
  'token',
  'apikey',
  'ssws',
  'geniekey',
  'splunk',
  'bot',
  'dpop',
  'negotiate',
]);
/** Minimum and maximum length of the authorization schemes. */
export const MIN_SCHEME_LENGTH = 3;
export const MAX_SCHEME_LENGTH = 9;
/** Lengths, first letters and last letters of the authorization schemes. Most words differ and are skipped immediately. */
const SCHEME_OUTLINES = new Uint8Array(16 * 32 * 32);
for (const scheme of SCHEMES) SCHEME_OUTLINES[getOutline(scheme, 0, scheme.length)] = 1;
/** Matches the start of a text that consists only of a credential, as in the Authorization header. */
const BARE_SCHEME = /^(bearer|basic|token|digest)\s{1,10}\S/i;

/**
 * Returns the first credential in a sequence of letters, digits, `_`, `-` and `.`. The credential starts at the start of the sequence or after one of
 * these signs.
 */
export function findCredential(text: string, start: number, end: number): TextSpan | undefined {
  let dot = -1;
  for (let offset = start; offset + MIN_CREDENTIAL_LENGTH <= end; offset += 1) {
    if (offset > start && isAlphanumeric(text.charCodeAt(offset - 1))) continue;
    if (!PREFIXES.has(text.charCodeAt(offset) * 128 + text.charCodeAt(offset + 1))) continue;
    if (text.startsWith('eyJ', offset)) {
      if (dot < offset) dot = text.indexOf('.', offset);
      if (dot < 0) dot = text.length;
      if (isWebToken(offset, dot, end)) return { start: offset, end: findEndOfCredential(text, end) };
    }
    FORMAT_PATTERN.lastIndex = offset;
    if (FORMAT_PATTERN.test(text)) return { start: offset, end: findEndOfCredential(text, end) };
  }
  return undefined;
}

/** Returns whether the text is a JSON Web Token, which may be truncated. Without a dot, the text is other JSON in Base64, such as a cursor. */
const isWebToken = (start: number, dot: number, end: number) => dot - start >= 13 && dot + 4 < end;

/**
 * Returns the secret part of a URL, such as a webhook URL; undefined if there is none.
 * @param colon position of `://`
 */
export function findSecretUrl(text: string, colon: number): TextSpan | undefined {
  SECRET_URL.lastIndex = colon;
  if (!SECRET_URL.test(text)) return undefined;
  const start = SECRET_URL.lastIndex;
  END_OF_PATH.lastIndex = start;
  return { start, end: END_OF_PATH.exec(text)?.index ?? text.length };
}

/**
 * Returns the credential after an authorization scheme such as `Bearer` within a text.
 * @param space end of the scheme
 */
export function findAfterScheme(text: string, schemeStart: number, space: number): TextSpan | undefined {
  if (!canBeScheme(text, schemeStart, space)) return undefined;
  if (!SCHEMES.has(text.slice(schemeStart, space).toLowerCase())) return undefined;
  const end = findEndOfCredential(text, space + 1);
  const value = text.slice(space + 1, Math.min(end, space + 1_025));
  const isSecretValue = space - schemeStart === 5 && isBasic(value) ? true : isRandomLooking(value);
  return isSecretValue ? { start: space + 1, end } : undefined;
}

/** Returns whether a word can be an authorization scheme. Most words are rejected without comparing them with each scheme. */
export function canBeScheme(text: string, start: number, end: number): boolean {
  return SCHEME_OUTLINES[getOutline(text, start, end)] === 1;
}

/** Returns a number that represents the length, first letter and last letter of a word, ignoring case. */
function getOutline(text: string, start: number, end: number): number {
  return ((((end - start) & 15) << 5) | (text.charCodeAt(start) & 31)) * 32 + (text.charCodeAt(end - 1) & 31);
}

/** Returns whether the whole text is a credential such as `Bearer mF_9.B5f-4.1JqM`, unlike `Token expired` and `Basic authentication`. */
export function isCredential(text: string): boolean {
  if (!BARE_SCHEME.test(text)) return false;
  const [scheme = '', value = '', ...more] = text.slice(0, 2_000).trim().split(/\s+/, 3);
  if (scheme.toLowerCase() === 'digest') return /^\w{1,30}=/.test(value);
  if (more.length > 0) return false;
  return !/^[A-Za-z]?[a-z]{1,20}[.!?]?$/.test(value) || (scheme.toLowerCase() === 'basic' && isBasic(value));
}

/** Finds private keys in PEM format, including truncated keys and keys that are escaped in JSON. */
export function findPrivateKeys(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  for (let offset = text.indexOf('-----BEGIN '); offset >= 0; ) {
    const isKey = /^-----BEGIN [A-Z ]{0,30}PRIVATE KEY/.test(text.slice(offset, offset + 60));
    const closingOffset = isKey ? text.indexOf('-----END ', offset) : offset + 1;
    const end = closingOffset < 0 ? text.length : closingOffset;
    if (isKey) spans.push({ start: offset, end: end === text.length ? end : findEndOfPem(text, end) });
    offset = text.indexOf('-----BEGIN ', end);
  }
  return spans;
}

function findEndOfPem(text: string, closing: number): number {
  const end = text.indexOf('-----', closing + 9);
  return end < 0 ? text.length : end + 5;
}

function findEndOfCredential(text: string, from: number): number {
  let end = from;
  while (end < text.length && isCredentialCharacter(text.charCodeAt(end))) end += 1;
  return end;
}

/** Returns whether the character is a letter, digit, or one of `$+-./=_~`. */
const isCredentialCharacter = (code: number) =>
  isAlphanumeric(code) ||
  code === 36 ||
  code === 43 ||
  (code >= 45 && code <= 47) ||
  code === 61 ||
  code === 95 ||
  code === 126;

const isAlphanumeric = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);

/** Returns whether a value is a user and password in Base64 (RFC 7617). */
function isBasic(value: string): boolean {
  if (value.length < 4 || !/^[\w+/-]+={0,2}$/.test(value)) return false;
  const pair = decodeBase64(value);
  return pair.includes(':') && !/[\p{Cc}\uFFFD]/u.test(pair);
}
