import { stemmer } from 'stemmer';

/** Most characters of a word: an index entry must not grow with a text that has no spaces. */
const LONGEST = 100;

/**
 * Scripts that are written without spaces, or, as Korean, with particles attached to the words. The ranges are written out, because the
 * script properties of JavaScript change with its version of Unicode, and an index outlives the process that wrote it.
 */
const UNSPACED = [
  // Thai and Lao, Myanmar, Khmer
  '\\u0E00-\\u0EFF\\u1000-\\u109F\\uA9E0-\\uA9FF\\uAA60-\\uAA7F\\u1780-\\u17FF',
  // Han: iteration marks and numbers, ideographs, compatibility ideographs, the planes reserved for ideographs
  '\\u3005-\\u3007\\u3021-\\u3029\\u3031-\\u303C\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uF900-\\uFAFF\\u{20000}-\\u{3FFFF}',
  // Kana and Bopomofo
  '\\u3041-\\u30FF\\u3105-\\u312F\\u31A0-\\u31BF\\u31F0-\\u31FF\\u{1AFF0}-\\u{1B16F}',
  // Hangul
  '\\u1100-\\u11FF\\u3130-\\u318F\\uA960-\\uA97F\\uAC00-\\uD7FF',
].join('');
/** The least character of these scripts, in the order of UTF-16: most words are told apart by it alone. */
const FIRST_UNSPACED = '\u0E00';
const LETTER = '\\p{L}\\p{M}\\p{N}';
const WORD = new RegExp(`[[${LETTER}]&&[${UNSPACED}]]+|[[${LETTER}]--[${UNSPACED}]]+`, 'gv');
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v');
const CHARACTER = /\P{M}\p{M}*|\p{M}+/gu;
/** Accents, and the marks that choose a variant of a character. */
const IGNORED = /[\u0300-\u036F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;
const WIDE_OR_NARROW = /[\uFF01-\uFFEE]+/g;
/** Stems by word: texts repeat their words, and stemming takes three quarters of the time that splitting a text takes. */
const stems = new Map<string, string>();
const MOST_STEMS = 50_000;

/**
 * Returns the words of a question: without accents and endings, in lower case. A phrase in a script that is written without spaces becomes its
 * pairs of neighboring characters, so that it is found as a part of any longer phrase.
 */
export function wordsOf(text: string): string[] {
  return split(text, pairsOf);
}

/** Returns the words by which a text is found: those of `wordsOf`, and the single characters of phrases, which may be words as well. */
export function indexedWordsOf(text: string): string[] {
  return split(text, (characters) => (characters.length > 1 ? [...pairsOf(characters), ...characters] : characters));
}

function pairsOf(characters: string[]): string[] {
  return characters.length > 1
    ? characters.slice(1).map((character, index) => `${characters[index]}${character}`)
    : characters;
}

function split(text: string, partsOf: (characters: string[]) => string[]): string[] {
  const plain = text
    .replaceAll(WIDE_OR_NARROW, (part) => part.normalize('NFKC'))
    .normalize('NFD')
    .replaceAll(IGNORED, '')
    .normalize('NFC')
    .toLowerCase();
  const words: string[] = [];
  for (const word of plain.match(WORD) ?? []) {
    if (!isUnspaced(word)) words.push(stemOf(shortened(word)));
    else for (const part of partsOf(word.match(CHARACTER) ?? [])) words.push(shortened(part));
  }
  return words;
}

function isUnspaced(word: string): boolean {
  return word >= FIRST_UNSPACED && STARTS_UNSPACED.test(word);
}

function shortened(word: string): string {
  return word.length > LONGEST ? word.slice(0, LONGEST).toWellFormed() : word;
}

function stemOf(word: string): string {
  let stem = stems.get(word);
  if (stem === undefined) {
    stem = /^[a-z]+$/.test(word) ? stemmer(word) : word;
    if (stems.size === MOST_STEMS) stems.clear();
    stems.set(word, stem);
  }
  return stem;
}
