import { domainToASCII, domainToUnicode } from 'node:url';
import { encodeBase64, findEncodedTexts } from '@context-sync/redaction';
import { decodeLevels } from './decode-escapes.ts';

/** Text that replaces an email address. */
export const ERASED_TEXT = 'erased';
/** Name that replaces an email address in an error code or another name. */
export const EMAIL_NAME = '{email}';
const ID_SEGMENT = '{id}';

/** Matches an `@`, also in an escape such as `%2540`, `\u0040` or `&#64;`. */
const AT = /@|%(?:25)*40|\\[ux](?:00)?40|&(?:amp;)*(?:#0*64|#x0*40|commat);/gi;
/** Matches an escape of a character that occurs in escapes of `@`. Such nested escapes can stand for an `@` that `AT` does not match. */
const NESTED_ESCAPE = /(?:%|\\u00|\\x)(?:2[356]|3[046b]|5c|7[58])|&(?:#|amp;)/i;
/** Matches the characters of which an email address and its escapes can consist. */
const WORD_CHARACTER = /[^\s"<>(),:[\]]/;
/** Maximum number of characters before and after an `@` that can belong to the email address and its escapes. */
const MAX_WORD_CHARS = 4_000;
/** Maximum length of the local part of an email address in code units. A domain can be longer (RFC 5321), but is not searched backwards. */
const MAX_LOCAL_CHARS = 320;
const LOCAL_CHARACTER = /[\p{L}\p{N}\p{M}\p{Cs}.!#$%&'*+/=?^`{|}~_-]/u;
const DOMAIN = /[\p{L}\p{N}\p{M}\p{Cs}._-]+/uy;
const ASCII_DOMAIN = /^[\w.-]+/;
/** Matches a character that can only continue an email address, so that no other email address starts after it. */
const CONTINUES_LOCAL_PART = /[\w.+-]/;
const DOTTED_DOMAIN = /@[^@]*\.\p{L}{2,}$/u;

/** A function that returns whether an email address must be removed. */
export type IsErased = (email: string) => boolean;

/** Maximum depth to which nested Base64 is decoded. */
const MAX_BASE64_DEPTH = 2;

/**
 * Replaces email addresses in a URL, in JSON or in other text, also in percent-encoded form and in escapes of JSON and HTML, up to four levels deep,
 * and in Base64 of such texts. Does not replace a part of a longer email address.
 */
export function replaceEmails(text: string, isErased: IsErased, replacement = ERASED_TEXT): string {
  return replaceInBase64(replaceInText(text, isErased, replacement), isErased, replacement, MAX_BASE64_DEPTH);
}

function replaceInBase64(text: string, isErased: IsErased, replacement: string, depth: number): string {
  let replacedText = '';
  let copiedUntil = 0;
  for (const { start, end, decoded } of findEncodedTexts(text)) {
    const shallow = replaceInText(decoded, isErased, replacement);
    const replacedBase64 = depth > 1 ? replaceInBase64(shallow, isErased, replacement, depth - 1) : shallow;
    if (replacedBase64 === decoded) continue;
    replacedText += text.slice(copiedUntil, start) + encodeBase64(text.slice(start, end), replacedBase64, false);
    copiedUntil = end;
  }
  return replacedText + text.slice(copiedUntil);
}

function replaceInText(text: string, isErased: IsErased, replacement: string): string {
  const ranges: { start: number; end: number }[] = [];
  for (const word of listWords(text)) {
    for (const { text: decoded, positions } of decodeLevels(text.slice(word.start, word.end))) {
      for (const { start, end } of findEmails(decoded, positions, isErased)) {
        ranges.push({ start: word.start + (positions[start] ?? 0), end: word.start + (positions[end] ?? 0) });
      }
    }
  }
  ranges.sort((a, b) => a.start - b.start);
  let replacedText = '';
  let copiedUntil = 0;
  for (const { start, end } of ranges) {
    if (start >= copiedUntil) replacedText += text.slice(copiedUntil, start) + replacement;
    copiedUntil = Math.max(copiedUntil, end);
  }
  return replacedText + text.slice(copiedUntil);
}

/** Replaces each segment of a route that contains an email address with `{id}`, as in routes that are derived from URLs. */
export function replaceEmailsInRoute(route: string, isErased: IsErased): string {
  const segments = route.split('/');
  const replacedRoute = segments
    .map((segment) => (replaceEmails(segment, isErased) === segment ? segment : ID_SEGMENT))
    .join('/');
  // An email address can contain a slash.
  return replaceEmails(replacedRoute, isErased, ID_SEGMENT);
}

/** Returns whether an email address has a domain with a dot. Other texts with an `@`, such as `rate@limit`, are rarely email addresses. */
export function hasDottedDomain(email: string): boolean {
  return DOTTED_DOMAIN.test(email);
}

/** Lists the email addresses in a text without escapes, each as long as possible and in lower case. */
export function listEmails(text: string): string[] {
  const emails: string[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = listStarts(text, at).at(-1);
    const domain = readDomains(text, at + 1).at(-1);
    if (start !== undefined && domain !== undefined) emails.push(`${text.slice(start, at)}@${domain}`.toLowerCase());
  }
  return emails;
}

/** Returns the Unicode and ASCII (Punycode) forms of an email address with an internationalized domain. */
export function listDomainForms(email: string): string[] {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at + 1), email.slice(at + 1)];
  if (at < 0 || (!domain.includes('xn--') && !/\P{ASCII}/u.test(domain))) return [email];
  return [...new Set([email, local + (domainToASCII(domain) || domain), local + (domainToUnicode(domain) || domain)])];
}

/** Lists the parts of a text that can contain email addresses. Decoding only these parts takes a fraction of the time. */
function listWords(text: string): { readonly start: number; readonly end: number }[] {
  if (NESTED_ESCAPE.test(text)) return [{ start: 0, end: text.length }];
  const words: { start: number; end: number }[] = [];
  for (const { index, 0: at } of text.matchAll(AT)) {
    const last = words.at(-1);
    if (last && index < last.end) continue;
    let [start, end] = [index, index + at.length];
    while (start > (last?.end ?? 0) && index - start < MAX_WORD_CHARS && WORD_CHARACTER.test(text.charAt(start - 1)))
      start -= 1;
    while (end < text.length && end - index < MAX_WORD_CHARS && WORD_CHARACTER.test(text.charAt(end))) end += 1;
    words.push({ start, end });
  }
  return words;
}

function* findEmails(
  text: string,
  positions: Int32Array,
  isErased: IsErased,
): Generator<{ readonly start: number; readonly end: number }> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const domains = readDomains(text, at + 1);
    // In a form-encoded body, `+` is a space. A sender that encodes the `@` also encodes a `+` that belongs to the email address.
    const isForm = (positions[at + 1] ?? 0) - (positions[at] ?? 0) > 1;
    for (const start of domains.length > 0 ? listStarts(text, at, isForm ? positions : undefined) : []) {
      const local = text.slice(start, at).toLowerCase();
      const domain = domains.find((each) => isErased(`${local}@${each.toLowerCase()}`));
      if (domain === undefined) continue;
      yield { start, end: at + 1 + domain.length };
      break;
    }
  }
}

/** Returns the possible domains: with and without non-Latin letters that directly follow an ASCII domain. */
function readDomains(text: string, start: number): string[] {
  DOMAIN.lastIndex = start;
  const domain = DOMAIN.exec(text)?.[0] ?? '';
  const domains = [ASCII_DOMAIN.exec(domain)?.[0] ?? '', domain].map((each) => each.replace(/[._-]+$/, ''));
  return [...new Set(domains)].filter((each) => each !== '');
}

/**
 * Returns the possible starts of the local part, the nearest first.
 * @param positions positions of the characters in a form-encoded body, in which an email address can start after a `+`
 */
function listStarts(text: string, at: number, positions?: Int32Array): number[] {
  const starts: number[] = [];
  for (let start = at - 1; start >= 0 && at - start <= MAX_LOCAL_CHARS; start -= 1) {
    if (!LOCAL_CHARACTER.test(text.charAt(start))) break;
    const before = text.charAt(start - 1);
    const isAfterSpace = positions && before === '+' && (positions[start] ?? 0) - (positions[start - 1] ?? 0) === 1;
    if (start === 0 || isAfterSpace || !CONTINUES_LOCAL_PART.test(before)) starts.push(start);
  }
  return starts;
}
