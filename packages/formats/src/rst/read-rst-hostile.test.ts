import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { readRst } from './read-rst.ts';

const MANY = selectByTier(1_500, 100_000);
/** Nesting depth. The length of the text grows with the square of this number. */
const DEPTH = selectByTier(400, 2_000);
const repeatMany = (text: string, count = MANY): string => text.repeat(count);
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');

/** Inputs that would cause quadratic time or a stack overflow in a naive parser. */
const INPUTS: readonly [name: string, rst: string][] = [
  ['line breaks', repeatMany('\n', 10 * MANY)],
  ['tabs', repeatMany('\t', 2 * MANY)],
  ['one line', repeatMany('word ', 4 * MANY)],
  ['one word', repeatMany('a', 20 * MANY)],
  ...['*', '`', '|', '[', '_', ':', '\\', '~', '<', '&', '#', '>', '-', '='].map((mark): [string, string] => [
    `repeated ${mark}`,
    repeatMany(mark),
  ]),
  ...['*a ', '**a ', '`a ', '``a ', '_`a ', '|a ', '[1', '[1]_ ', 'a_ ', 'a__ ', ':a:', ':a:`b '].map(
    (start): [string, string] => [`unclosed ${start}`, repeatMany(start)],
  ),
  ...['*a* ', '`a`_ ', '`a`__ ', '`a <b>`_ ', ':ref:`a` ', 'http://a ', '\\*', '&amp;', '`a<', '>`_', 'x.x_.'].map(
    (text): [string, string] => [`inline markup ${text}`, repeatMany(text)],
  ),
  ['reference names', repeatMany('a.')],
  ['a URL', `http://a${repeatMany(')', 10 * MANY)}`],
  ['brackets in a link', `\`${repeatMany('[')} <u>\`_`],
  ...['- ', '* ', '1. ', '.. note:: ', ':a: ', '-a  '].map((start): [string, string] => [
    `nested on one line: ${start}`,
    repeatMany(start),
  ]),
  ['nested items', lines(0.75 * DEPTH, (i) => `${' '.repeat(i * 2)}- a`)],
  ['nested quotes', lines(DEPTH, (i) => `${' '.repeat(i)}a`)],
  ['nested quotes with decreasing indents', lines(DEPTH, (i) => `${' '.repeat(DEPTH - i)}a`)],
  ['nested directives', lines(DEPTH / 2, (i) => `${' '.repeat(i * 3)}.. note::`)],
  ...[
    '- a\n',
    '- a\n+ b\n',
    ':a: b\n',
    '-a  b\n',
    '| a\n',
    'a\n b\n',
    '.. a\n',
    '.. a::\n',
    '.. _a:\n',
    '.. _a: b\n',
    '__ a\n',
    '>>> a\n',
  ].map((line): [string, string] => [`blocks: ${line.trim()}`, repeatMany(line)]),
  ['titles', repeatMany('T\n==\n\n')],
  ['overlines', repeatMany('=====\n-----\n')],
  ['literal blocks', repeatMany('a::\n\n b\n\n', MANY / 2)],
  ['literal block markers', repeatMany('::\n')],
  ['table headers', repeatMany('== ==\nx\n')],
  ['unclosed tables', repeatMany('== ==\nx\n\n')],
  ['a table of columns', `${repeatMany('= ')}=\na\n${repeatMany('= ')}=\n`],
  ['a table of short rows', `${repeatMany('= ', 1_000)}=\n${repeatMany('a\n')}${repeatMany('= ', 1_000)}=\n`],
  ['a table of spans', `== ==\n${repeatMany('-- --\n')}== ==\n`],
  ['a grid table with many columns', `+${repeatMany('-+')}\n|${repeatMany(' |')}\n+${repeatMany('-+')}\n`],
  ['a grid of borders', repeatMany(`${repeatMany('+-', 200)}+\n`, DEPTH / 2)],
  ['unclosed grid tables', repeatMany('+---+\n| a |\n\n', MANY / 2)],
  [
    'grid tables in grid tables',
    lines(200, (i) => `${repeatMany('|', i)}+${repeatMany('-', 2 * (200 - i))}+${repeatMany('|', i)}`),
  ],
  ['CSV values', `.. csv-table::\n\n   ${repeatMany('a,')}`],
  ['CSV quotes', `.. csv-table::\n\n   ${repeatMany('"')}`],
  [
    'cells',
    `.. list-table::\n\n   * - ${repeatMany('a\n     - ', 10 * DEPTH)}\n${repeatMany('   * - a\n', 10 * DEPTH)}`,
  ],
  ['terms', `.. glossary::\n\n${repeatMany('   a\n')}`],
  ['scripts', `.. raw:: html\n\n${repeatMany('   <script>\n')}`],
  ['signatures', `.. function:: ${repeatMany('a\n              ')}`],
  ['footnotes', `${repeatMany('.. [#] b\n', MANY / 2)}\n${repeatMany('[#]_ ', MANY / 2)}`],
  ['chained aliases', `${lines(MANY / 2, (i) => `.. _a${i}: a${i + 1}_`)}\n\n${lines(MANY / 2, (i) => `a${i}_`)}`],
  ['nested substitutions', `${lines(30, (i) => `.. |a${i}| replace:: ${repeatMany(`|a${i + 1}| `, 20)}`)}\n\n|a0|`],
  ['a chain of substitutions', `${lines(10 * DEPTH, (i) => `.. |a${i}| replace:: |a${i + 1}|`)}\n\n|a0|`],
  ['a long substitution', `.. |x| replace:: ${repeatMany('y', 5_000)}\n\n${repeatMany('|x| ')}`],
];

describe('readRst with hostile input', () => {
  it.each(INPUTS)('reads hostile reStructuredText to the end: %s', (_name, rst) => {
    const { markdown, lines: from = [], warnings } = readRst(`${rst}\n\n\n\nthe end`);
    expect(markdown.endsWith('the end')).toBe(true);
    expect(from).toHaveLength(markdown.split('\n').length);
    expect(from.at(-1)).toBe(rst.split('\n').length + 4);
    expect(warnings.every(({ line }) => line > 0)).toBe(true);
  });

  it('keeps reStructuredText blocks that are nested too deeply as text and adds a warning', () => {
    const { markdown, warnings } = readRst(lines(100, (i) => `${' '.repeat(i * 2)}- item${i}`));
    for (let i = 0; i < 100; i += 1) expect(markdown).toContain(`item${i}`);
    expect(warnings).toEqual([
      { line: 33, message: 'Blocks are nested deeper than 32 levels; their text is kept unchanged' },
    ]);
  });

  it('limits the expansion of reStructuredText substitutions', () => {
    const { markdown } = readRst(`.. |x| replace:: ${repeatMany('y', 5_000)}\n\n${repeatMany('|x| ')}`);
    expect(markdown.length).toBeLessThan(selectByTier(200_000, 20 * MANY));
  });
});
