/** A query word with the number of items that contain it. */
export interface CountedWord {
  readonly text: string;
  readonly items: number;
}

/** Returns the rarest words that together occur in at most `most` items. Returns at least one word unless `words` is empty. */
export function selectRarestWords(words: readonly CountedWord[], most: number): string[] {
  let items = 0;
  const sortedWords = [...words].sort((a, b) => a.items - b.items);
  return sortedWords
    .filter((word, index) => {
      items += word.items;
      return index === 0 || items <= most;
    })
    .map(({ text }) => text);
}
