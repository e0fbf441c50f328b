import { describe, expect, it } from 'vitest';
import { createPage } from '../page/markdown-page.fixture.ts';
import type { SizeLimits } from './item-group.ts';
import { packBlocks } from './pack-blocks.ts';

const SIZES: SizeLimits = { target: 100, cap: 300 };

function pack(text: string, sizes = SIZES) {
  const page = createPage(text);
  return packBlocks(page, 0, page.blocks.kinds.length, sizes);
}

const prose = (mark: string, length: number) => `${mark} ${'w'.repeat(length - mark.length - 1)}`;
const fence = (mark: string, length: number) => `\`\`\`\n${prose(mark, length - 8)}\n\`\`\``;
/** Generates paragraphs whose boundaries all have the same rank. */
const paragraphs = (count: number, length: number) => Array.from({ length: count }, (_, n) => prose(`p${n}`, length));

describe('packBlocks', () => {
  it.each([
    ['keeps a single block whole', [prose('a', 40)], [[0]]],
    ['keeps a text slightly over the target whole', [prose('a', 35), prose('b', 35), prose('c', 35)], [[0, 1, 2]]],
    [
      'keeps code over the target and up to the cap whole',
      [prose('a', 210), fence('b', 300), prose('c', 40)],
      [[0], [1], [2]],
    ],
    ['keeps a short text with the code below it', [prose('a', 40), fence('b', 250), prose('c', 40)], [[0, 1], [2]]],
    ['separates a short text from code that leaves no space for it', [prose('a', 40), fence('b', 300)], [[0], [1]]],
    ['keeps a list over the target whole', [`- ${prose('a', 120)}\n- ${prose('b', 120)}`, prose('c', 40)], [[0], [1]]],
    ['keeps a table over the target whole', [`| a |\n| - |\n| ${prose('a', 200)} |`, prose('c', 40)], [[0], [1]]],
    ['keeps a tiny text with the table above it', [`| a |\n| - |\n| ${prose('a', 200)} |`, prose('c', 9)], [[0, 1]]],
    [
      'keeps a tiny text with the list below it',
      [prose('a', 9), `- ${prose('b', 120)}\n- ${prose('b', 120)}`],
      [[0, 1]],
    ],
    ['keeps a tiny first text with the paragraph below it', ['A.', prose('b', 120), prose('c', 90)], [[0, 1], [2]]],
    ['separates a tiny text from code that leaves no space for it', [fence('b', 300), prose('c', 9)], [[0], [1]]],
    ['keeps a paragraph over the target whole', [prose('a', 250), prose('c', 40)], [[0], [1]]],
    ['keeps a lead-in with the block below it', [prose('a', 70), 'Then:', fence('b', 70)], [[0], [1, 2]]],
    ['keeps a lead-in with code over the target', [prose('a', 60), 'Then:', fence('b', 200)], [[0], [1, 2]]],
    [
      'separates a lead-in from code that leaves no space for it',
      [`${prose('a', 99)}:`, fence('b', 280), prose('c', 40)],
      [[0], [1], [2]],
    ],
    ['keeps a heading with the text below it', ['# H', prose('a', 200)], [[0, 1]]],
  ])('packs blocks: %s', (_name, blocks, expected) => {
    const texts = expected.map((run) => run.map((at) => blocks[at]).join('\n\n'));
    expect(pack(blocks.join('\n\n')).map(({ text }) => text)).toEqual(texts);
  });

  it('splits a long text into parts below the target size, without tiny parts', () => {
    for (const count of [12, 50, 333]) {
      const parts = pack(paragraphs(count, 20).join('\n\n'));
      expect(parts.map(({ text }) => text).join('\n\n')).toBe(paragraphs(count, 20).join('\n\n'));
      const lengths = parts.map(({ text }) => text.length);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(SIZES.target);
      expect(Math.min(...lengths)).toBeGreaterThanOrEqual(20);
      expect(parts.length).toBeLessThan((count * 22) / 30);
    }
  });

  it('keeps a lead-in with the first part of code over the size cap', () => {
    const code = Array.from({ length: 40 }, (_, n) => `const value${n} = ${n};`).join('\n');
    const parts = pack(`${prose('a', 220)}\n\nThen:\n\n\`\`\`js\n${code}\n\`\`\``);
    expect(parts[0]?.text).toBe(prose('a', 220));
    expect(parts[1]?.text).toMatch(/^Then:\n\n```js\nconst value0 = 0;\n/);
    for (const { text } of parts) expect(text.length).toBeLessThanOrEqual(SIZES.cap);
  });

  it('keeps a heading and lead-in with the first part of code, even if the code leaves no space for them', () => {
    const code = Array.from({ length: 15 }, (_, n) => `const value${n} = ${n};`).join('\n');
    const text = `## H\n\nThen:\n\n\`\`\`js\n${code}\n\`\`\``;
    expect(text.length).toBeGreaterThan(300);
    expect(text.length - '## H\n\nThen:\n\n'.length).toBeLessThanOrEqual(300);
    const parts = pack(text);
    expect(parts).toHaveLength(2);
    expect(parts[0]?.text).toMatch(/^## H\n\nThen:\n\n```js\nconst value0 = 0;\n(?:.+\n)*```$/);
  });

  it('does not treat the end of a directive as a lead-in', () => {
    const directive = `::: tip\n${prose('b', 60)}\n:::`;
    const parts = pack([prose('a', 60), directive, prose('c', 60)].join('\n\n'));
    expect(parts.map(({ text }) => text)).toEqual([prose('a', 60), `**Tip**\n${prose('b', 60)}`, prose('c', 60)]);
  });

  it('splits a paragraph after sentences if it exceeds one and a half times the target size', () => {
    const sentences = Array.from({ length: 12 }, (_, n) => `Sentence number ${n} says it.`);
    const parts = pack(sentences.join(' '));
    expect(parts.map(({ text }) => text).join(' ')).toBe(sentences.join(' '));
    expect(parts.length).toBeGreaterThan(2);
    for (const { text } of parts) {
      expect(text.length).toBeLessThanOrEqual(SIZES.target);
      expect(text).toMatch(/^Sentence .*\.$/);
    }
    expect(pack(sentences.slice(0, 4).join(' '))).toHaveLength(1);
  });

  it('does not split inside code, links or bold text, or after abbreviations', () => {
    const link = `[A link. With two. Sentences of some length. And more](https://example.com/${'a'.repeat(60)})`;
    expect(pack(`${link} ${'`a. B. C. D`'.repeat(3)} **Bold. Text** e.g. such things`)).toHaveLength(1);
  });

  it('keeps the lead-in with the first part of a paragraph and the note with the last', () => {
    const sentences = Array.from({ length: 9 }, (_, n) => `Sentence number ${n} says it.`).join(' ');
    const parts = pack(`**Example**\n\n${sentences}\n\nAdded in version 2.0.`);
    expect(parts[0]?.text).toMatch(/^\*\*Example\*\*\n\nSentence number 0/);
    expect(parts.at(-1)?.text).toMatch(/Sentence number 8 says it\.\n\nAdded in version 2\.0\.$/);
  });

  it('splits a list with several fences between the fences, at the target size', () => {
    const step = (n: number) => `${n}. Step ${n}.\n\n   \`\`\`\n   code of step ${n} ${'c'.repeat(30)}\n   \`\`\``;
    const parts = pack([1, 2, 3, 4].map(step).join('\n\n'));
    expect(parts.length).toBeGreaterThan(1);
    for (const { text } of parts) expect(text.trim()).toMatch(/^\d\. Step[\s\S]*```$/);
  });

  it('does not split a fence in a nested item, and keeps the list whole', () => {
    const code = 'x'.repeat(30);
    const item = (n: number) => `  - ${code} ${n}\n\n    - \`\`\`\n      ${code}\n\n      ${code}\n      \`\`\``;
    for (const { text } of pack(`- ${code}\n${[1, 2].map(item).join('\n\n')}`, { target: 60, cap: 600 }))
      expect((text.match(/```/g)?.length ?? 0) % 2).toBe(0);
  });

  it.each([
    'Added in version 2.0.',
    '*Changed in version 3.1:* it is faster.',
    '> **Deprecated since version 4**',
    'New in 0.163.0',
    'The table above is not complete.',
  ])('keeps the note %j with the text that it describes', (note) => {
    const parts = pack([prose('a', 60), prose('b', 80), note, prose('c', 90)].join('\n\n'));
    expect(parts.find(({ text }) => text.includes(note))?.text).toContain(prose('b', 80));
  });

  it('splits a block only if the block alone exceeds the size cap', () => {
    const words = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' ');
    expect(pack(words.slice(0, 300))).toHaveLength(1);
    expect(pack(words)).toHaveLength(2);
    expect(pack(`\`\`\`\n${words.slice(0, 280)}\n\`\`\``)).toHaveLength(1);
    expect(pack(`\`\`\`\n${words}\n\`\`\``)).toHaveLength(2);
  });

  it.each([
    ['blank lines', '\n'.repeat(1_000)],
    ['lines of white space', `\n${'\t'.repeat(1_000)}\n`],
    ['comments', `\n\n${'<!-- c -->\n\n'.repeat(100)}`],
    ['link definitions', `\n\n${'[a]: b\n\n'.repeat(100)}`],
  ])('includes the %s between blocks in the size, so that no part exceeds the cap', (_name, gap) => {
    const parts = pack(`a${gap}\nb`);
    expect(parts.flatMap(({ text }) => text.match(/[ab]/g) ?? [])).toEqual(['a', 'b']);
    expect(Math.max(...parts.map(({ text }) => text.trim().length))).toBeLessThanOrEqual(SIZES.cap);
  });

  it('omits text that readers do not see', () => {
    const text = `<!-- x -->\n\na\n\n<!-- x -->\n\n<!-- x -->\n\nb\n\n[a]: x\n\n[b]: x\n\nc\n\n<!-- x -->`;
    expect(pack(text).map((part) => part.text)).toEqual(['a\n\nb\n\nc']);
  });

  it('returns whole lines of text and their line numbers', () => {
    const lines = [prose('a', 70), '', '', prose('b', 70), '', fence('c', 150), prose('d', 70)].join('\n').split('\n');
    const parts = pack(lines.join('\n'));
    expect(parts.map(({ start, end }) => [start, end])).toEqual([
      [0, 1],
      [3, 8],
      [8, 9],
    ]);
    for (const { text, start, end } of parts) expect(text).toBe(lines.slice(start, end).join('\n'));
  });
});
