/** Result of a comparison: the number of letters and the words of one text that are missing in another text. */
export interface TextLoss {
  /** Number of letters of the expected text. */
  readonly letters: number;
  /** Number of letters of the words that are missing. */
  readonly lost: number;
  /** The missing words in order, so that their origin can be found. */
  readonly words: readonly string[];
}

/** Compares two texts word by word, ignoring order and punctuation. Each word must occur as often as in the expected text. */
export function measureLostLetters(expected: string, actual: string): TextLoss {
  const lostCounts = new Map<string, number>();
  for (const word of splitWords(actual)) lostCounts.set(word, (lostCounts.get(word) ?? 0) + 1);
  const words: string[] = [];
  let letters = 0;
  let lostCount = 0;
  for (const word of splitWords(expected)) {
    const count = lostCounts.get(word) ?? 0;
    letters += word.length;
    lostCounts.set(word, count - 1);
    if (count > 0) continue;
    lostCount += word.length;
    words.push(word);
  }
  return { letters, lost: lostCount, words };
}

function splitWords(text: string): readonly string[] {
  return text.match(/\p{L}+/gu) ?? [];
}

/** Compares the paragraphs of the expected texts with one actual text, which must contain each paragraph completely. Ignores punctuation and white space. */
export function measureLostTexts(expected: readonly string[], actual: string): TextLoss {
  const actualCounts = getLetters(actual);
  const words: string[] = [];
  let letters = 0;
  let lostCount = 0;
  for (const text of expected.flatMap((each) => each.split(/\n{2,}/))) {
    const textCounts = getLetters(text);
    letters += textCounts.length;
    if (actualCounts.includes(textCounts)) continue;
    lostCount += textCounts.length;
    words.push(text);
  }
  return { letters, lost: lostCount, words };
}

/** Returns the letters of Markdown without HTML, entities and link destinations. */
function getLetters(markdown: string): string {
  return markdown.replaceAll(/\]\([^()]*\)|&[a-z#\d]+;|<\/?[a-z][^<>\n]*>/gi, '').replaceAll(/[^\p{L}]+/gu, '');
}
