import { describe, expect, it } from 'vitest';
import { splitText } from './split-text.ts';

const createNumberedLines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n + 1));

describe('splitText', () => {
  it.each([
    ['after sentences', 'One two three. Four five six. Seven', 20, ['One two three.', 'Four five six. Seven']],
    ['after words', 'alpha beta gamma delta', 12, ['alpha beta', 'gamma delta']],
    ['after graphemes', '👩‍👩‍👧‍👦'.repeat(4), 25, ['👩‍👩‍👧‍👦'.repeat(2), '👩‍👩‍👧‍👦'.repeat(2)]],
    ['after CJK sentences', '一二三四五。六七八九十。', 8, ['一二三四五。', '六七八九十。']],
    ['after a sentence in quotes', 'He said “one two.” “Three four.”', 20, ['He said “one two.”', '“Three four.”']],
    ['after a bold sentence', '**One two three.** Four five six.', 20, ['**One two three.**', 'Four five six.']],
    ['after a sentence, not inside a number', 'version 1.2.3 of it', 14, ['version 1.2.3', 'of it']],
    ['nothing if the text fits', 'One. Two.', 9, ['One. Two.']],
    ['white space into no parts', '   \n  ', 3, []],
  ])('splits text: %s', (_name, text, limit, expected) => {
    expect(splitText(text, limit)).toEqual(expected);
  });

  it.each([16, 50, 199])('drops only white space when it splits text with a limit of %i', (limit) => {
    const words = [
      'alpha',
      'β',
      '漢字。',
      '👩‍👩‍👧‍👦',
      'e\u0301',
      '\n',
      '   ',
      'end.',
      '"so!"',
      'x'.repeat(70),
      '\u00a0',
      'שלום',
    ];
    const text = createNumberedLines(600, (n) => `${words[(n * n + n) % words.length]}${n % 3 === 0 ? ' ' : ''}`).join(
      '',
    );
    const parts = splitText(text, limit);
    expect(parts.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(limit);
    expect(parts.filter((part) => !part.isWellFormed() || part.trim() === '')).toEqual([]);
  });

  it('keeps the boundaries of a split text that are far from an added sentence', () => {
    const sentences = createNumberedLines(200, (n) => `Sentence ${n} says ${'so '.repeat(n % 9)}much.`);
    const before = splitText(sentences.join(' '), 400);
    const after = splitText(sentences.toSpliced(100, 0, 'This one is new.').join(' '), 400);
    expect(after.filter((part) => !before.includes(part)).length).toBeLessThanOrEqual(2);
  });
});
