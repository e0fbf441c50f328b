import { splitWords } from './split-words.ts';

/** Words that are common in questions but not in answers: pronouns, articles, forms of "be", "do" and "have", and similar words. */
const STOP_WORDS = new Set(
  splitWords(
    `a about again all also am an and another any anybody anyone are as at be because been before being but by can cannot could did do does
     doing done don for from get give given gives had has have having he her here him his how i if in instead into is it its itself just
     let like make makes many may me mean means might mine more most much must my myself need needs no not now of off on once one only or
     other our ours out over own possible put same say says see seen shall she should so some somebody someone something such t than that
     the their them then there these they thing things this those through to too under until up us use used uses very want wants was way
     we were what when where whether which while who whom whose why will with within without would yes you your yours`,
  ),
);

/**
 * Returns the words that are not stop words; all words if every word is a stop word. A query without stop words is a list of keywords, and an item
 * should contain all of them. A full sentence often contains different words than its answer.
 * @param words words in the form that `splitWords` returns
 */
export function removeStopWords(words: readonly string[]): string[] {
  const significantWords = words.filter((word) => !STOP_WORDS.has(word));
  return significantWords.length > 0 ? significantWords : [...words];
}
