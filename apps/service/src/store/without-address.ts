/** Replacement for an address. */
const ERASED_TEXT = 'erased';
/** Characters that can be replaced anywhere in a URL or in JSON, because they have no syntactic meaning in either. */
const EMAIL = /^[\w.!#$&'*+/=?^`{|}~-]+@[\w.-]+$/;
/** Starts and ends like a word, so that it cannot match the text between two strings of JSON. */
const WORD = /^\w(?:.*\w)?$/s;

/**
 * Replaces the address of a user in a URL or in JSON. An email address is replaced wherever it is, in any letter case, also percent-encoded, but not
 * as a part of a longer one. Any other name is replaced only as a whole JSON string, because a short one can occur in any text.
 */
export function withoutAddress(text: string, address: string): string {
  const name = address.trim();
  if (EMAIL.test(name)) {
    // The last form is how some encoders write JSON.
    const addressForms = [name, encodeURIComponent(name), name.replace('@', '%40'), name.replace('@', '\\u0040')];
    const pattern = [...new Set(addressForms)].map(escapePattern).join('|');
    return text.replaceAll(new RegExp(`(?<![\\w.+-]|%2B)(?:${pattern})(?![\\w-]|\\.\\w)`, 'gi'), ERASED_TEXT);
  }
  if (!WORD.test(name)) return text;
  return text.replaceAll(new RegExp(escapePattern(JSON.stringify(name)), 'gi'), JSON.stringify(ERASED_TEXT));
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
