import { code } from './safe-text.ts';
import { shortened, visibleLine } from './visible.ts';

/** A word that is nothing but a word, with the punctuation that stands around one; no mark of Markdown, and no name of a commit. */
const WORD = /^[("'“‘]*(?:[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*|\p{N}{1,6})?[)"'”’.,;:!?…–—›]*$/u;
const COMMIT = /^[("'“‘]*[0-9a-f]{7,}/iu;

/**
 * A sentence with things of others in it, such as a reason or what a service said: plain words stay, and everything that could mean something
 * to Markdown or to GitHub is shown as code. At most `limit` characters are shown.
 */
export function prose(sentence: string, limit = 400): string {
  const parts: string[] = [];
  let special: string[] = [];
  const flush = () => {
    if (special.length > 0) parts.push(code(special.join(' '), limit));
    special = [];
  };
  for (const word of visibleLine(shortened(sentence, limit)).split(/\s+/u)) {
    if (word === '') continue;
    if (WORD.test(word) && !COMMIT.test(word)) {
      flush();
      parts.push(word);
    } else special.push(word);
  }
  flush();
  return parts.join(' ');
}
