/** A word of a question, with how many items have it. */
export interface CountedWord {
  readonly text: string;
  readonly items: number;
}

/** The rarest of the words, as many as are together in no more than so many items; one at least, if there is one. */
export function rarest(words: readonly CountedWord[], most: number): string[] {
  let items = 0;
  const byRarity = [...words].sort((a, b) => a.items - b.items);
  return byRarity
    .filter((word, index) => {
      items += word.items;
      return index === 0 || items <= most;
    })
    .map(({ text }) => text);
}
