import { describe, expect, it } from 'vitest';
import { readAsciidoc } from '../read-asciidoc.ts';

const markdown = (...lines: string[]) => readAsciidoc(lines.join('\n')).markdown.trimEnd();

describe('AsciiDoc tables', () => {
  it.each([
    [
      'a header followed by a blank line',
      ['|===', '|A |B', '', '|a |b', '|c |d', '|==='],
      '| A | B |\n| --- | --- |\n| a | b |\n| c | d |',
    ],
    [
      'a header option',
      ['[options="header"]', '|===', '|A |B', '|a |b', '|==='],
      '| A | B |\n| --- | --- |\n| a | b |',
    ],
    [
      'a header option in short syntax',
      ['[%header,cols=2*]', '|===', '|A', '|B', '|a', '|b', '|==='],
      '| A | B |\n| --- | --- |\n| a | b |',
    ],
    ['no header', ['|===', '|a |b', '|c |d', '|==='], '| | |\n| --- | --- |\n| a | b |\n| c | d |'],
    [
      'a noheader option',
      ['[%noheader]', '|===', '|a |b', '', '|c |d', '|==='],
      '| | |\n| --- | --- |\n| a | b |\n| c | d |',
    ],
    [
      'no header because of a leading blank line',
      ['|===', '', '|a |b', '', '|c |d', '|==='],
      '| | |\n| --- | --- |\n| a | b |\n| c | d |',
    ],
    [
      'columns defined by cols',
      ['[cols="1,^2,3a"]', '|===', '|a', '|b', '|c', '|d |e |f', '|==='],
      '| | | |\n| --- | --- | --- |\n| a | b | c |\n| d | e | f |',
    ],
    [
      'cells with several lines',
      ['|===', '|A |B', '', '|a', 'b', '', 'c', '|d +', 'e', '|==='],
      '| A | B |\n| --- | --- |\n| a b<br>c | d<br>e |',
    ],
    [
      'pipes in cells',
      ['|===', '|a \\| b |`c\\|d` |{vbar}', '|==='],
      '| | | |\n| --- | --- | --- |\n| a \\| b | `c\\|d` | \\| |',
    ],
    [
      'cells that span columns',
      ['|===', '|A |B |C', '', '2+|a |b', '|==='],
      '| A | B | C |\n| --- | --- | --- |\n| a | | b |',
    ],
    [
      'cells that span rows',
      ['|===', '|A |B', '', '.2+|a |b', '|c', '|d |e', '|==='],
      '| A | B |\n| --- | --- |\n| a | b |\n| | c |\n| d | e |',
    ],
    [
      'cells that span columns and rows',
      ['[cols=3*]', '|===', '2.2+|a |b', '|c', '|d |e |f', '|==='],
      '| | | |\n| --- | --- | --- |\n| a | | b |\n| | | c |\n| d | e | f |',
    ],
    ['repeated cells', ['|===', '|A |B |C', '', '3*|x', '|==='], '| A | B | C |\n| --- | --- | --- |\n| x | x | x |'],
    [
      'styled cells',
      ['[cols=5*]', '|===', 's|a e|b m|c l|d h|f', '|==='],
      '| | | | | |\n| --- | --- | --- | --- | --- |\n| **a** | *b* | `c` | `d` | **f** |',
    ],
    [
      'styled columns with a plain header',
      ['[cols="1m,1e",options=header]', '|===', '|A |B', '|a |b', '|==='],
      '| A | B |\n| --- | --- |\n| `a` | *b* |',
    ],
    [
      'aligned cells',
      ['|===', '^|a >.^s|b 2+^|c', '|==='],
      '| | | | |\n| --- | --- | --- | --- |\n| a | **b** | c | |',
    ],
    [
      'a cell with blocks',
      ['|===', 'a|', '* b', '** c', '', 'NOTE: d', '', '----', 'e', '  f', '----', '|==='],
      '| |\n| --- |\n| - b<br>  - c<br>**Note:** d<br>`e`<br>`  f` |',
    ],
    [
      'a table in a cell',
      ['|===', '|a', 'a|', '!===', '!b !c', '!===', '|==='],
      '| |\n| --- |\n| a |\n| \\| b \\| c \\| |',
    ],
    ['a short last row', ['[cols=2*]', '|===', '|a |b', '|c', '|==='], '| | |\n| --- | --- |\n| a | b |\n| c | |'],
    ['a letter that is not a style', ['|===', '| a|b', '|x a', '|==='], '| | |\n| --- | --- |\n| a | b |\n| x a | |'],
    ['a title', ['.T', '|===', '|a', '|==='], '**T**\n\n| |\n| --- |\n| a |'],
    ['references', [':v: 1', '', '|===', '|*{v}* |<<x>>', '|==='], '| | |\n| --- | --- |\n| **1** | [x](#x) |'],
    [
      'a condition around a cell',
      ['|===', '|a', 'ifdef::backend-pdf[]', '|b', 'endif::[]', '|==='],
      '| |\n| --- |\n| a |',
    ],
    [
      'an include in a cell',
      ['|===', '|a', 'include::rows.adoc[]', '|==='],
      '| |\n| --- |\n| a<br>[rows.adoc](rows.adoc) |',
    ],
    ['only an include', ['[%header,format=csv]', '|===', 'include::a.csv[]', '|==='], 'Included file: [a.csv](a.csv)'],
    ['another separator', ['[separator=¦]', '|===', '¦a | b ¦c', '|==='], '| | |\n| --- | --- |\n| a \\| b | c |'],
    ['longer delimiters', ['|=====', '|a', '|====='], '| |\n| --- |\n| a |'],
  ])('an AsciiDoc table can have %s', (_, lines, expected) => {
    expect(markdown(...lines)).toBe(expected);
  });

  it.each([
    [
      'csv',
      ['[%header,format=csv]', '|===', 'A,B', '"a, b","c ""d"""', ' e , f', '|==='],
      '| A | B |\n| --- | --- |\n| a, b | c "d" |\n| e | f |',
    ],
    ['CSV between CSV delimiters', [',===', 'a,b', '', 'c,d', ',==='], '| a | b |\n| --- | --- |\n| c | d |'],
    [
      'CSV with quoted line breaks',
      [',===', 'a,"b', 'c"', 'd,e', ',==='],
      '| | |\n| --- | --- |\n| a | b c |\n| d | e |',
    ],
    ['tsv', ['[format=tsv]', '|===', 'a\tb', '|==='], '| | |\n| --- | --- |\n| a | b |'],
    ['dsv', [':===', 'a:b\\:c', 'd:e', ':==='], '| | |\n| --- | --- |\n| a | b:c |\n| d | e |'],
    [
      'rows of different lengths',
      [',===', 'a', 'b,c,d', ',==='],
      '| | | |\n| --- | --- | --- |\n| a | | |\n| b | c | d |',
    ],
    ['an unclosed quote', [',===', 'a,"b', 'c,d', ',==='], '| | |\n| --- | --- |\n| a | b c,d |'],
  ])('reads an AsciiDoc table in another format: %s', (_, lines, expected) => {
    expect(markdown(...lines)).toBe(expected);
  });

  it('maps AsciiDoc table rows to the lines where they begin', () => {
    const { markdown: text, lines } = readAsciidoc('x\n\n.T\n|===\n|A\n|B\n\n|a\n\nb\n|c\n|===');
    expect(text.split('\n').map((line, index) => `${lines?.[index]} ${line}`)).toEqual([
      '1 x',
      '1 ',
      '3 **T**',
      '3 ',
      '4 | |',
      '4 | --- |',
      '5 | A |',
      '6 | B |',
      '8 | a<br>b |',
      '11 | c |',
    ]);
  });

  it('limits the size of an AsciiDoc table regardless of the spans of its cells', () => {
    const wideText = readAsciidoc(`|===\n${'9999+|a\n'.repeat(2_000)}|===`).markdown;
    const tall = readAsciidoc(`[cols=100*]\n|===\n${'.9999+|a '.repeat(90)}${'|b '.repeat(2_000)}\n|===`).markdown;
    const largeText = readAsciidoc(`|===\n${'99999*|a\n'.repeat(1_000)}|===`).markdown;
    for (const text of [wideText, tall, largeText]) expect(text.length).toBeLessThan(1_500_000);
    expect(wideText.split('| a').length).toBeGreaterThan(1_999);
    expect(tall.split('| b').length).toBeGreaterThan(1_999);
  });
});
