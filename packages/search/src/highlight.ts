import { findGraphemeBoundary } from '@context-sync/base';
import { isUnspaced, splitToken, WORD_PATTERN } from './split-words.ts';

/** A range of a text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface Highlight {
  /** Ranges that contain words of the query, in ascending order. Adjacent characters of scripts without spaces share a range. */
  readonly ranges: readonly TextRange[];
  /** The part of the text that contains the largest number of distinct words of the query. `ranges` are not marked in it. */
  readonly snippet: TextRange;
}

const DEFAULT_SNIPPET_CHARS = 240;
const CHARACTER_PATTERN = /[\p{L}\p{N}]\p{M}*/gu;

/**
 * Finds the occurrences of words in a text.
 * @param words words in the form that `parseQuery` returns
 */
export function highlight(text: string, words: Iterable<string>, maxChars = DEFAULT_SNIPPET_CHARS): Highlight {
  const searchedWords = new Set(words);
  const foundRanges: (TextRange & { readonly words: readonly string[] })[] = [];
  for (const { 0: token, index: start } of text.matchAll(WORD_PATTERN)) {
    if (isUnspaced(token)) foundRanges.push(...findCharacters(token, start, searchedWords));
    else {
      const tokenWords = listWords(token, searchedWords);
      if (tokenWords.length > 0) foundRanges.push({ start, end: start + token.length, words: tokenWords });
    }
  }
  return { ranges: joinRanges(foundRanges), snippet: selectSnippet(text, foundRanges, maxChars) };
}

function listWords(token: string, searchedWords: ReadonlySet<string>): string[] {
  const words = splitToken(token).filter((word) => searchedWords.has(word));
  return words.length > 1 ? [...new Set(words)] : words;
}

/** Finds the characters and pairs of characters of a phrase in a script without spaces. */
function findCharacters(token: string, start: number, searchedWords: ReadonlySet<string>) {
  const characters = [...token.matchAll(CHARACTER_PATTERN)].map(({ 0: character, index }) => ({
    start: start + index,
    end: start + index + character.length,
    character,
  }));
  return characters.flatMap(({ character, ...range }, index) => {
    const next = characters[index + 1];
    const pairWords = next ? listWords(`${character}${next.character}`, searchedWords) : [];
    if (next && pairWords.some((word) => word.length > character.length)) {
      return [{ start: range.start, end: next.end, words: pairWords }];
    }
    const ownWords = listWords(character, searchedWords);
    return ownWords.length > 0 ? [{ ...range, words: ownWords }] : [];
  });
}

function joinRanges(foundRanges: readonly TextRange[]): TextRange[] {
  const ranges: { start: number; end: number }[] = [];
  for (const { start, end } of foundRanges) {
    const last = ranges.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}

/** Returns the part of the text that contains the largest number of distinct words. If there are several such parts, returns the first one. */
function selectSnippet(
  text: string,
  foundRanges: readonly (TextRange & { readonly words: readonly string[] })[],
  maxChars: number,
): TextRange {
  const counts = new Map<string, number>();
  let [best, bestCount, from] = [0, 0, 0];
  for (const { end, words } of foundRanges) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (let first = foundRanges[from]; first && end - first.start > maxChars; first = foundRanges[from]) {
      for (const word of first.words) {
        const count = (counts.get(word) ?? 0) - 1;
        if (count > 0) counts.set(word, count);
        else counts.delete(word);
      }
      from += 1;
    }
    if (counts.size > bestCount) [best, bestCount] = [foundRanges[from]?.start ?? 0, counts.size];
  }
  // The snippet starts a little before the first word, at a word boundary.
  const context = Math.max(0, best - Math.floor(maxChars / 8));
  const boundary = context === 0 ? 0 : text.indexOf(' ', context) + 1;
  const start = boundary > context && boundary <= best ? boundary : best;
  return { start, end: start + findGraphemeBoundary(text.slice(start), maxChars) };
}
