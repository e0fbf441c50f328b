import { graphemeBoundary } from '@context-sync/core/text';
import { elementAt } from '@context-sync/formats';
import { hashText, splitUnits } from './split-units.ts';

const SENTENCE_END = /[.!?…]["'”’»)\]*_`]*[ \t\n]+|[。！？]["'」』）]*|\n/g;
const WORD_END = /\s+/g;

/**
 * Splits prose into parts no longer than `limit`: between sentences, else between words, else between graphemes. Only white space at the boundaries
 * is dropped.
 */
export function splitText(text: string, limit: number): string[] {
  return splitAtBoundaries(text, limit, [SENTENCE_END, WORD_END]).filter((part) => part.trim() !== '');
}

function splitAtBoundaries(text: string, limit: number, [ends, ...finer]: readonly RegExp[]): string[] {
  if (text.length <= limit) return [text];
  if (!ends) return splitAtGraphemes(text, limit);
  const starts = [0];
  for (const match of text.matchAll(ends)) starts.push(match.index + match[0].length);
  if (starts.at(-1) === text.length) starts.pop();
  const stops = starts.map((_, index) => starts[index + 1] ?? text.length);
  const ranks = starts.map((start, index) => hashText(text, start, stops[index]));
  const firsts = splitUnits({ starts, ends: stops, ranks }, limit);
  return firsts.flatMap((first, place) => {
    const part = text
      .slice(starts[first], place + 1 < firsts.length ? starts[elementAt(firsts, place + 1)] : undefined)
      .trimEnd();
    return part.length <= limit ? [part] : splitAtBoundaries(part, limit, finer);
  });
}

function splitAtGraphemes(text: string, limit: number): string[] {
  const parts: string[] = [];
  let from = 0;
  while (text.length - from > limit) {
    // Slices only the text near the boundary, so that a line of megabytes is not copied for every part.
    const end = from + graphemeBoundary(text.slice(from, from + limit + 512), limit);
    parts.push(text.slice(from, end));
    from = end;
  }
  parts.push(text.slice(from));
  return parts;
}
