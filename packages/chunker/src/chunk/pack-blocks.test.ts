import { describe, expect, it } from 'vitest';
import { pageOf } from '../page/page.fixture.ts';
import type { Sizes } from './group.ts';
import { pack } from './pack-blocks.ts';

const SIZES: Sizes = { target: 100, cap: 300 };

function packed(text: string, sizes = SIZES) {
  const page = pageOf(text);
  return pack(page, 0, page.blocks.kinds.length, sizes);
}

const prose = (mark: string, length: number) => `${mark} ${'w'.repeat(length - mark.length - 1)}`;
const fence = (mark: string, length: number) => `\`\`\`\n${prose(mark, length - 8)}\n\`\`\``;
/** Paragraphs that no cut is better between than between others. */
const paragraphs = (count: number, length: number) => Array.from({ length: count }, (_, n) => prose(`p${n}`, length));

describe('pack', () => {
  it.each([
    ['one block', [prose('a', 40)], [[0]]],
    ['a text a little over the target', [prose('a', 35), prose('b', 35), prose('c', 35)], [[0, 1, 2]]],
    ['code over the target, up to the cap', [prose('a', 210), fence('b', 300), prose('c', 40)], [[0], [1], [2]]],
    ['a short text with the code below it', [prose('a', 40), fence('b', 250), prose('c', 40)], [[0, 1], [2]]],
    ['no short text with code that fits without it', [prose('a', 40), fence('b', 300)], [[0], [1]]],
    ['a list over the target', [`- ${prose('a', 120)}\n- ${prose('b', 120)}`, prose('c', 40)], [[0], [1]]],
    ['a table over the target', [`| a |\n| - |\n| ${prose('a', 200)} |`, prose('c', 40)], [[0], [1]]],
    ['a crumb with the table before it', [`| a |\n| - |\n| ${prose('a', 200)} |`, prose('c', 9)], [[0, 1]]],
    ['a crumb with the list behind it', [prose('a', 9), `- ${prose('b', 120)}\n- ${prose('b', 120)}`], [[0, 1]]],
    ['a first crumb with what is behind it', ['A.', prose('b', 120), prose('c', 90)], [[0, 1], [2]]],
    ['no crumb that the cap has no room for', [fence('b', 300), prose('c', 9)], [[0], [1]]],
    ['a paragraph over the target', [prose('a', 250), prose('c', 40)], [[0], [1]]],
    ['a lead-in with the block below it', [prose('a', 70), 'Then:', fence('b', 70)], [[0], [1, 2]]],
    ['a lead-in with code over the target', [prose('a', 60), 'Then:', fence('b', 200)], [[0], [1, 2]]],
    ['no lead-in that leaves no room', [`${prose('a', 99)}:`, fence('b', 280), prose('c', 40)], [[0], [1], [2]]],
    ['a heading with what is below it', ['# H', prose('a', 200)], [[0, 1]]],
  ])('takes together %s', (_name, blocks, expected) => {
    const texts = expected.map((run) => run.map((at) => blocks[at]).join('\n\n'));
    expect(packed(blocks.join('\n\n')).map(({ text }) => text)).toEqual(texts);
  });

  it('cuts a long text into pieces below the target, of which none is a crumb', () => {
    for (const count of [12, 50, 333]) {
      const pieces = packed(paragraphs(count, 20).join('\n\n'));
      expect(pieces.map(({ text }) => text).join('\n\n')).toBe(paragraphs(count, 20).join('\n\n'));
      const lengths = pieces.map(({ text }) => text.length);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(SIZES.target);
      expect(Math.min(...lengths)).toBeGreaterThanOrEqual(20);
      expect(pieces.length).toBeLessThan((count * 22) / 30);
    }
  });

  it('keeps a lead-in with the first piece of code over the cap', () => {
    const code = Array.from({ length: 40 }, (_, n) => `const value${n} = ${n};`).join('\n');
    const pieces = packed(`${prose('a', 220)}\n\nThen:\n\n\`\`\`js\n${code}\n\`\`\``);
    expect(pieces[0]?.text).toBe(prose('a', 220));
    expect(pieces[1]?.text).toMatch(/^Then:\n\n```js\nconst value0 = 0;\n/);
    for (const { text } of pieces) expect(text.length).toBeLessThanOrEqual(SIZES.cap);
  });

  it('keeps heading and lead-in with the first piece of code that leaves them no room', () => {
    const code = Array.from({ length: 15 }, (_, n) => `const value${n} = ${n};`).join('\n');
    const text = `## H\n\nThen:\n\n\`\`\`js\n${code}\n\`\`\``;
    expect(text.length).toBeGreaterThan(300);
    expect(text.length - '## H\n\nThen:\n\n'.length).toBeLessThanOrEqual(300);
    const pieces = packed(text);
    expect(pieces).toHaveLength(2);
    expect(pieces[0]?.text).toMatch(/^## H\n\nThen:\n\n```js\nconst value0 = 0;\n(?:.+\n)*```$/);
  });

  it('takes the end of a directive for no lead-in', () => {
    const directive = `::: tip\n${prose('b', 60)}\n:::`;
    const pieces = packed([prose('a', 60), directive, prose('c', 60)].join('\n\n'));
    expect(pieces.map(({ text }) => text)).toEqual([prose('a', 60), `**Tip**\n${prose('b', 60)}`, prose('c', 60)]);
  });

  it('cuts a block only where it alone is over the cap', () => {
    const words = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' ');
    expect(packed(words.slice(0, 300))).toHaveLength(1);
    expect(packed(words)).toHaveLength(2);
    expect(packed(`\`\`\`\n${words.slice(0, 280)}\n\`\`\``)).toHaveLength(1);
    expect(packed(`\`\`\`\n${words}\n\`\`\``)).toHaveLength(2);
  });

  it.each([
    ['blank lines', '\n'.repeat(1_000)],
    ['lines of white space', `\n${'\t'.repeat(1_000)}\n`],
    ['comments', `\n\n${'<!-- c -->\n\n'.repeat(100)}`],
    ['link definitions', `\n\n${'[a]: b\n\n'.repeat(100)}`],
  ])('counts the %s between blocks, so that no piece is over the cap', (_name, gap) => {
    const pieces = packed(`a${gap}\nb`);
    expect(pieces.flatMap(({ text }) => text.match(/[ab]/g) ?? [])).toEqual(['a', 'b']);
    expect(Math.max(...pieces.map(({ text }) => text.trim().length))).toBeLessThanOrEqual(SIZES.cap);
  });

  it('leaves out what is not for readers, wherever it stands in a piece', () => {
    const text = `<!-- x -->\n\na\n\n<!-- x -->\n\n<!-- x -->\n\nb\n\n[a]: x\n\n[b]: x\n\nc\n\n<!-- x -->`;
    expect(packed(text).map((piece) => piece.text)).toEqual(['a\n\nb\n\nc']);
  });

  it('gives whole lines, and says which', () => {
    const lines = [prose('a', 70), '', '', prose('b', 70), '', fence('c', 150), prose('d', 70)].join('\n').split('\n');
    const pieces = packed(lines.join('\n'));
    expect(pieces.map(({ start, end }) => [start, end])).toEqual([
      [0, 1],
      [3, 8],
      [8, 9],
    ]);
    for (const { text, start, end } of pieces) expect(text).toBe(lines.slice(start, end).join('\n'));
  });
});
