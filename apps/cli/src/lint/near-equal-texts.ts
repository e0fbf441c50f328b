/** A text to compare. */
export interface ComparedText {
  readonly id: string;
  readonly text: string;
}

/** A pair of nearly equal texts. */
export interface NearEqualPair {
  readonly one: string;
  readonly other: string;
  /** Fraction of phrases that both texts contain, from 0 to 1. */
  readonly similarity: number;
}

/** Number of consecutive words in a phrase. */
const PHRASE_WORDS = 5;
/** Minimum fraction of common phrases for two texts to count as nearly equal. */
const MIN_SIMILARITY = 0.8;
/** Minimum number of phrases in a text. Shorter texts are not compared, because they can be similar by chance. */
const MIN_PHRASES = 20;
/** Maximum number of texts with a phrase. A phrase that occurs in more texts, such as a notice on every page, is ignored when candidates are selected. */
const MAX_TEXTS_OF_PHRASE = 12;
/** Only phrases whose hash is divisible by this number are used to select candidates, which saves most of the memory. */
const SAMPLE = 4;

/** Finds pairs of texts that have nearly the same phrases, the most similar first. Each text is in at most one pair. */
export function findNearEqualTexts(texts: readonly ComparedText[]): NearEqualPair[] {
  const phrases = texts.map(({ text }) => listPhrases(text));
  const textsOfPhrase = new Map<number, number[]>();
  for (const [index, own] of phrases.entries()) {
    if (own.size < MIN_PHRASES) continue;
    for (const phrase of own) {
      if (phrase % SAMPLE !== 0) continue;
      const users = textsOfPhrase.get(phrase);
      if (users) users.push(index);
      else textsOfPhrase.set(phrase, [index]);
    }
  }
  const pairs = [...listCandidates(textsOfPhrase)].flatMap(([one, other]): NearEqualPair[] => {
    const similarity = computeSimilarity(phrases[one] ?? new Set(), phrases[other] ?? new Set());
    if (similarity < MIN_SIMILARITY) return [];
    return [{ one: texts[one]?.id ?? '', other: texts[other]?.id ?? '', similarity }];
  });
  pairs.sort((a, b) => b.similarity - a.similarity);
  const takenIds = new Set<string>();
  return pairs.filter(({ one, other }) => {
    if (takenIds.has(other)) return false;
    takenIds.add(other);
    return !takenIds.has(one) || takenIds.add(one);
  });
}

/** Returns the pairs of texts that share a rare phrase. In each pair, the first index is the lower one. */
function listCandidates(textsOfPhrase: ReadonlyMap<number, readonly number[]>): Iterable<[number, number]> {
  const pairs = new Map<string, [number, number]>();
  for (const users of textsOfPhrase.values()) {
    if (users.length < 2 || users.length > MAX_TEXTS_OF_PHRASE) continue;
    for (const [at, one] of users.entries()) {
      for (const other of users.slice(at + 1)) pairs.set(`${one} ${other}`, [one, other]);
    }
  }
  return pairs.values();
}

/** Returns the fraction of common phrases (Jaccard index). */
function computeSimilarity(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  let common = 0;
  for (const phrase of one) if (other.has(phrase)) common += 1;
  return common / (one.size + other.size - common);
}

/** Returns the hashes of all phrases of a text. */
function listPhrases(text: string): Set<number> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const phrases = new Set<number>();
  for (let start = 0; start + PHRASE_WORDS <= words.length; start += 1) {
    phrases.add(hash(words.slice(start, start + PHRASE_WORDS).join(' ')));
  }
  return phrases;
}

/** Returns a hash of 32 bits (FNV-1a). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
