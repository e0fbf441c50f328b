import { describe, expect, it } from 'vitest';
import { readAsciidoc } from '../read-asciidoc.ts';

const markdown = (...lines: string[]) => readAsciidoc(lines.join('\n')).markdown.trimEnd();

describe('document header', () => {
  it.each([
    ['comments and attributes before the title', ['// a', '', ':p: P', '////', '= x', '////', '= {p} Q'], '# P Q'],
    ['an id', ['[#top]', '= T', '', '<<top>>'], '# T {#top}\n\n[T](#top)'],
    [
      'an author',
      ['= T', 'Ada Lovelace', '', 'x {author}, {firstname}, {lastname}'],
      '# T\n\nAuthor: Ada Lovelace\n\nx Ada Lovelace, Ada, Lovelace',
    ],
    ['an email address', ['= T', 'Ada <ada@e.org>', '', '{email}'], '# T\n\nAuthor: Ada <ada@e.org>\n\nada@e.org'],
    [
      'a link instead of an email address',
      ['= T', 'Ada <https://e.org[@ada]>'],
      '# T\n\nAuthor: Ada ([@ada](https://e.org))',
    ],
    [
      'authors and a revision',
      [
        '= T',
        'Ada B. Lovelace; Jan_Piet Kaas <j@e.org>',
        'v1.2, 2024-01-02: A remark',
        ':a: b',
        '',
        '{revnumber} {revdate} {revremark}',
      ],
      '# T\n\nAuthors: Ada B. Lovelace; Jan Piet Kaas <j@e.org>\\\nRevision: v1.2, 2024-01-02: A remark\n\n1.2 2024-01-02 A remark',
    ],
    [
      'text directly below the title',
      ['= T', 'This is a whole sentence, not a name.'],
      '# T\n\nThis is a whole sentence, not a name.',
    ],
    [
      'an include',
      ['= T', 'include::attributes.adoc[]', ':a: b', '', '{a}'],
      '# T\n\nIncluded file: [attributes.adoc](attributes.adoc)\n\nb',
    ],
    ['comments after the title', ['= T', '// x', 'Ada Lovelace', '// y', ':a: b'], '# T\n\nAuthor: Ada Lovelace'],
    ['the title as an attribute', ['= T *x*', '', '{doctitle}'], '# T **x**\n\nT \\*x\\*'],
    ['an underlined title, which enables compatibility mode', ['Title', '=====', '', "'em'"], '# Title\n\n*em*'],
    ['a section title instead of a document title', ['== A', 'Ada Lovelace'], '## A {#_a}\n\nAda Lovelace'],
  ])('a document header can contain %s', (_, lines, expected) => {
    expect(markdown(...lines)).toBe(expected);
  });
});

describe('attribute entries', () => {
  it.each([
    ['can be set', [':a: b', '', '{a}'], 'b'],
    ['can be unset', [':a: b', ':!a:', '', '{a}'], '{a}'],
    ['can be unset with a trailing mark', [':a: b', ':a!:', '', '{a}'], '{a}'],
    ['can be changed', [':a: b', '', '{a}', '', ':a: c', '', '{a}'], 'b\n\nc'],
    ['can refer to other attributes', [':a: b', ':c: {a}{a}', ':a: d', '', '{c}'], 'bb'],
    ['can continue on the next line', [':a: b \\', '  c \\', 'd', '', '{a}'], 'b c d'],
    ['can continue on the next line in the old syntax', [':a: b +', '  c', '', '{a}'], 'b c'],
    ['can contain passthroughs', [':a: pass:q[b]', '', '{a}'], 'b'],
    ['have case-insensitive names', [':My-Attr: b', '', '{my-attr} {MY-ATTR}'], 'b b'],
    ['are text inside a paragraph', ['a', ':b: c'], 'a\n:b: c'],
  ])('AsciiDoc attribute entries %s', (_, lines, expected) => {
    expect(markdown(...lines)).toBe(expected);
  });
});
