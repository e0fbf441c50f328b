import { truncate } from '@context-sync/core';
import { inlineCode } from './safe-text.ts';
import { toVisibleLine } from './visible.ts';

/** A word with the punctuation around it; none of these marks means anything to Markdown where it stands. */
const WORD = /^([("'“‘]*)(.*?)([)"'”’.,;:!?…–—›]*)$/su;
/** Nothing but a word, or a short number. */
const PLAIN = /^(?:[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*|\p{N}{1,6})?$/u;
/** What GitHub could take for the name of a commit. */
const COMMIT = /^[0-9a-f]{7,}$/iu;

/**
 * A sentence with things of others in it, such as a reason or what a service said: plain words stay, and everything that could mean something
 * to Markdown or to GitHub is shown as code. At most `limit` characters are shown. Not for the beginning of a line, where `1.` is a list.
 */
export function markdownText(sentence: string, limit = 400): string {
  const parts: string[] = [];
  let special: string[] = [];
  const flush = (trail = '') => {
    if (special.length > 0) parts.push(`${inlineCode(special.join(' '), limit)}${trail}`);
    special = [];
  };
  for (const word of toVisibleLine(truncate(sentence, limit)).split(/\s+/u)) {
    if (word === '') continue;
    const [, lead = '', middle = word, trail = ''] = WORD.exec(word) ?? [];
    if (PLAIN.test(middle) && !COMMIT.test(middle)) {
      flush();
      parts.push(word);
    } else if (lead !== '') {
      flush();
      parts.push(`${lead}${inlineCode(middle, limit)}${trail}`);
    } else {
      special.push(middle);
      if (trail !== '') flush(trail);
    }
  }
  flush();
  return parts.join(' ');
}
