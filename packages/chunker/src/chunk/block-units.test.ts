import { describe, expect, it } from 'vitest';
import { createPage } from '../page/markdown-page.fixture.ts';
import { getUnits, isLeadIn } from './block-units.ts';

const SIZES = { target: 300, cap: 300 };
const prose = (mark: string, length: number) => `${mark} ${'w'.repeat(length - mark.length - 1)}`;
const fence = (length: number) => `\`\`\`\n${'c'.repeat(length - 8)}\n\`\`\``;
const list = (length: number) => `- ${'i'.repeat(length - 2)}`;
const table = '| a |\n| - |\n| b |';

/** Returns the units of a text as lists of block indices. */
function units(blocks: readonly string[], mdx = false): number[][] {
  const page = createPage(blocks.join('\n\n'), { mdx });
  expect(page.blocks.kinds).toHaveLength(blocks.length);
  const { firsts, lasts } = getUnits(page, 0, blocks.length, SIZES);
  return firsts.map((first, at) => Array.from({ length: (lasts[at] ?? 0) - first }, (_, index) => first + index));
}

describe('getUnits', () => {
  it.each<[name: string, blocks: readonly string[], expected: number[][]]>([
    ['returns a unit per block', [prose('a', 250), prose('b', 250)], [[0], [1]]],
    ['keeps a lead-in with the block below it', ['Then:', prose('b', 40), prose('c', 40)], [[0, 1], [2]]],
    ['keeps a bold lead-in with the block below it', ['**Example**', fence(60)], [[0, 1]]],
    ['keeps a lead-in of several lines with the block below it', ['Then\nthis: ', fence(60)], [[0, 1]]],
    ['recognizes a lead-in with a full-width colon', ['例えば：', prose('b', 250)], [[0, 1]]],
    [
      'keeps a list whose last item is a lead-in with the block below it',
      ['1. First.\n2. Then:', fence(200)],
      [[0, 1]],
    ],
    ['separates a list from the text below it', ['- Then:', prose('b', 250)], [[0], [1]]],
    ['separates a list from code that it does not introduce', [`- ${prose('a', 250)}`, fence(200)], [[0], [1]]],
    ['keeps a quote that ends with a lead-in with the block below it', ['> Then:', fence(200)], [[0, 1]]],
    ['keeps two successive lead-ins with the block below them', ['**Example**', 'Then:', fence(60)], [[0, 1, 2]]],
    ['keeps a heading with the block below it', ['# Heading', prose('a', 40), prose('b', 40)], [[0, 1], [2]]],
    ['keeps a heading with a block that only fits without it', ['# Heading', fence(295)], [[0, 1]]],
    ['keeps a lead-in with a block over the cap', ['Then:', fence(900)], [[0, 1]]],
    ['keeps a lead-in that is a quarter of the cap', [`${prose('a', 74)}:`, fence(295)], [[0, 1]]],
    ['separates a lead-in that is longer than a quarter of the cap', [`${prose('a', 76)}:`, fence(295)], [[0], [1]]],
    ['keeps a short text with the code below it', ['It is done like this.', fence(60)], [[0, 1]]],
    ['keeps a short text with the list below it', ['These are all.', list(60)], [[0, 1]]],
    ['keeps a short text with the table below it', ['These are all.', table], [[0, 1]]],
    ['separates a long text from the code below it', [prose('a', 201), fence(60)], [[0], [1]]],
    ['separates a short text from another one', [prose('a', 20), prose('b', 20)], [[0], [1]]],
    ['does not treat a double colon as a lead-in', ['std::', prose('b', 20)], [[0], [1]]],
    ['keeps the output of a notebook cell with its code', [fence(60), 'Output:', fence(60)], [[0, 1, 2]]],
    ['separates an output from code that it does not fit with', [fence(200), 'Output:', fence(200)], [[0], [1, 2]]],
    ['separates a lead-in at the end', [prose('a', 20), 'Then:'], [[0], [1]]],
    ['keeps an HTML element together', ['<dl>', prose('a', 40), '</dl>', prose('b', 40)], [[0, 1, 2], [3]]],
    ['keeps the outer of two elements together', ['<dl>', '<dd>', prose('a', 40), '</dd>', '</dl>'], [[0, 1, 2, 3, 4]]],
    ['keeps an opening tag with the block below it', ['<div>', prose('a', 40), prose('b', 40)], [[0, 1], [2]]],
    ['keeps a closing tag with the block above it', [prose('a', 40), prose('b', 40), '</div>'], [[0], [1, 2]]],
    [
      'keeps the tags of an element over the cap with its first and last block',
      ['<dl>', prose('a', 190), prose('b', 190), '</dl>'],
      [
        [0, 1],
        [2, 3],
      ],
    ],
    ['separates a tag if there is no space for it', [prose('a', 298), '</div>', prose('b', 40)], [[0], [1], [2]]],
  ])('groups blocks into units: %s', (_name, blocks, expected) => {
    expect(units(blocks)).toEqual(expected);
  });

  it('keeps JSX elements and their content together', () => {
    const blocks = [
      '<x-cards id="t">',
      '<x-card title="a">',
      prose('a', 40),
      '</x-card>',
      '</x-cards>',
      prose('b', 40),
    ];
    expect(units(blocks, true)).toEqual([[0, 1, 2, 3, 4], [5]]);
  });

  it('keeps the blocks of an admonition together', () => {
    const page = createPage(`:::tip\n\n${prose('a', 40)}\n\n${fence(40)}\n\n:::\n\n${prose('b', 40)}`);
    const { firsts, starts, ends } = getUnits(page, 0, page.blocks.kinds.length, SIZES);
    expect(firsts).toEqual([0, 3]);
    expect(starts.map((start, at) => page.lines.text.slice(start, ends[at]))).toEqual([
      `**Tip**\n\n${prose('a', 40)}\n\n${fence(40)}`,
      prose('b', 40),
    ]);
  });

  it('prefers boundaries before code to boundaries between code and its output', () => {
    const page = createPage([fence(210), 'Output:', fence(210), fence(210)].join('\n\n'));
    const [, output = 0, code = 0] = getUnits(page, 0, 4, SIZES).ranks;
    expect(output).toBeGreaterThan(code);
  });

  it('prefers boundaries before prose to boundaries before code, tables or lists', () => {
    const page = createPage([prose('a', 210), fence(60), prose('b', 210), list(60)].join('\n\n'));
    const { ranks } = getUnits(page, 0, 4, SIZES);
    const [, code = 0, text = 0, items = 0] = ranks;
    expect(text).toBeLessThan(1);
    expect(code).toBeGreaterThanOrEqual(2);
    expect(items).toBeGreaterThanOrEqual(2);
  });
});

describe('isLeadIn', () => {
  it.each([
    ['Then:', true],
    ['Then: ', true],
    ['**Then:**', true],
    ['_Then:_', true],
    ['**Example**', true],
    ['# Heading', true],
    ['Underlined\n---', true],
    ['An **example**', false],
    ['**One** and **two**', false],
    [`**${'w'.repeat(300)}**`, false],
    ['Then.', false],
    ['std::', false],
    ['- Then:', false],
    ['> Then:', false],
    ['```\nthen:\n```', false],
    ['<AppOnly>', true],
    ['<Tab title="a">', true],
    ['<div\n  class="a"\n>', true],
    ['<x-tabs />', false],
    ['<img src="a.png">', false],
    ['</Tabs>', false],
    ['<sub>low</sub>', false],
    ['<div>\ntext', false],
  ])('returns whether %j is a lead-in: %s', (text, expected) => {
    expect(isLeadIn(createPage(text), 0)).toBe(expected);
  });
});
