/** Result of a comparison: how much of one text is missing in another. */
export interface TextLoss {
  /** Number of letters of the expected text. */
  readonly letters: number;
  /** Number of letters of the words that are missing. */
  readonly lost: number;
  /** The missing words in order, so that their origin can be found. */
  readonly words: readonly string[];
}

/** Compares two texts word by word, ignoring order and punctuation. Each word must occur as often as in the expected text. */
export function lostLetters(expected: string, actual: string): TextLoss {
  const found = new Map<string, number>();
  for (const word of wordsOf(actual)) found.set(word, (found.get(word) ?? 0) + 1);
  const words: string[] = [];
  let letters = 0;
  let lost = 0;
  for (const word of wordsOf(expected)) {
    const count = found.get(word) ?? 0;
    letters += word.length;
    found.set(word, count - 1);
    if (count > 0) continue;
    lost += word.length;
    words.push(word);
  }
  return { letters, lost, words };
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\p{L}+/gu) ?? [];
}

/** Compares several texts with another text, which must contain each of their paragraphs completely. Ignores punctuation and white space. */
export function lostTexts(expected: readonly string[], actual: string): TextLoss {
  const found = lettersOf(actual);
  const words: string[] = [];
  let letters = 0;
  let lost = 0;
  for (const text of expected.flatMap((each) => each.split(/\n{2,}/))) {
    const own = lettersOf(text);
    letters += own.length;
    if (found.includes(own)) continue;
    lost += own.length;
    words.push(text);
  }
  return { letters, lost, words };
}

/** Returns the letters of Markdown without HTML, entities and link destinations. */
function lettersOf(markdown: string): string {
  return markdown.replaceAll(/\]\([^()]*\)|&[a-z#\d]+;|<\/?[a-z][^<>\n]*>/gi, '').replaceAll(/[^\p{L}]+/gu, '');
}
