import { truncate } from '@context-sync/base';
import { formatInlineCode } from './safe-text.ts';
import { toVisibleLine } from './visible-text.ts';

/** Matches a word and the surrounding punctuation, which has no meaning in Markdown at this position. */
const WORD_PATTERN = /^([("'“‘]*)(.*?)([)"'”’.,;:!?…–—›]*)$/su;
/** Matches a plain word or a short number. */
const PLAIN_PATTERN = /^(?:[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*|\p{N}{1,6})?$/u;
/** Matches text that GitHub could link as a commit. */
const COMMIT_PATTERN = /^[0-9a-f]{7,}$/iu;

/**
 * Formats a sentence that contains untrusted text. Plain words stay unchanged, and text that could have a meaning in Markdown or on GitHub is
 * formatted as code. Truncates the sentence after `limit` characters. The result must not be at the start of a line, where `1.` would begin a list.
 */
export function formatMarkdownText(sentence: string, limit = 400): string {
  const parts: string[] = [];
  let specialParts: string[] = [];
  const flush = (trail = '') => {
    if (specialParts.length > 0) parts.push(`${formatInlineCode(specialParts.join(' '), limit)}${trail}`);
    specialParts = [];
  };
  for (const word of toVisibleLine(truncate(sentence, limit)).split(/\s+/u)) {
    if (word === '') continue;
    const [, lead = '', middle = word, trail = ''] = WORD_PATTERN.exec(word) ?? [];
    if (PLAIN_PATTERN.test(middle) && !COMMIT_PATTERN.test(middle)) {
      flush();
      parts.push(word);
    } else if (lead !== '') {
      flush();
      parts.push(`${lead}${formatInlineCode(middle, limit)}${trail}`);
    } else {
      specialParts.push(middle);
      if (trail !== '') flush(trail);
    }
  }
  flush();
  return parts.join(' ');
}
