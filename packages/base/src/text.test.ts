import { describe, expect, it } from 'vitest';
import { copyText, findGraphemeBoundary, truncate, truncateMiddle } from './text.ts';

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
const splitGraphemes = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

const FAMILY = '👩‍👩‍👧‍👦';
const PARTS = [
  'a',
  'Ä',
  'e\u0301',
  '漢',
  '👍🏽',
  FAMILY,
  '🇨🇭',
  'क्षि',
  '각',
  '\u00a0',
  '\r',
  '\n',
  '’',
  '›',
  '一',
  '鿿',
  ' ',
  '.',
  '😀',
  '1\ufe0f\u20e3',
];

/** Returns texts of random graphemes. The texts are the same in every run. */
function texts(count: number, size: number): string[] {
  let state = 1;
  const drawBelow = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % limit;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: size }, () => PARTS[drawBelow(PARTS.length)] ?? '').join(''),
  );
}

/** Returns all positions where the text may be split, computed from the whole text without a window. */
function boundaries(text: string): Set<number> {
  return new Set([...segmenter.segment(text)].map(({ index }) => index).concat(text.length));
}

describe('findGraphemeBoundary', () => {
  it.each([
    ['letters', 'abcdef', 3, 3],
    ['a text of exactly that length', 'abc', 3, 3],
    ['a shorter text', 'abc', 9, 3],
    ['a surrogate pair', 'a😀b', 2, 1],
    ['a surrogate pair that fits', 'a😀b', 3, 3],
    ['a letter with its accent', 'ae\u0301b', 2, 1],
    ['a joined family', `a${FAMILY}b`, 8, 1],
    ['a flag', 'a🇨🇭🇩🇪', 7, 5],
    ['CRLF', 'a\r\nb', 2, 1],
    ['a cluster that is longer than the limit', FAMILY, 5, 5],
    ['a cluster that is longer than the limit, between two code points', FAMILY, 4, 3],
    ['a cluster of 301 characters', `abe${'\u0301'.repeat(300)}`, 258, 2],
  ])('finds the last grapheme boundary within the limit in %s', (_name, text, limit, expected) => {
    expect(findGraphemeBoundary(text, limit)).toBe(expected);
  });

  it('finds the last grapheme boundary that fits, for any text and limit', () => {
    for (const text of texts(12, 250)) {
      const allowedEnds = boundaries(text);
      for (let limit = FAMILY.length; limit <= text.length; limit += 1) {
        let last = limit;
        while (!allowedEnds.has(last)) last -= 1;
        expect(findGraphemeBoundary(text, limit), `${limit} in ${text}`).toBe(last);
      }
    }
  });

  it('never splits a surrogate pair, even inside a grapheme that is longer than the limit', () => {
    const cluster = `a${'\u{1d165}'.repeat(600)}`;
    for (let limit = 2; limit < cluster.length; limit += 1) {
      const at = findGraphemeBoundary(cluster, limit);
      expect(at).toBeGreaterThan(0);
      expect(at).toBeLessThanOrEqual(limit);
      expect(cluster.slice(0, at).isWellFormed(), String(limit)).toBe(true);
    }
  });

  it('does not split any flag in a long row of flags', () => {
    const row = '🇨🇭🇩🇪🇫🇷🇮🇹'.repeat(40);
    const wrongLimits = Array.from({ length: row.length }, (_, limit) => limit).filter(
      (limit) => limit >= 4 && findGraphemeBoundary(row, limit) % '🇨🇭'.length !== 0,
    );
    expect(wrongLimits.slice(0, 3)).toEqual([]);
  });
});

describe('truncateMiddle', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdefghij', 7, 'abc…hij'],
    ['abcdefghij', 6, 'abc…ij'],
    ['Guide › Very long name › Errors', 17, 'Guide ›…› Errors'],
    ['aaaa 😀😀 bbbb', 9, 'aaaa…bbbb'],
  ])('truncates %j in the middle to %i characters', (text, limit, expected) => {
    expect(truncateMiddle(text, limit)).toBe(expected);
  });

  it('keeps whole graphemes at both ends of a truncated text, for any text and limit', () => {
    for (const text of texts(12, 150).map((each) => each.trim())) {
      for (let limit = 2 * FAMILY.length + 2; limit < text.length; limit += 5) {
        const [head = '', tail = '', ...more] = truncateMiddle(text, limit).split('…');
        expect(more).toEqual([]);
        expect(head.length + 1 + tail.length).toBeLessThanOrEqual(limit);
        expect(head).not.toBe('');
        expect(tail).not.toBe('');
        const all = splitGraphemes(text);
        expect(all.slice(0, splitGraphemes(head).length).join('')).toBe(head);
        expect(all.slice(-splitGraphemes(tail).length).join('')).toBe(tail);
      }
    }
  });
});

describe('truncate', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcdef', 4, 'abc…'],
    ['ab😀cd', 4, 'ab…'],
    ['ae\u0301bc', 3, 'a…'],
    [`a${FAMILY}b`, 5, 'a…'],
    ['abc', 1, '…'],
    ['abc', 0, ''],
  ])('truncates %j to %i characters', (text, limit, expected) => {
    expect(truncate(text, limit)).toBe(expected);
  });

  it('truncates to whole graphemes, for any text and limit', () => {
    for (const text of texts(6, 150)) {
      for (let limit = FAMILY.length + 1; limit < text.length; limit += 3) {
        const truncatedText = truncate(text, limit);
        expect(truncatedText.length).toBeLessThanOrEqual(limit);
        expect(truncatedText.at(-1)).toBe('…');
        const head = truncatedText.slice(0, -1);
        expect(splitGraphemes(text).slice(0, splitGraphemes(head).length).join('')).toBe(head);
      }
    }
  });
});

it.each(['', 'a', 'a long name of a property', '漢字😀', '\uD800 \uDC00', '"\\\u0000\n'])(
  'the copy of the text %j is equal to it',
  (text) => {
    expect(copyText(text)).toBe(text);
  },
);
