/** How much of a text is missing in another one. */
export interface TextLoss {
  /** Number of letters of the expected text. */
  readonly letters: number;
  /** Number of letters of the words that are missing. */
  readonly lost: number;
  /** The missing words in order, to see where they come from. */
  readonly words: readonly string[];
}

/** Compares two texts word by word, regardless of order and marks: each expected word must occur as often as it is expected. */
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

/** Compares texts with another one, in which each of their paragraphs must stand as a whole, whatever its marks and white space. */
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

/** The letters of Markdown without HTML, entities and the destinations of links. */
function lettersOf(markdown: string): string {
  return markdown.replaceAll(/\]\([^()]*\)|&[a-z#\d]+;|<\/?[a-z][^<>\n]*>/gi, '').replaceAll(/[^\p{L}]+/gu, '');
}
