import { stemmer } from 'stemmer';

/** Maximum length of an indexed word, so that a text without spaces does not create huge index entries. */
const MAX_WORD_LENGTH = 100;

/**
 * Scripts that are written without spaces or, like Korean, attach particles to words. The ranges are explicit, because Unicode properties depend on
 * the Unicode version of the JavaScript engine, while the index must stay valid across versions.
 */
const UNSPACED_SCRIPTS = [
  // The following ranges are Thai, Lao, Myanmar and Khmer.
  '\\u0E00-\\u0EFF\\u1000-\\u109F\\uA9E0-\\uA9FF\\uAA60-\\uAA7F\\u1780-\\u17FF',
  // The following ranges are Han: iteration marks and numbers, ideographs, compatibility ideographs, and the planes that are reserved for ideographs.
  '\\u3005-\\u3007\\u3021-\\u3029\\u3031-\\u303C\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uF900-\\uFAFF\\u{20000}-\\u{3FFFF}',
  // The following ranges are Kana and Bopomofo.
  '\\u3041-\\u30FF\\u3105-\\u312F\\u31A0-\\u31BF\\u31F0-\\u31FF\\u{1AFF0}-\\u{1B16F}',
  // The following ranges are Hangul.
  '\\u1100-\\u11FF\\u3130-\\u318F\\uA960-\\uA97F\\uAC00-\\uD7FF',
].join('');
/** The first character of these scripts in UTF-16 order. Most words contain only lower characters and need no further check. */
const FIRST_UNSPACED_CHAR = '\u0E00';
const LETTER = '\\p{L}\\p{M}\\p{N}';
/** Matches words. Adjacent letters of scripts with and without spaces are different words. */
export const WORD_PATTERN = new RegExp(
  `[[${LETTER}]&&[${UNSPACED_SCRIPTS}]]+|[[${LETTER}]--[${UNSPACED_SCRIPTS}]]+`,
  'gv',
);
const STARTS_WITH_UNSPACED = new RegExp(`^[${UNSPACED_SCRIPTS}]`, 'v');
/** Matches a word or several words that are joined by dots and underscores, possibly with further dots and underscores around it. */
const COMPOUND_PATTERN = /[\p{L}\p{N}._]+/gu;
/** Matches the boundaries between the words of `listUserKeys` and `HTTPServer`. */
const CASE_BOUNDARY = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const CHARACTER_PATTERN = /\P{M}\p{M}*|\p{M}+/gu;
/** Matches accents and variation selectors, which the search ignores. */
const IGNORED_MARKS = /[\u0300-\u036F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;
const WIDE_OR_NARROW = /[\uFF01-\uFFEE]+/g;
/** Matches a text without characters that need normalization. The patterns below find the same words in it as the patterns above, but faster. */
const ASCII_TEXT = /^[\0-\x7F]*$/;
const ASCII_WORD_PATTERN = /[0-9A-Za-z]+/g;
const ASCII_COMPOUND_PATTERN = /[0-9A-Za-z._]+/g;
const ASCII_WORD = /^[0-9A-Za-z]+$/;
/** Cache of stems by word, because texts repeat words. Without this cache, stemming would take three quarters of the time of a search. */
const stems = new Map<string, string>();
const MAX_CACHED_STEMS = 50_000;

/** The words of a text, in the form in which texts are indexed. */
export interface SplitText {
  /** The words in lowercase, without accents and suffixes. A text in a script without spaces becomes pairs of adjacent characters. */
  readonly words: readonly string[];
  /** Other forms of the same names: the parts of `listUserKeys`, and `rate_limit` or `1.2.3` as a whole. */
  readonly related: readonly string[];
}

/**
 * Returns the words of a query in lowercase, without accents and suffixes. A text in a script without spaces becomes pairs of adjacent characters, so
 * that it matches any longer phrase that contains it.
 */
export function splitWords(text: string): string[] {
  return [...splitQuery(text).words];
}

/** Returns the words of a query, and the related words of the code names in the query. */
export function splitQuery(text: string): SplitText {
  return split(text, getPairs);
}

/**
 * Returns the words under which a text is indexed: the words of `splitQuery`, and the single characters of scripts without spaces, because one
 * character can also be a word.
 */
export function splitText(text: string): SplitText {
  return split(text, (characters) => (characters.length > 1 ? [...getPairs(characters), ...characters] : characters));
}

function getPairs(characters: string[]): string[] {
  return characters.length > 1
    ? characters.slice(1).map((character, index) => `${characters[index]}${character}`)
    : characters;
}

function split(text: string, splitWord: (characters: string[]) => string[]): SplitText {
  const isAscii = ASCII_TEXT.test(text);
  const plainText = isAscii ? text : normalize(text);
  const words: string[] = [];
  const relatedWords: string[] = [];
  for (const match of plainText.match(isAscii ? ASCII_WORD_PATTERN : WORD_PATTERN) ?? []) {
    const word = match.toLowerCase();
    if (isUnspaced(word)) {
      for (const part of splitWord(word.match(CHARACTER_PATTERN) ?? [])) words.push(truncateWord(part));
    } else {
      words.push(getStem(truncateWord(word)));
      if (match !== word) addNameParts(match, relatedWords);
    }
  }
  for (const run of plainText.match(isAscii ? ASCII_COMPOUND_PATTERN : COMPOUND_PATTERN) ?? []) {
    const compound = trimJoints(run);
    if (compound.includes('.') || compound.includes('_')) relatedWords.push(truncateWord(compound.toLowerCase()));
  }
  return { words, related: relatedWords };
}

/**
 * Returns the words under which a single word of a text is indexed, like `splitText`. An excerpt looks up every word of its text, so that a word in
 * ASCII must be fast.
 * @param token a match of `WORD_PATTERN`
 */
export function splitToken(token: string): readonly string[] {
  if (!ASCII_WORD.test(token)) {
    const { words, related } = splitText(token);
    return [...words, ...related];
  }
  const word = token.toLowerCase();
  const words = [getStem(truncateWord(word))];
  if (token !== word) addNameParts(token, words);
  return words;
}

/** Adds the parts of a name such as `listUserKeys`. */
function addNameParts(name: string, words: string[]): void {
  const parts = truncateWord(name).split(CASE_BOUNDARY);
  if (parts.length > 1) for (const part of parts) words.push(getStem(part.toLowerCase()));
}

/** Replaces wide and narrow characters with standard ones, and removes accents. */
function normalize(text: string): string {
  return text
    .replaceAll(WIDE_OR_NARROW, (part) => part.normalize('NFKC'))
    .normalize('NFD')
    .replaceAll(IGNORED_MARKS, '')
    .normalize('NFC');
}

/** Removes dots and underscores from both ends. */
function trimJoints(run: string): string {
  let [start, end] = [0, run.length];
  while (run[start] === '.' || run[start] === '_') start += 1;
  while (end > start && (run[end - 1] === '.' || run[end - 1] === '_')) end -= 1;
  return run.slice(start, end);
}

/** Returns whether a word is a phrase in a script without spaces. */
export function isUnspaced(word: string): boolean {
  return word >= FIRST_UNSPACED_CHAR && STARTS_WITH_UNSPACED.test(word);
}

function truncateWord(word: string): string {
  return word.length > MAX_WORD_LENGTH ? word.slice(0, MAX_WORD_LENGTH).toWellFormed() : word;
}

function getStem(word: string): string {
  let stem = stems.get(word);
  if (stem === undefined) {
    stem = /^[a-z]+$/.test(word) ? stemmer(word) : word;
    if (stems.size === MAX_CACHED_STEMS) stems.clear();
    stems.set(word, stem);
  }
  return stem;
}
