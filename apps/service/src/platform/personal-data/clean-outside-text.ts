import type { Redaction } from '@context-sync/redaction';
import { EMAIL_NAME, hasDottedDomain, replaceEmails } from './replace-emails.ts';

/** Control characters except for line breaks and tabs, characters that change the direction of text, and invisible tag characters. */
const HIDDEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** Removes credentials, email addresses and invisible characters from a text that an agent, a user or a reader wrote. */
export function cleanOutsideText(redaction: Redaction, text: string): string {
  const visibleText = text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(HIDDEN, (character) => (character === '\n' || character === '\t' ? character : ''));
  return replaceEmails(redaction.text(visibleText), hasDottedDomain, EMAIL_NAME);
}
