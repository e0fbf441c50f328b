import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomQuery, randomText } from './collections.fixture.ts';
import { highlight } from './highlight.ts';
import { parseQuery } from './parse-query.ts';

/** Returns the text with brackets around each range. */
function mark(text: string, query: string): string {
  const { words, related } = parseQuery(query);
  const { ranges } = highlight(text, [...words, ...related]);
  return ranges
    .toReversed()
    .reduce(
      (marked, { start, end }) => `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`,
      text,
    );
}

describe('highlight', () => {
  it.each([
    ['another form of a word', 'Keys are rotated.', 'rotating key', '[Keys] are [rotated].'],
    ['a word with accents', 'A Re\u0301sume\u0301 of it', 'resume', 'A [Re\u0301sume\u0301] of it'],
    ['a word in full-width letters', 'ＡＰＩ v2', 'api', '[ＡＰＩ] v2'],
    ['a phrase in a script without spaces', '新しい認証キーの設定', '認証キー', '新しい[認証キー]の設定'],
    ['a single character', '鍵を作成', '鍵', '[鍵]を作成'],
    ['adjacent scripts', 'APIキーの', 'api キー', '[APIキー]の'],
    ['a name of code by its part', 'Call listUserKeys.', 'user', 'Call [listUserKeys].'],
    ['no word', 'Nothing here', 'zebra', 'Nothing here'],
  ])('highlight finds %s', (_name, text, query, marked) => {
    expect(mark(text, query)).toBe(marked);
  });

  it('the snippet contains the most different words', () => {
    const text = `key ${'filler '.repeat(200)}webhook key delivery ${'filler '.repeat(200)}`;
    const { snippet } = highlight(text, parseQuery('webhook key delivery').words, 100);
    expect(text.slice(snippet.start, snippet.end)).toContain('webhook key delivery');
    expect(snippet.end - snippet.start).toBeLessThanOrEqual(100);
  });

  it('ranges are within the text, ascend, do not overlap, and split no character', () => {
    fc.assert(
      fc.property(randomText(40), randomQuery, fc.integer({ min: 20, max: 200 }), (text, query, maxChars) => {
        const { words, related } = parseQuery(query);
        const { ranges, snippet } = highlight(text, [...words, ...related], maxChars);
        let last = 0;
        for (const { start, end } of [...ranges, snippet]) expect(text.slice(start, end).isWellFormed()).toBe(true);
        for (const { start, end } of ranges) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
        expect(snippet.end).toBeLessThanOrEqual(text.length);
        expect(snippet.end - snippet.start).toBeLessThanOrEqual(maxChars);
      }),
    );
  });
});
