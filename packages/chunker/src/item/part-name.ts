import { graphemeBoundary } from '../cut/boundary.ts';
import { plainText } from '../section/plain-text.ts';

/** Longest name of a part. */
const LIMIT = 40;

/**
 * A name for a part of a section, made of the first words in it. A number would change for all parts behind one that is put in.
 * Undefined where there are no words.
 */
export function partName(text: string): string | undefined {
  for (const line of text.slice(0, 1_000).split('\n')) {
    // Marks of fences, tables, lists and quotes name nothing.
    if (/^\s*(?:`{3,}|~{3,}|:{3,}|\|?[\s:|-]+\|?$)/.test(line)) continue;
    const words = plainText(line.slice(0, 100).replace(/^[\s>|*+#-]+|^\s*\d+[.)]\s/, '').replaceAll(/\s*\|\s*/g, ' '));
    if (!/\p{L}{2}/u.test(words)) continue;
    return words.length <= LIMIT ? words : `${wordsWithin(words)}…`;
  }
  return undefined;
}

function wordsWithin(text: string): string {
  const head = text.slice(0, graphemeBoundary(text, LIMIT));
  const space = head.lastIndexOf(' ');
  return (space > LIMIT / 2 ? head.slice(0, space) : head).replace(/[\s,.;:–-]+$/, '');
}
