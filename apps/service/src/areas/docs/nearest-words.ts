/** Maximum number of words of a query for which similar words are searched. */
const MAX_WORDS = 8;
/** Minimum length of a word for which a similar word is suggested. */
const MIN_CHARS = 4;
const WORD_PATTERN = /[\p{L}\p{N}_]+/gu;

/**
 * Returns a query in which words that no title contains are replaced by the most similar words of titles; undefined if no word is similar enough.
 * @param titles titles of the texts that the reader can find
 */
export function suggestQuery(query: string, titles: readonly string[]): string | undefined {
  const knownWords = new Map<string, number>();
  for (const title of titles)
    for (const word of title.toLowerCase().match(WORD_PATTERN) ?? [])
      knownWords.set(word, (knownWords.get(word) ?? 0) + 1);
  let isChanged = false;
  let count = 0;
  const suggestion = query.replaceAll(WORD_PATTERN, (word) => {
    const searchedWord = word.toLowerCase();
    count += 1;
    if (count > MAX_WORDS || searchedWord.length < MIN_CHARS || knownWords.has(searchedWord)) return word;
    const nearestWord = findNearest(searchedWord, knownWords);
    if (nearestWord === undefined) return word;
    isChanged = true;
    return nearestWord;
  });
  return isChanged ? suggestion : undefined;
}

/** Returns the word with the fewest differences. If several words have the same number of differences, returns the most frequent one. */
function findNearest(searchedWord: string, knownWords: ReadonlyMap<string, number>): string | undefined {
  const limit = searchedWord.length < 6 ? 1 : 2;
  let bestWord: { readonly word: string; readonly distance: number; readonly count: number } | undefined;
  for (const [word, count] of knownWords) {
    if (Math.abs(word.length - searchedWord.length) > limit) continue;
    const distance = countDifferences(searchedWord, word, bestWord?.distance ?? limit);
    if (distance === undefined) continue;
    if (!bestWord || distance < bestWord.distance || (distance === bestWord.distance && count > bestWord.count))
      bestWord = { word, distance, count };
  }
  return bestWord?.word;
}

/** Returns the number of characters that are missing, added, replaced or swapped; undefined if the number exceeds `limit`. */
function countDifferences(a: string, b: string, limit: number): number | undefined {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let count = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        count = Math.min(count, (beforeLast[column - 2] ?? 0) + 1);
      current.push(count);
    }
    if (Math.min(...current) > limit) return undefined;
    beforeLast = last;
    last = current;
  }
  const distance = last[b.length] ?? 0;
  return distance <= limit ? distance : undefined;
}
