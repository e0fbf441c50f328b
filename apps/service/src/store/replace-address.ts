/** Text that replaces an address. */
const ERASED_TEXT = 'erased';
/** Matches an address whose characters have no syntactic meaning in a URL or in JSON, so that the address can be replaced anywhere in them. */
const EMAIL_PATTERN = /^[\w.!#$&'*+/=?^`{|}~-]+@[\w.-]+$/;
/** Matches a name that starts and ends with a word character, so that it cannot match the text between two JSON strings. */
const WORD_PATTERN = /^\w(?:.*\w)?$/s;

/**
 * Replaces the address of a user in a URL or in JSON. An email address is replaced in all places, in any letter case and also in percent-encoded
 * form, unless it is part of a longer address. Any other name is replaced only if it is a whole JSON string, because a short name can occur in any
 * text.
 */
export function replaceAddress(text: string, address: string): string {
  const name = address.trim();
  if (EMAIL_PATTERN.test(name)) {
    // The last form is the way in which some encoders write an address in JSON.
    const addressForms = [name, encodeURIComponent(name), name.replace('@', '%40'), name.replace('@', '\\u0040')];
    const pattern = [...new Set(addressForms)].map(escapePattern).join('|');
    return text.replaceAll(new RegExp(`(?<![\\w.+-]|%2B)(?:${pattern})(?![\\w-]|\\.\\w)`, 'gi'), ERASED_TEXT);
  }
  if (!WORD_PATTERN.test(name)) return text;
  return text.replaceAll(new RegExp(escapePattern(JSON.stringify(name)), 'gi'), JSON.stringify(ERASED_TEXT));
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
