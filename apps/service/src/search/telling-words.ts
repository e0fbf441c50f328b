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
 * Those of the words that say what the question is about; all of them where none does. Who leaves small words out gives keywords, and wants
 * all of them; who asks in a sentence has often other words than the answer.
 */
export function tellingOf<T>(words: readonly T[], stemOf: (word: T) => string): T[] {
  const telling = words.filter((word) => isTelling(stemOf(word)));
  return telling.length > 0 ? telling : [...words];
}
