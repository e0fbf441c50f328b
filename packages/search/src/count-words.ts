import { splitText } from './split-words.ts';

/** A text with the weight of its words. Weights are positive integers. */
export interface WeightedText {
  readonly text: string;
  readonly weight: number;
}

/** The word counts of a document. */
export interface CountedDocument {
  /** Sums of the weights of each word. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** Number of words. */
  readonly length: number;
}

/** Weights of the words of an item: a word in the title counts as much as five in the content. */
const TITLE_WEIGHT = 5;
const CONTENT_WEIGHT = 1;
/** Maximum frequency of a word, so that a text that repeats a word does not create large numbers. It does not affect the order of results. */
const MAX_FREQUENCY = 1_000;

/** Counts the words of a document with a title. */
export function countItemWords({
  title,
  content,
}: {
  readonly title: string;
  readonly content: string;
}): CountedDocument {
  return countWords([
    { text: title, weight: TITLE_WEIGHT },
    { text: content, weight: CONTENT_WEIGHT },
  ]);
}

/** Counts the words of texts that together are one document. */
export function countWords(texts: readonly WeightedText[]): CountedDocument {
  const frequencies = new Map<string, number>();
  let length = 0;
  for (const { text, weight } of texts) {
    const { words, related } = splitText(text);
    length += words.length;
    for (const list of [words, related]) {
      for (const word of list) frequencies.set(word, Math.min(MAX_FREQUENCY, (frequencies.get(word) ?? 0) + weight));
    }
  }
  return { frequencies, length };
}
