import { findGraphemeBoundary, getElementAt } from '@context-sync/base';
import { findCodeSpans, findInlineLinks } from '@context-sync/formats';
import { hashText, splitUnits } from './split-units.ts';

const SENTENCE_END = /[.!?…]["'”’»)\]*_`]*[ \t\n]+|[。！？]["'」』）]*|\n/g;
/** Minimum length of a part, as a ratio of the limit. */
const MIN_PART_RATIO = 0.2;
const WORD_END = /\s+/g;

/**
 * Splits prose into parts no longer than `limit`: between sentences, else between words, else between graphemes. Only white space at the boundaries
 * is dropped.
 */
export function splitText(text: string, limit: number): string[] {
  return splitAtBoundaries(text, limit, [SENTENCE_END, WORD_END]).filter((part) => part.trim() !== '');
}

/** Splits prose into parts of about `limit`, only between sentences and never within code, a link or bold text. A long sentence stays whole. */
export function splitSentences(text: string, limit: number): string[] {
  const starts = [0];
  const isInside = createInlineRangeTest(text);
  const hasCapitals = /\p{Lu}/u.test(text);
  for (const { index, 0: end } of text.matchAll(SENTENCE_END)) {
    const start = index + end.length;
    if (
      end !== '\n' &&
      start < text.length &&
      !(hasCapitals && LOWERCASE_LETTER.test(text.charAt(start))) &&
      !isInside(index)
    )
      starts.push(start);
  }
  const sentenceEnds = starts.map((_, index) => starts[index + 1] ?? text.length);
  const ranks = starts.map((start, index) => hashText(text, start, sentenceEnds[index]));
  const partStarts = splitUnits({ starts, ends: sentenceEnds, ranks }, limit);
  const parts: string[] = [];
  let sentenceStart = 0;
  for (const [place] of partStarts.entries()) {
    const end = starts[partStarts[place + 1] ?? -1] ?? text.length;
    const isShort = end - sentenceStart < limit * MIN_PART_RATIO || text.length - end < limit * MIN_PART_RATIO;
    if (isShort && end < text.length) continue;
    parts.push(text.slice(sentenceStart, end).trimEnd());
    sentenceStart = end;
  }
  return parts;
}

/** Matches a lowercase letter, which cannot start a sentence: a period before it belongs to an abbreviation. */
const LOWERCASE_LETTER = /\p{Ll}/u;

/** Returns a function that tests whether an offset is within code, a link or bold text. Offsets must ascend. */
function createInlineRangeTest(text: string): (offset: number) => boolean {
  const ranges: (readonly [number, number])[] = [...findCodeSpans(text)];
  for (const { start, end } of findInlineLinks(text)) ranges.push([start, end]);
  for (const { index, 0: all } of text.matchAll(/\*\*[^*]{1,400}\*\*/g)) ranges.push([index, index + all.length]);
  ranges.sort((a, b) => a[0] - b[0]);
  let nextIndex = 0;
  let end = 0;
  return (offset) => {
    for (; nextIndex < ranges.length && getElementAt(ranges, nextIndex)[0] <= offset; nextIndex += 1)
      end = Math.max(end, getElementAt(ranges, nextIndex)[1]);
    return offset < end;
  };
}

function splitAtBoundaries(text: string, limit: number, [ends, ...finer]: readonly RegExp[]): string[] {
  if (text.length <= limit) return [text];
  if (!ends) return splitAtGraphemes(text, limit);
  const starts = [0];
  for (const match of text.matchAll(ends)) starts.push(match.index + match[0].length);
  if (starts.at(-1) === text.length) starts.pop();
  const rangeEnds = starts.map((_, index) => starts[index + 1] ?? text.length);
  const ranks = starts.map((start, index) => hashText(text, start, rangeEnds[index]));
  const partStarts = splitUnits({ starts, ends: rangeEnds, ranks }, limit);
  return partStarts.flatMap((first, place) => {
    const part = text
      .slice(starts[first], place + 1 < partStarts.length ? starts[getElementAt(partStarts, place + 1)] : undefined)
      .trimEnd();
    return part.length <= limit ? [part] : splitAtBoundaries(part, limit, finer);
  });
}

function splitAtGraphemes(text: string, limit: number): string[] {
  const parts: string[] = [];
  let graphemeStart = 0;
  while (text.length - graphemeStart > limit) {
    // Only the text near the boundary is copied, so that a line of several megabytes is not copied for every part.
    const end = graphemeStart + findGraphemeBoundary(text.slice(graphemeStart, graphemeStart + limit + 512), limit);
    parts.push(text.slice(graphemeStart, end));
    graphemeStart = end;
  }
  parts.push(text.slice(graphemeStart));
  return parts;
}
