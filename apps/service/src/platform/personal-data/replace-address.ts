import { copyText } from '@context-sync/base';
import { normalizeUser } from '@context-sync/core/user-identity';
import { ERASED_TEXT, type IsErased, listDomainForms, listEmails, replaceEmails } from './replace-emails.ts';
import { getUserId } from './user-id.ts';

/** Matches a name that starts and ends with a letter or digit, so that it cannot match the text between two JSON strings. */
const WORD_PATTERN = /^[\p{L}\p{M}\p{N}_](?:.*[\p{L}\p{M}\p{N}_])?$/su;
/** Maximum number of email addresses whose user ids are cached. */
const MAX_CACHED_ADDRESSES = 10_000;

/**
 * Replaces the identifier of a user in a URL or in JSON. An email address is replaced everywhere and in all its forms, unless it is part of a longer
 * address. Any other identifier is replaced only if it is a whole JSON string, because a short name can occur in any text.
 */
export function replaceAddress(text: string, address: string): string {
  const emails = new Set(listEmails(address).flatMap(listDomainForms));
  const replacedText = emails.size > 0 ? replaceEmails(text, (email) => emails.has(email)) : text;
  return replaceName(replacedText, address);
}

/** Replaces a name that is not an email address where it is a whole JSON string. */
export function replaceName(text: string, name: string): string {
  const trimmedName = name.trim();
  if (!WORD_PATTERN.test(trimmedName)) return text;
  return text.replaceAll(new RegExp(escapePattern(JSON.stringify(trimmedName)), 'giu'), JSON.stringify(ERASED_TEXT));
}

/** A user to erase. The email address is null if it is unknown. */
export interface ErasedUser {
  readonly id: string;
  readonly address: string | null;
}

/**
 * Returns a function that recognizes the email addresses of users by the hash in the user's id, so that an interrupted erasure can continue after the
 * email address has been removed. If the stored address of a user contains an email address, such as `Ann <ann@example.com>`, the function also
 * recognizes that email address.
 */
export function createErasedMatcher(projectId: string, users: readonly ErasedUser[]): IsErased {
  const ids = new Set(users.map(({ id }) => id));
  const containedEmails = new Set(users.flatMap(({ address }) => (address === null ? [] : listEmails(address))));
  const cache = new Map<string, boolean>();
  return (email) => {
    let isErased = cache.get(email);
    if (isErased === undefined) {
      isErased =
        containedEmails.has(normalizeUser(email)) ||
        listDomainForms(email).some((form) => ids.has(getUserId(projectId, form)));
      if (cache.size >= MAX_CACHED_ADDRESSES) cache.clear();
      cache.set(copyText(email), isErased);
    }
    return isErased;
  };
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
