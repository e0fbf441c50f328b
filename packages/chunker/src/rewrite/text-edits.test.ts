import { getLineStart, getLines } from '@context-sync/formats';
import { createSeededRandom } from '@context-sync/reading/seeded';
import { describe, expect, it } from 'vitest';
import { scan } from '../scan/scan-blocks.ts';
import { applyEdits, type TextEdit, visitOutsideCode } from './text-edits.ts';

const edit = (text: string, edits: TextEdit[]) => applyEdits(getLines(text), edits);

describe('applyEdits', () => {
  it.each([
    ['an empty list of edits', 'a\nb', [], 'a\nb'],
    ['a replacement by a longer text', 'abc', [{ start: 1, end: 2, text: 'xyz' }], 'axyzc'],
    ['a replacement by an empty text', 'abc', [{ start: 1, end: 2, text: '' }], 'ac'],
    ['an insertion', 'abc', [{ start: 3, end: 3, text: 'd' }], 'abcd'],
    [
      'several edits in any order',
      'abcd',
      [
        { start: 3, end: 4, text: 'D' },
        { start: 0, end: 1, text: 'AA' },
      ],
      'AAbcD',
    ],
    [
      'only the first of two overlapping edits',
      'abcd',
      [
        { start: 0, end: 3, text: 'x' },
        { start: 2, end: 4, text: 'y' },
      ],
      'xd',
    ],
    [
      'an edit that spans lines, without removing their line breaks',
      'a\nb\nc',
      [{ start: 0, end: 4, text: 'x' }],
      'x\n\nc',
    ],
    ['an edit of the whole text', 'a\n\nb', [{ start: 0, end: 4, text: '' }], '\n\n'],
  ])('applies %s to a text', (_name, text, edits, expected) => {
    const lines = edit(text, edits);
    expect(lines.text).toBe(expected);
    expect(lines).toEqual(getLines(expected));
  });

  it('preserves the number of lines of an edited text and updates their offsets', () => {
    for (let seed = 0; seed < 500; seed += 1) {
      const random = createSeededRandom(seed);
      const upTo = (most: number) => Math.floor(random() * most);
      const text = Array.from({ length: 40 }, () => 'ab\n '[upTo(4)]).join('');
      const edits = Array.from({ length: upTo(8) }, () => {
        const start = upTo(41);
        return { start, end: start + upTo(41 - start), text: 'x'.repeat(upTo(3)) };
      });
      const lines = edit(text, edits);
      expect(lines).toEqual(getLines(lines.text));
      expect(lines.count).toBe(text.split('\n').length);
    }
  });
});

describe('visitOutsideCode', () => {
  const find = (text: string) => {
    const lines = getLines(text);
    const places: string[] = [];
    visitOutsideCode({ lines, blocks: scan(lines, 0, { mdx: false }) }, '@', (block, at) => {
      places.push(`${block}:${at - getLineStart(lines, 0)}`);
      return undefined;
    });
    return places.join(' ');
  };

  it.each([
    ['text', '@ a @', '0:0 0:4'],
    ['all kinds of blocks', '@\n\n- @\n\n> @\n\n# @', '0:0 1:5 2:10 3:15'],
    ['adjacent matches', '@@', '0:0 0:1'],
    ['inline code', '`@` @', '0:4'],
    ['a block that starts with inline code', '`@`\n\n- `@`\n\n> `@`\n\n# `@`', ''],
    ['inline code with two marks', '`` @ ` @ `` @', '0:12'],
    ['text with a mark that is not closed', '` @', '0:2'],
    ['text with an escaped mark', '\\`@`', '0:2'],
    ['fences', '```\n@\n```\n@', '1:10'],
    ['fences in lists', '- @\n\n  ```\n  @\n  ```\n- @', '0:2 0:23'],
    ['indented code', '@\n\n    @', '0:0'],
  ])('finds the matches outside of code in %s', (_name, text, expected) => {
    expect(find(text)).toBe(expected);
  });

  it('continues the search for matches outside of code at the offset that the callback returns', () => {
    const lines = getLines('@1@2@3');
    const places: number[] = [];
    visitOutsideCode({ lines, blocks: scan(lines, 0, { mdx: false }) }, '@', (_, at) => {
      places.push(at);
      return at === 0 ? 3 : undefined;
    });
    expect(places).toEqual([0, 4]);
  });
});
