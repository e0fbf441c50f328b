import { wordsOf } from './words.ts';

/** Words that questions have and answers need not: pronouns, articles, forms of "be", "do" and "have", and the like. */
const SMALL = new Set(
  wordsOf(
    `a about again all also am an and another any anybody anyone are as at be because been before being but by can cannot could did do does
     doing done don for from get give given gives had has have having he her here him his how i if in instead into is it its itself just
     let like make makes many may me mean means might mine more most much must my myself need needs no not now of off on once one only or
     other our ours out over own possible put same say says see seen shall she should so some somebody someone something such t than that
     the their them then there these they thing things this those through to too under until up us use used uses very want wants was way
     we were what when where whether which while who whom whose why will with within without would yes you your yours`,
  ),
);

/** Whether a word, as `wordsOf` gives it, says what a question is about. */
function isTelling(word: string): boolean {
  return !SMALL.has(word);
}

/**
 * Returns the words that say what the question is about, or all of them if none does. A query without stop words is keywords, and an item should
 * have all of them; a question in a sentence often uses other words than its answer.
 * @param words as `wordsOf` returns them
 */
export function tellingOf(words: readonly string[]): string[] {
  const telling = words.filter(isTelling);
  return telling.length > 0 ? telling : [...words];
}
