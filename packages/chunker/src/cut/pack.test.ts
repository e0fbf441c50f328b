import { describe, expect, it } from 'vitest';
import { scan } from '../document/scan.ts';
import { lengthOf, pack, type Sizes } from './pack.ts';

const SIZES: Sizes = { target: 100, cap: 300 };

function packed(text: string, sizes = SIZES) {
  const lines = text.split('\n');
  return pack(lines, scan(lines), sizes);
}

const prose = (mark: string, length: number) => `${mark} ${'w'.repeat(length - mark.length - 1)}`;
const fence = (mark: string, length: number) => `\`\`\`\n${prose(mark, length - 8)}\n\`\`\``;

describe('pack', () => {
  it.each([
    ['nothing', [], []],
    ['one block', [prose('a', 40)], [[0]]],
    ['blocks up to the target', [prose('a', 40), prose('b', 40), prose('c', 40)], [[0, 1], [2]]],
    ['blocks that fill the target to the last unit', [prose('a', 49), prose('b', 49), prose('c', 9)], [[0, 1], [2]]],
    ['code over the target, up to the cap', [prose('a', 40), fence('b', 300), prose('c', 40)], [[0], [1], [2]]],
    ['a list over the target', [`- ${prose('a', 120)}\n- ${prose('b', 120)}`, prose('c', 40)], [[0], [1]]],
    ['a table over the target', [`| a |\n| - |\n| ${prose('a', 200)} |`, prose('c', 40)], [[0], [1]]],
    ['a lead-in with the block below it', [prose('a', 60), 'Then:', fence('b', 60)], [[0], [1, 2]]],
    ['a lead-in with code over the target', [prose('a', 60), 'Then:', fence('b', 200)], [[0], [1, 2]]],
    ['a lead-in of several lines', [prose('a', 60), 'Then\nthis: ', fence('b', 60)], [[0], [1, 2]]],
    ['a lead-in with a list', [prose('a', 60), 'Then:', `- ${prose('b', 60)}`], [[0], [1, 2]]],
    ['no lead-in that leaves no room', [`${prose('a', 59)}:`, fence('b', 280), prose('c', 40)], [[0], [1], [2]]],
    ['a lead-in that ends the section', [prose('a', 60), 'Then:'], [[0, 1]]],
  ])('takes together %s', (_name, blocks, expected) => {
    const texts = expected.map((run) => run.map((at) => blocks[at]).join('\n\n'));
    expect(packed(blocks.join('\n\n')).map(({ text }) => text)).toEqual(texts);
  });

  it('keeps a lead-in that begins the section with code over the target', () => {
    const text = `Then:\n\n${fence('b', 200)}`;
    expect(packed(text)).toEqual([{ text, start: 0, end: 5 }]);
  });

  it('keeps a lead-in with the first piece of code over the cap', () => {
    const code = Array.from({ length: 40 }, (_, n) => `const value${n} = ${n};`).join('\n');
    const pieces = packed(`${prose('a', 60)}\n\nThen:\n\n\`\`\`js\n${code}\n\`\`\``);
    expect(pieces[0]?.text).toBe(prose('a', 60));
    expect(pieces[1]?.text).toMatch(/^Then:\n\n```js\nconst value0 = 0;\n/);
  });

  it('takes the end of a directive for no lead-in', () => {
    const directive = `::: tip\n${prose('b', 30)}\n:::`;
    const pieces = packed([prose('a', 40), directive, prose('c', 60)].join('\n\n'));
    expect(pieces.map(({ text }) => text)).toEqual([`${prose('a', 40)}\n\n${directive}`, prose('c', 60)]);
  });

  it('cuts a paragraph over the target, code only over the cap', () => {
    const words = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' ');
    expect(packed(words).map(({ text }) => text.length > SIZES.target)).toEqual([false, false, false, false, false]);
    expect(packed(`\`\`\`\n${words.slice(0, 280)}\n\`\`\``)).toHaveLength(1);
    expect(packed(`\`\`\`\n${words}\n\`\`\``)).toHaveLength(2);
  });

  it.each([
    ['blank lines', '\n'.repeat(1_000)],
    ['lines of white space', `\n${'\t'.repeat(1_000)}\n`],
  ])('counts the %s between blocks, so that no piece is over the cap', (_name, gap) => {
    const pieces = packed(`a${gap}\nb`);
    expect(pieces.flatMap(({ text }) => text.match(/[ab]/g) ?? [])).toEqual(['a', 'b']);
    expect(Math.max(...pieces.map(({ text }) => text.trim().length))).toBeLessThanOrEqual(SIZES.cap);
  });

  it('gives whole lines, and says which', () => {
    const lines = [prose('a', 60), '', '', prose('b', 60), '', fence('c', 150), prose('d', 30)].join('\n').split('\n');
    const pieces = pack(lines, scan(lines), SIZES);
    expect(pieces.map(({ start, end }) => [start, end])).toEqual([
      [0, 1],
      [3, 4],
      [5, 8],
      [8, 9],
    ]);
    for (const { text, start, end } of pieces) expect(text).toBe(lines.slice(start, end).join('\n'));
  });
});

describe('lengthOf', () => {
  it.each([
    [0, 1, 2],
    [0, 3, 8],
    [1, 2, 0],
  ])('lines %i to %i is that of their text', (start, end, expected) => {
    const lines = ['ab', '', 'cdef'];
    expect(lengthOf(lines, { start, end })).toBe(expected);
    expect(lines.slice(start, end).join('\n')).toHaveLength(expected);
  });
});
