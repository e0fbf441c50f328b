import { describe, expect, it } from 'vitest';
import { codeBlocks, findViolations } from '../gfm.fixture.ts';
import { PAYLOADS } from '../payloads.fixture.ts';
import { formatDifference } from './item-difference.ts';

const LIMIT = 400;

describe('formatDifference', () => {
  it('changed words are struck out or underlined, with their surroundings', () => {
    const before = `Limits\n\n${'Before it. '.repeat(20)}Each key may send 60 requests per minute.${' After it.'.repeat(20)}`;
    const text = formatDifference(before, before.replace('60', '600'), LIMIT);
    expect(text).toMatch(
      /^<pre>….*Each key may send <del>60<\/del><ins>600<\/ins> requests per\s+minute\..*…<\/pre>$/s,
    );
    expect(text.length).toBeLessThan(250);
  });

  it('changes that are only a few characters apart become one phrase', () => {
    expect(formatDifference('T\n\na 1.2.3 b', 'T\n\na 4.5.6 b', LIMIT)).toContain('<del>1.2.3</del><ins>4.5.6</ins>');
  });

  it('the difference of two items does not compare their source URLs', () => {
    const text = 'T\n\nText.\n\nSource: https://docs.example.com/';
    expect(formatDifference(`${text}a`, `${text}b`, LIMIT)).not.toMatch(/<del>|<ins>/);
  });

  it('texts without common words are shown one after the other', () => {
    const words = (word: string) => Array.from({ length: 2_000 }, (_, at) => `${word}${at}`).join(' ');
    const text = formatDifference(words('a'), words('b'), LIMIT);
    expect(text).toMatch(/^<pre><del>a0 a1.*<\/del><ins>b0 b1.*<\/ins><\/pre>$/s);
    expect(text.length).toBeLessThan(2 * LIMIT);
  });

  it('the difference of the same texts is always the same', () => {
    expect(formatDifference('T\n\na b c', 'T\n\na x c', LIMIT)).toBe(
      formatDifference('T\n\na b c', 'T\n\na x c', LIMIT),
    );
  });

  it.each(PAYLOADS.map((payload) => [payload.slice(0, 200)]))(
    'the text %j in a difference is never Markdown or HTML',
    (payload) => {
      for (const [before, after] of [
        [`T\n\nx ${payload} y`, 'T\n\nx y'],
        ['T\n\nx y', `T\n\nx ${payload} y`],
        [`T\n\n${payload} one`, `T\n\n${payload} two`],
      ] as const) {
        const text = formatDifference(before, after, LIMIT);
        expect(findViolations(text)).toEqual([]);
        expect(codeBlocks(text)).toHaveLength(1);
      }
    },
  );
});
