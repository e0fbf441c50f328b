import { splitQuery } from './split-words.ts';
import { removeStopWords } from './stop-words.ts';

/** Maximum length of a query in UTF-16 code units. The rest is ignored. */
export const MAX_QUERY_CHARS = 1_000;
/** Maximum number of words of a query, and of related words. Further words are ignored. */
export const MAX_QUERY_WORDS = 32;

/** The words that a search looks for. */
export interface SearchQuery {
  /** Distinct words of the query. Stop words are omitted, unless all words of the query are stop words. */
  readonly words: readonly string[];
  /** Words that raise the score of a document, but need not occur. They are different from `words`. */
  readonly related: readonly string[];
  /** Whether the query is a sentence: it contains stop words in addition to other words. Its answer often uses different words. */
  readonly isSentence: boolean;
}

/** Returns the words that a search for this text looks for. Characters other than letters and digits have no meaning. */
export function parseQuery(text: string): SearchQuery {
  const { words, related } = splitQuery(text.slice(0, MAX_QUERY_CHARS).toWellFormed());
  const uniqueWords = [...new Set(words)];
  const searchedWords = removeStopWords(uniqueWords).slice(0, MAX_QUERY_WORDS);
  const relatedWords = removeStopWords([...new Set(related)]).filter((word) => !searchedWords.includes(word));
  return {
    words: searchedWords,
    related: relatedWords.slice(0, MAX_QUERY_WORDS),
    isSentence: searchedWords.length < Math.min(uniqueWords.length, MAX_QUERY_WORDS),
  };
}
