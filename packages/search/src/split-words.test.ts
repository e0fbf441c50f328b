import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomText } from './collections.fixture.ts';
import { splitQuery, splitText, splitToken, splitWords, WORD_PATTERN } from './split-words.ts';

const getIndexedWords = (text: string) => [...splitText(text).words];

describe('splitWords', () => {
  it.each([
    ['Rotating KEYS', ['rotat', 'kei']],
    ['It is AND, or NOT?', ['it', 'is', 'and', 'or', 'not']],
    ['re\u0301sume\u0301 = résumé', ['resum', 'resum']],
    ['Смена ключа', ['смена', 'ключа']],
    ['/v1/pets?limit=10', ['v1', 'pet', 'limit', '10']],
    ['\'; -- \\ " :*&|!()', []],
  ])('splitWords splits %j into %j', (text, words) => {
    expect(splitWords(text)).toEqual(words);
    expect(getIndexedWords(text)).toEqual(words);
  });

  it.each([
    ['Chinese', '速率限制', ['速率', '率限', '限制'], ['速', '率', '限', '制']],
    [
      'Japanese',
      '認証キーの設定',
      ['認証', '証キ', 'キー', 'ーの', 'の設', '設定'],
      ['認', '証', 'キ', 'ー', 'の', '設', '定'],
    ],
    ['Korean', 'API 키를 설정', ['api', '키를', '설정'], ['키', '를', '설', '정']],
    ['Thai with combining marks', 'ตั้งค่า', ['ตั้ง', 'งค่', 'ค่า'], ['ตั้', 'ง', 'ค่', 'า']],
    ['an ideograph of two UTF-16 units', '𠮷野家', ['𠮷野', '野家'], ['𠮷', '野', '家']],
  ])(
    'splitWords returns pairs of characters for %s, and getIndexedWords also returns single characters',
    (_script, text, pairs, singles) => {
      expect(splitWords(text)).toEqual(pairs);
      expect(getIndexedWords(text).toSorted()).toEqual([...pairs, ...singles].toSorted());
    },
  );

  it.each([
    ['a single character', '鍵', ['鍵']],
    ['letters adjacent to other scripts', 'APIキー', ['api', 'キー']],
    ['digits adjacent to other scripts', '第3章', ['第', '3', '章']],
    ['full-width letters and digits', 'ＡＰＩ２', ['api2']],
    ['half-width kana', 'ｷｰ ｶﾞ', ['キー', 'ガ']],
    ['decomposed kana', 'か\u3099き', ['がき']],
    ['decomposed Hangul', '설정'.normalize('NFD'), ['설정']],
    ['an ideograph with a variation selector', '葛\u{E0100}城', ['葛城']],
  ])('splitWords normalizes %s', (_name, text, words) => {
    expect(splitWords(text)).toEqual(words);
  });

  it('limits the length of search words', () => {
    const [word = '', ...others] = splitWords('я'.repeat(8_000));
    expect([word.length, others.length]).toEqual([100, 0]);
    expect(Math.max(...getIndexedWords(`ก${'\u0E34'.repeat(8_000)}`).map(({ length }) => length))).toBe(100);
    expect(splitWords('😀'.repeat(10))).toEqual([]);
    expect(splitWords(`a${'𝒜'.repeat(99)}`)[0]?.isWellFormed()).toBe(true);
  });

  it.each([
    ['a name in camel case', 'listUserKeys()', ['listuserkei'], ['list', 'user', 'kei']],
    ['a name with an abbreviation', 'parseHTTPRequest', ['parsehttprequest'], ['pars', 'http', 'request']],
    ['a name with underscores', 'MAX_RETRY_AFTER', ['max', 'retri', 'after'], ['max_retry_after']],
    ['a path with dots', 'server.proxy', ['server', 'proxi'], ['server.proxy']],
    ['a version', 'v1.20.3-beta', ['v1', '20', '3', 'beta'], ['v1.20.3']],
    ['a sentence', 'Rotate keys. Then wait.', ['rotat', 'kei', 'then', 'wait'], []],
    ['a name in another script', 'имяПоля', ['имяполя'], ['имя', 'поля']],
  ])('splitQuery returns the related words of %s', (_name, text, words, related) => {
    expect(splitQuery(text)).toEqual({ words, related });
    expect(splitText(text)).toEqual({ words, related });
  });

  it('a text in ASCII has the same words as next to a word in another script', () => {
    fc.assert(
      fc.property(fc.oneof(randomText(10), fc.string({ unit: 'binary-ascii' })), (text) => {
        const { words, related } = splitText(text);
        const mixed = splitText(`${text} я`);
        expect({ words: [...words, 'я'], related }).toEqual(mixed);
      }),
    );
  });

  it('splitToken returns the words under which splitText indexes a single word', () => {
    fc.assert(
      fc.property(fc.oneof(randomText(10), fc.string({ unit: 'binary' })), (text) => {
        for (const token of text.match(WORD_PATTERN) ?? []) {
          const { words, related } = splitText(token);
          expect(splitToken(token)).toEqual([...words, ...related]);
        }
      }),
    );
  });

  it.each(['.', '_', 'a.', 'a_', 'aB', 'Ab.', '...a', 'я'])(
    'splitWords takes linear time for many repetitions of %j',
    (part) => {
      const text = part.repeat(50_000);
      expect(splitText(text).words.length + splitText(text).related.length).toBeLessThanOrEqual(200_000);
    },
  );
});
