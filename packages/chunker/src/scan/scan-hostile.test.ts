import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { getShapes } from './block-shape.fixture.ts';

const MANY = selectByTier(4_000, 100_000);
const nest = (levels: number) => Array.from({ length: levels }, (_, level) => `${' '.repeat(2 * level)}- a`).join('\n');

/** Hostile texts with their names and the numbers of blocks that they contain as Markdown and as MDX. */
const CASES: readonly (readonly [name: string, text: string, markdown: number, mdx: number])[] = [
  ['nested quotes', `${'> '.repeat(10_000)}a`, 1, 1],
  ['lines of nested quotes', `${'>'.repeat(2_000)}\n`.repeat(500), 1, 1],
  ['nested lists', nest(2_000), 1, 1],
  ['nested lists on one line', `${'- '.repeat(MANY)}a`, 1, 1],
  ['nested lists followed by indented lines', `${'- '.repeat(99)}a\n${`${' '.repeat(198)}b\n`.repeat(5_000)}`, 1, 1],
  ['nested lists and quotes', `${'> - '.repeat(5_000)}a\nb\n\nc`, 2, 2],
  ['blank lines', '\n'.repeat(10 * MANY), 0, 0],
  ['blank lines in a list', `- a${'\n'.repeat(10 * MANY)}  b`, 1, 1],
  ['tabs', `- ${'\t'.repeat(2 * MANY)}a`, 1, 1],
  ['lazy lines', `> a\n${'b\n'.repeat(5 * MANY)}`, 1, 1],
  ['brackets', '['.repeat(MANY), 1, 1],
  ['brackets in separate paragraphs', '[\n\n'.repeat(MANY), MANY, MANY],
  ['definitions', '[a]: b\n'.repeat(MANY), 1, 1],
  ['pipes', `${'|'.repeat(1_000)}\n`.repeat(1_000), 1, 1],
  ['a table of a thousand columns', `${'| a '.repeat(1_000)}|\n${'|-'.repeat(1_000)}|\n${'| b '.repeat(1_000)}|`, 1, 1],
  ['dashes and white space', '- '.repeat(3 * MANY), 1, 1],
  ['stars that are nearly a break', `${'* '.repeat(MANY)}a`, 1, 1],
  ['text on one line', 'a '.repeat(10 * MANY), 1, 1],
  ['backticks', '`'.repeat(10 * MANY), 1, 1],
  ['backticks that are not a fence', `${'`'.repeat(5 * MANY)} \``, 1, 1],
  ['fences that do not close each other', '```a\n'.repeat(MANY), 1, 1],
  ['comments that do not end', '<!--\n\n'.repeat(MANY), 1, 1],
  ['raw tags that do not end', '<pre>\n\n'.repeat(MANY), 1, MANY],
  ['raw tags in a list that do not end', '- <pre>\n\n'.repeat(MANY / 2), 1, 1],
  ['instructions that do not end', '<?\n\n'.repeat(MANY), 1, 1],
  ['tags that do not end', '<a \n\n'.repeat(MANY), MANY, MANY],
  ['one tag with many attributes', `<a ${'b="c" '.repeat(2 * MANY)}>\n\nd`, 2, 2],
  ['tags on a line', '<a>'.repeat(3 * MANY), 1, 1],
  ['tags on lines', '<a>\n'.repeat(3 * MANY), 1, 1],
  ['braces', '{'.repeat(10 * MANY), 1, 1],
  ['braces that do not end', '{\n\n'.repeat(MANY), MANY, MANY],
  ['comments in braces that do not end', '{/*\n\n'.repeat(MANY), MANY, MANY],
  ['templates in braces that do not end', '{`\n\n'.repeat(MANY), MANY, MANY],
  ['props that do not end', '<a b={\n\n'.repeat(MANY), MANY, MANY],
  ['quotes in props that do not end', "<a b='\n\n".repeat(MANY), MANY, MANY],
  ['exports that do not end', 'export const a = {\n\n'.repeat(MANY / 2), MANY / 2, MANY / 2],
  ['imports', "import a from 'b'\n\n".repeat(MANY / 2), MANY / 2, MANY / 2],
];

describe('scanner with hostile text', () => {
  it.each(CASES)('finds the expected number of blocks in a hostile text: %s', (_name, text, markdown, mdx) => {
    expect([getShapes(text).length, getShapes(text, true).length]).toEqual([markdown, mdx]);
  });
});
