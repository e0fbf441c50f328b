import type { SearchDocument } from './search-index.ts';
import { splitQuery, splitText } from './split-words.ts';
import { removeStopWords } from './stop-words.ts';

/** Searches by the definition of BM25, word by word and document by document, without an index. */
export function searchNaively(documents: readonly SearchDocument[], text: string, limit: number) {
  const split = splitQuery(text);
  const uniqueWords = [...new Set(split.words)];
  const words = removeStopWords(uniqueWords);
  const isSentence = words.length < uniqueWords.length;
  const relatedWords = removeStopWords([...new Set(split.related)]).filter((word) => !words.includes(word));
  const texts = documents.map(({ id, title, content }) => {
    const [inTitle, inContent] = [splitText(title), splitText(content)];
    const list = (part: typeof inTitle) => [...part.words, ...part.related];
    const titleWords = list(inTitle);
    return {
      id,
      all: [...titleWords, ...titleWords, ...titleWords, ...titleWords, ...titleWords, ...list(inContent)],
      length: inTitle.words.length + inContent.words.length,
    };
  });
  const meanLength = texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
  const score = (word: string, { all, length }: (typeof texts)[number]) => {
    const containing = texts.filter((other) => other.all.includes(word)).length;
    const frequency = all.filter((other) => other === word).length;
    const rarity = Math.log(1 + (texts.length - containing + 0.5) / (containing + 0.5));
    return (rarity * frequency * 3) / (frequency + 2 * (0.25 + (0.75 * length) / meanLength));
  };
  const rankedTexts = texts
    .map((document) => ({
      id: document.id,
      hasAll: words.every((word) => document.all.includes(word)),
      score:
        words.filter((word) => document.all.includes(word)).reduce((sum, word) => sum + score(word, document), 0) +
        relatedWords
          .filter((word) => document.all.includes(word))
          .reduce((sum, word) => sum + 0.25 * score(word, document), 0),
      matches: [...words, ...relatedWords].some((word) => document.all.includes(word)),
    }))
    .filter(({ matches }) => matches);
  const complete = rankedTexts.filter(({ hasAll }) => hasAll);
  const results = (!isSentence && complete.length > 0 ? complete : rankedTexts).sort((a, b) => b.score - a.score);
  return results.slice(0, limit);
}
