import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { readPlain } from './read-plain.ts';

function getMarkdown(...lines: string[]): string {
  return readPlain(lines.join('\n')).markdown.trimEnd();
}

describe('readPlain', () => {
  it.each(['User-agent: *\nAllow: /\n', '# Robots\n\nUser-Agent: *\n'])(
    'skips the rules for search engines %j',
    (text) => {
      expect(readPlain(text)).toEqual({ markdown: '', warnings: [], skipped: 'it is for search engines' });
    },
  );

  it('preserves the lines of plain text paragraphs', () => {
    const reading = readPlain('First paragraph\nof two lines.\n\n\nSecond one.\n');
    expect(reading.markdown).toBe('First paragraph\nof two lines.\n\nSecond one.');
    expect(reading.lines).toEqual([1, 2, 2, 5]);
    expect(reading.warnings).toEqual([]);
    expect(reading.skipped).toBeUndefined();
  });

  it.each(['', '\n\n', ' \t\n\f\n'])('skips the document %j, which has no text', (text) => {
    expect(readPlain(text).skipped).toBe('it has no text');
  });

  it.each([
    ['an underline of =', ['The Tool', '========', '', 'Text.'], ['# The Tool', '', 'Text.']],
    ['an underline of -', ['Usage', '-----', 'Text.'], ['## Usage', '', 'Text.']],
    ['lines above and below', ['*******', 'Building', '--------', '', 'Text.'], ['## Building', '', 'Text.']],
    ['another underline of the same length', ['Details', '~~~~~~~', 'Text.'], ['### Details', '', 'Text.']],
    ['two titles in a row', ['Tool', '====', 'Usage', '-----', 'Text.'], ['# Tool', '', '## Usage', '', 'Text.']],
    ['markup in a title', ['<a> *b* c*', '----------'], ['## \\<a> \\*b\\* c\\*']],
  ])('parses a plain text title with %s', (_, text, markdown) => {
    expect(getMarkdown(...text)).toBe(markdown.join('\n'));
  });

  it.each([
    ['a heading mark', ['# a comment'], ['\\# a comment']],
    ['an unclosed fence', ['```', 'text'], ['\\`\\`\\`', 'text']],
    ['fences', ['```', 'text', '```'], ['\\`\\`\\`', 'text', '\\`\\`\\`']],
    ['tildes', ['~~~', '', 'text'], ['text']],
    ['a quote mark', ['> said he'], ['\\> said he']],
    ['a tag', ['<div>', 'text'], ['\\<div>', 'text']],
    ['a comment', ['<!-- never closed', '', 'text'], ['\\<!-- never closed', '', 'text']],
    ['a link definition', ['[1]: see below'], ['\\[1]: see below']],
    ['a directive', ['::: note'], ['\\::: note']],
    ['a ruler on the first line', ['---', 'title: x', '---'], ['## title: x']],
    ['a ruler after a paragraph', ['one', 'two', '---'], ['one', 'two', '\\---']],
    ['paired marks', ['an *odd* word'], ['an \\*odd\\* word']],
    ['unpaired marks', ['*.txt, *.md, a * b'], ['*.txt, *.md, a * b']],
  ])('does not parse markup in plain text: %s', (_, text, markdown) => {
    expect(getMarkdown(...text)).toBe(markdown.join('\n'));
  });

  it('preserves plain text lists and their content', () => {
    expect(
      getMarkdown(
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

  it('does not start a list at a number inside a paragraph', () => {
    expect(getMarkdown('It began in', '1986. A year later', '1. really')).toBe(
      'It began in\n1986\\. A year later\n1. really',
    );
  });

  it('does not turn list text into code because of wide gaps or deep indents', () => {
    expect(getMarkdown('-        wide', '', '         more', '', '- two:', '', '        - deep')).toBe(
      ['- wide', '', '  more', '', '- two:', '', '  - deep'].join('\n'),
    );
  });

  it('converts indented blocks to fences and joins adjacent ones', () => {
    const reading = readPlain('Run:\n\n    make\n\n    ```\n      make install\n\nDone.');
    expect(reading.markdown).toBe('Run:\n\n````\nmake\n\n```\n  make install\n````\n\nDone.');
    expect(reading.lines).toEqual([1, 1, 3, 3, 4, 5, 6, 6, 6, 8]);
  });

  it('converts indented lines inside a paragraph to a fence only after a colon', () => {
    expect(getMarkdown('Run:', '    make', 'and wait.', '', 'A term', '    and what it means')).toBe(
      ['Run:', '', '```', 'make', '```', '', 'and wait.', '', 'A term', '   and what it means'].join('\n'),
    );
  });

  it('does not convert an indented first line to code', () => {
    expect(getMarkdown('     Once upon a time', 'there was a server.')).toBe('Once upon a time\nthere was a server.');
  });

  it('preserves the layout of columns in plain text', () => {
    expect(getMarkdown('NAME     SIZE', 'a.txt    12', 'b.txt    7')).toBe(
      '```\nNAME     SIZE\na.txt    12\nb.txt    7\n```',
    );
  });

  it('converts rulers between paragraphs to thematic breaks', () => {
    expect(getMarkdown('One.', '', '***********', '', 'Two.', '', '==========', '', 'Three.')).toBe(
      'One.\n\n---\n\nTwo.\n\n---\n\nThree.',
    );
  });
});

describe('readPlain with indented documents such as RFCs', () => {
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

  it('finds the headings of an RFC and removes the page breaks', () => {
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

  it('distinguishes RFCs from documents with a lot of code', () => {
    expect(getMarkdown('Install it', '', '    npm install', '', 'Run it', '', '    npm start')).toBe(
      ['Install it', '', '```', 'npm install', '```', '', 'Run it', '', '```', 'npm start', '```'].join('\n'),
    );
  });
});

describe('readPlain with hostile text', () => {
  const size = selectByTier(5_000, 50_000);
  it.each([
    ['a long line', 'word *x '.repeat(5 * size)],
    ['a long word', 'x'.repeat(40 * size)],
    ['many newlines', '\n'.repeat(20 * size)],
    ['asterisks', '*'.repeat(size)],
    ['asterisks between letters', '*a'.repeat(size)],
    ['underscores', '_ '.repeat(size)],
    ['backtick runs of increasing length', Array.from({ length: 400 }, (_, length) => '`'.repeat(length)).join(' ')],
    ['brackets', '['.repeat(size)],
    ['tags', '<a'.repeat(size)],
    ['autolinks', '<a:'.repeat(size)],
    ['entities', '&#'.repeat(size)],
    ['block quotes', '>'.repeat(size)],
    ['tabs', '\t'.repeat(2 * size)],
    ['tabs before a letter', `${'\t'.repeat(2 * size)}x`],
    ['titles', 'a\n---\n'.repeat(size)],
    ['form feeds', '\f'.repeat(size)],
    ['page breaks', 'a\nb [Page 1]\n\f\ntop\n'.repeat(size)],
    ['nested items', Array.from({ length: 2_000 }, (_, depth) => `${' '.repeat(depth * 2)}- x`).join('\n')],
    ['items on one line', '- '.repeat(size)],
    ['many items', '- x\n'.repeat(size)],
    ['code', '    x\n\n'.repeat(size)],
    ['code after colons', 'a:\n    b\n'.repeat(size)],
    ['rulers', '-----\n\n'.repeat(size)],
    ['a long ruler', '='.repeat(40 * size)],
  ])('keeps the text of hostile plain text: %s', (_, text) => {
    const reading = readPlain(text);
    expect(reading.lines).toHaveLength(reading.markdown === '' ? 0 : reading.markdown.split('\n').length);
    const letters = (of: string) => of.replaceAll(/[^a-z]/g, '').length;
    const kept = text.replaceAll(/b \[Page 1\]|top/g, '');
    expect(letters(reading.markdown)).toBe(letters(kept));
  });
});
