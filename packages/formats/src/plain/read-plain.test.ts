import { perTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { readPlain } from './read-plain.ts';

function markdownOf(...lines: string[]): string {
  return readPlain(lines.join('\n')).markdown.trimEnd();
}

describe('readPlain', () => {
  it('keeps paragraphs with their lines', () => {
    const reading = readPlain('First paragraph\nof two lines.\n\n\nSecond one.\n');
    expect(reading.markdown).toBe('First paragraph\nof two lines.\n\nSecond one.');
    expect(reading.lines).toEqual([1, 2, 2, 5]);
    expect(reading.warnings).toEqual([]);
    expect(reading.skipped).toBeUndefined();
  });

  it.each(['', '\n\n', ' \t\n\f\n'])('skips a file without text: %j', (text) => {
    expect(readPlain(text).skipped).toBe('it has no text');
  });

  it.each([
    ['an underline of =', ['The Tool', '========', '', 'Text.'], ['# The Tool', '', 'Text.']],
    ['an underline of -', ['Usage', '-----', 'Text.'], ['## Usage', '', 'Text.']],
    ['lines above and below', ['*******', 'Building', '--------', '', 'Text.'], ['## Building', '', 'Text.']],
    ['another mark, if it is as long', ['Details', '~~~~~~~', 'Text.'], ['### Details', '', 'Text.']],
    ['two titles in a row', ['Tool', '====', 'Usage', '-----', 'Text.'], ['# Tool', '', '## Usage', '', 'Text.']],
    ['markup in a title', ['<a> *b* c*', '----------'], ['## \\<a> \\*b\\* c\\*']],
  ])('takes for a title: %s', (_, text, markdown) => {
    expect(markdownOf(...text)).toBe(markdown.join('\n'));
  });

  it.each([
    ['a heading mark', ['# a comment'], ['\\# a comment']],
    ['a fence', ['```', 'text'], ['\\`\\`\\`', 'text']],
    ['fences', ['```', 'text', '```'], ['\\`\\`\\`', 'text', '\\`\\`\\`']],
    ['tildes', ['~~~', '', 'text'], ['text']],
    ['a quote mark', ['> said he'], ['\\> said he']],
    ['a tag', ['<div>', 'text'], ['\\<div>', 'text']],
    ['a comment', ['<!-- never closed', '', 'text'], ['\\<!-- never closed', '', 'text']],
    ['a definition', ['[1]: see below'], ['\\[1]: see below']],
    ['a directive', ['::: note'], ['\\::: note']],
    ['a ruler at the top', ['---', 'title: x', '---'], ['## title: x']],
    ['a line below a paragraph', ['one', 'two', '---'], ['one', 'two', '\\---']],
    ['marks that pair', ['an *odd* word'], ['an \\*odd\\* word']],
    ['marks that do not', ['*.txt, *.md, a * b'], ['*.txt, *.md, a * b']],
  ])('reads nothing into %s', (_, text, markdown) => {
    expect(markdownOf(...text)).toBe(markdown.join('\n'));
  });

  it('keeps lists, with what stands in them', () => {
    expect(
      markdownOf(
        '- one',
        '  goes on',
        '- two',
        '',
        '  A paragraph of two.',
        '',
        '      code of two',
        '',
        '* # three',
        '    - nested',
        '',
        '1) first',
        '2) second',
        '',
        'Out.',
      ),
    ).toBe(
      [
        '- one',
        '  goes on',
        '- two',
        '',
        '  A paragraph of two.',
        '',
        '  ```',
        '  code of two',
        '  ```',
        '',
        '* \\# three',
        '    - nested',
        '',
        '1) first',
        '2) second',
        '',
        'Out.',
      ].join('\n'),
    );
  });

  it('does not take a number in the midst of a paragraph for a list', () => {
    expect(markdownOf('It began in', '1986. A year later', '1. really')).toBe(
      'It began in\n1986\\. A year later\n1. really',
    );
  });

  it('lets no wide gap or deep indent make code of a list', () => {
    expect(markdownOf('-        wide', '', '         more', '', '- two:', '', '        - deep')).toBe(
      ['- wide', '', '  more', '', '- two:', '', '  - deep'].join('\n'),
    );
  });

  it('makes fences of indented blocks, and joins what belongs together', () => {
    const reading = readPlain('Run:\n\n    make\n\n    ```\n      make install\n\nDone.');
    expect(reading.markdown).toBe('Run:\n\n````\nmake\n\n```\n  make install\n````\n\nDone.');
    expect(reading.lines).toEqual([1, 1, 3, 3, 4, 5, 6, 6, 6, 8]);
  });

  it('makes a fence of indented lines within a paragraph only where they are announced', () => {
    expect(markdownOf('Run:', '    make', 'and wait.', '', 'A term', '    and what it means')).toBe(
      ['Run:', '', '```', 'make', '```', '', 'and wait.', '', 'A term', '   and what it means'].join('\n'),
    );
  });

  it('does not make code of a first line that is indented', () => {
    expect(markdownOf('     Once upon a time', 'there was a server.')).toBe('Once upon a time\nthere was a server.');
  });

  it('keeps the layout of columns', () => {
    expect(markdownOf('NAME     SIZE', 'a.txt    12', 'b.txt    7')).toBe(
      '```\nNAME     SIZE\na.txt    12\nb.txt    7\n```',
    );
  });

  it('makes rules of rulers between paragraphs', () => {
    expect(markdownOf('One.', '', '***********', '', 'Two.', '', '==========', '', 'Three.')).toBe(
      'One.\n\n---\n\nTwo.\n\n---\n\nThree.',
    );
  });
});

describe('documents whose headings alone stand at the margin', () => {
  const page = (number: number) => [
    '',
    `Author                      Informational                      [Page ${number}]`,
    '\f',
  ];
  const top = 'RFC 9999                      Example                        June 2020';
  const text = [
    'Status of this Memo',
    '',
    '   This memo provides information for the community and does not',
    '   specify a standard of any kind for it.',
    '',
    '1.  Introduction',
    '',
    '   The protocol moves <things> from here to there, and does so well.',
    ...page(1),
    top,
    '',
    '   The text goes on here with a few more words than before it.',
    '',
    '2.1.  Exchange',
    '',
    '   An exchange of the two looks like this in most cases of use:',
    '',
    '       C: HELLO',
    '       S: 200 OK',
    ...page(2),
    top,
    '',
    '   That is all there is to say about the protocol for now.',
  ];

  it('find their headings, and lose the page breaks', () => {
    const reading = readPlain(text.join('\n'));
    expect(reading.markdown).toBe(
      [
        '## Status of this Memo',
        '',
        'This memo provides information for the community and does not',
        'specify a standard of any kind for it.',
        '',
        '## 1. Introduction',
        '',
        'The protocol moves \\<things> from here to there, and does so well.',
        '',
        'The text goes on here with a few more words than before it.',
        '',
        '### 2.1. Exchange',
        '',
        'An exchange of the two looks like this in most cases of use:',
        '',
        '```',
        'C: HELLO',
        'S: 200 OK',
        '```',
        '',
        'That is all there is to say about the protocol for now.',
      ].join('\n'),
    );
    expect(reading.lines?.[5]).toBe(6);
    expect(reading.lines?.at(-1)).toBe(text.length);
  });

  it('are told from documents with much code', () => {
    expect(markdownOf('Install it', '', '    npm install', '', 'Run it', '', '    npm start')).toBe(
      ['Install it', '', '```', 'npm install', '```', '', 'Run it', '', '```', 'npm start', '```'].join('\n'),
    );
  });
});

describe('hostile text', () => {
  const size = perTier(5_000, 50_000);
  it.each([
    ['a long line', 'word *x '.repeat(5 * size)],
    ['a long word', 'x'.repeat(40 * size)],
    ['many newlines', '\n'.repeat(20 * size)],
    ['stars', '*'.repeat(size)],
    ['stars and letters', '*a'.repeat(size)],
    ['underscores', '_ '.repeat(size)],
    ['backticks of growing length', Array.from({ length: 400 }, (_, length) => '`'.repeat(length)).join(' ')],
    ['brackets', '['.repeat(size)],
    ['tags', '<a'.repeat(size)],
    ['addresses', '<a:'.repeat(size)],
    ['entities', '&#'.repeat(size)],
    ['quotes', '>'.repeat(size)],
    ['tabs', '\t'.repeat(2 * size)],
    ['tabs and a letter', `${'\t'.repeat(2 * size)}x`],
    ['titles', 'a\n---\n'.repeat(size)],
    ['form feeds', '\f'.repeat(size)],
    ['pages', 'a\nb [Page 1]\n\f\ntop\n'.repeat(size)],
    ['nested items', Array.from({ length: 2_000 }, (_, depth) => `${' '.repeat(depth * 2)}- x`).join('\n')],
    ['items on one line', '- '.repeat(size)],
    ['a column of items', '- x\n'.repeat(size)],
    ['code', '    x\n\n'.repeat(size)],
    ['announced code', 'a:\n    b\n'.repeat(size)],
    ['rulers', '-----\n\n'.repeat(size)],
    ['a long ruler', '='.repeat(40 * size)],
  ])('comes through: %s', (_, text) => {
    const reading = readPlain(text);
    expect(reading.lines).toHaveLength(reading.markdown === '' ? 0 : reading.markdown.split('\n').length);
    const letters = (of: string) => of.replaceAll(/[^a-z]/g, '').length;
    const kept = text.replaceAll(/b \[Page 1\]|top/g, '');
    expect(letters(reading.markdown)).toBe(letters(kept));
  });
});
