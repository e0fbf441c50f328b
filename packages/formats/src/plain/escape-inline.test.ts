import { describe, expect, it } from 'vitest';
import { escapeInline, escapeLineStart, findPairedMarks } from './escape-inline.ts';

describe('escapeInline', () => {
  it.each([
    ['plain words, with a comma', 'plain words, with a comma'],
    ['a * b and snake_case_name and list[0]', 'a * b and snake_case_name and list[0]'],
    ['*x* _y_ `z`', '\\*x\\* \\_y\\_ \\`z\\`'],
    ['__init__', '\\_\\_init\\_\\_'],
    ['a ~ b and ~~c~~', 'a ~ b and \\~\\~c\\~\\~'],
    ['<b> and </b> and <!-- and a < b', '\\<b> and \\</b> and \\<!-- and a < b'],
    ['<https://example.com/a> and <me@example.com>', '<https://example.com/a> and <me@example.com>'],
    ['&amp; &#38; &#x26; R&D & so on', '\\&amp; \\&#38; \\&#x26; R&D & so on'],
    ['[text](url) [a][b] [c]', '[text\\](url) [a][b] [c]'],
    ['C:\\Users and \\* and \\', 'C:\\Users and \\\\\\* and \\\\'],
  ])('escapes the text %j as %j', (text, escaped) => {
    expect(escapeInline(text)).toBe(escaped);
  });

  it('escapes only the requested marks in plain text', () => {
    expect(escapeInline('*a* `b` _c_', '`')).toBe('*a* \\`b\\` _c_');
    expect(escapeInline('[a] [b](c)', '[')).toBe('\\[a\\] \\[b\\](c)');
  });
});

describe('escapeLineStart', () => {
  it.each([
    ['# not a heading', '\\# not a heading'],
    ['#', '\\#'],
    ['#hashtag', '#hashtag'],
    ['> quoted', '\\> quoted'],
    ['- dash', '\\- dash'],
    ['-dash', '-dash'],
    ['+ plus', '\\+ plus'],
    ['1. one', '1\\. one'],
    ['12) twelve', '12\\) twelve'],
    ['1.5 times', '1.5 times'],
    ['=====', '\\====='],
    ['---', '\\---'],
    ['---|:--', '\\---|:--'],
    ['+++', '\\+++'],
    ['::: note', '\\::: note'],
    ['[1]: https://example.com', '\\[1]: https://example.com'],
    ['[1] https://example.com', '[1] https://example.com'],
    ['', ''],
  ])('escapes the start of the line %j as %j', (line, escaped) => {
    expect(escapeLineStart(line)).toBe(escaped);
  });
});

describe('findPairedMarks', () => {
  it.each([
    ['*args and **kwargs', ''],
    ['*.txt and *.md', ''],
    ['5 * 3 * 2', ''],
    ['an *important* word', '*'],
    ['snake_case_name', ''],
    ['_a_', '_'],
    ["`foo' and `bar'", '`'],
    ["one `quote' alone", ''],
    ['`a` and ``b', '`'],
    ['``a', ''],
    ['```a', '`'],
    ['**a\nb**', '*'],
    ['~/a and ~/b', ''],
    ['~a~ and ~~b', '~'],
  ])('finds the paired marks in the paragraph %j: %j', (paragraph, marks) => {
    expect(findPairedMarks(paragraph)).toBe(marks);
  });
});
