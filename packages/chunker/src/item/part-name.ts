import { graphemeBoundary } from '@context-sync/core/text';
import { plainText } from '@context-sync/formats';

/** Longest name of a part, in UTF-16 units. */
const LIMIT = 40;
/** What stands in front of a line's words: marks of quotes, tables, headings and list items. */
const MARKERS = /^(?:[\s>|#]|[*+-]\s|\d{1,9}[.)]\s)+/;
/** What a name does not end in: a colon that leads in, a bracket or a quote that is only opened. */
const LOOSE_END = /[\s,.;:–—({[*_“‘|/\\<&=+-]+$|\s["']+$/;
/** How much of a line, and how many lines, are looked at. */
const NEAR = 200;
const MOST_LINES = 20;

/**
 * A name for a part of a section, made of the first words in it. A number would change for all parts behind one that is put in.
 * Undefined where there are no words.
 */
export function partName(text: string): string | undefined {
  let from = 0;
  for (let count = 0; count < MOST_LINES && from < text.length; count += 1) {
    const next = text.indexOf('\n', from);
    const end = next < 0 ? text.length : next;
    const words = wordsOf(text.slice(from, Math.min(end, from + NEAR)));
    if (words !== undefined) return words.length <= LIMIT ? words.replace(LOOSE_END, '') : `${wordsWithin(words)}…`;
    from = end + 1;
  }
  return undefined;
}

/** The line as a reader sees it, without the marks that a list, a quote or a table begins with; undefined where it has no words. */
function wordsOf(line: string): string | undefined {
  const content = line.replace(MARKERS, '');
  if (/^(?:`{3}|~{3}|:{3})/.test(content)) return undefined;
  const words = plainText(content.includes('|') ? content.replaceAll('|', ' ') : content);
  // A tag alone, or one whose end is further away, names nothing.
  if (content.startsWith('<') && words.startsWith('<')) return undefined;
  return /\p{L}{2}/u.test(words) ? words : undefined;
}

function wordsWithin(text: string): string {
  const head = text.slice(0, graphemeBoundary(text, LIMIT));
  const space = head.lastIndexOf(' ');
  return (space > LIMIT / 2 ? head.slice(0, space) : head).replace(LOOSE_END, '');
}
