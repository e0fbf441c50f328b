import { describe, expect, it } from 'vitest';
import { formatDescriptionLines } from './description-text.ts';

const FENCE = '```';

describe('headings in an OpenAPI description', () => {
  it.each([
    ['# A', ['**A**']],
    ['   ### A ##\ntext', ['**A**', '', 'text']],
    ['text\n## A\ntext', ['text', '', '**A**', '', 'text']],
    ['## A {#a}', ['**A**']],
    ['# A **b** `c`', ['**A b `c`**']],
    ['#\n##  ##\nx', ['x']],
    ['#hash', ['#hash']],
    ['    # code', ['    # code']],
    ['A\n===\nB\n---', ['**A**', '', '**B**']],
    ['A\nB\n---\nC', ['**A B**', '', 'C']],
    ['- a\n---', ['- a', '---']],
    ['> a\n---', ['> a', '---']],
    ['| a |\n|---|\n| b |', ['| a |', '|---|', '| b |']],
    ['<h2 class="x">A <i>b</i></h2>\ntext', ['**A <i>b</i>**', '', 'text']],
    ['---\n\na\n\n---\n\nb', ['a', '', '---', '', 'b']],
  ])('converts headings in a description to bold lines: %j', (markdown, lines) => {
    expect(formatDescriptionLines(markdown)).toEqual(lines);
  });
});

describe('code in OpenAPI descriptions', () => {
  it.each([
    [[FENCE, '# a', 'b', '---', FENCE]],
    [['~~~sh', '# a', FENCE, '~~~']],
    [['````', FENCE, '# a', '````']],
    [['- a', '', `  ${FENCE}`, '  # b', `  ${FENCE}`, '  # c']],
    [[`- ${FENCE}`, '  # b', `  ${FENCE}`]],
    [['<!--', '# a', '-->']],
    [['<pre>', '# a', '</pre>']],
  ])('leaves code in a description unchanged: %j', (lines) => {
    const expected = lines.includes('  # c') ? [...lines.slice(0, -1), '', '**c**'] : lines;
    expect(formatDescriptionLines(lines.join('\n'))).toEqual(expected);
  });
});

describe('unclosed constructs in OpenAPI descriptions', () => {
  it.each([
    [`${FENCE}js\n# a`, [`${FENCE}js`, '# a', FENCE]],
    ['~~~~\na', ['~~~~', 'a', '~~~~']],
    [`- a\n  ${FENCE}\n  b`, ['- a', `  ${FENCE}`, '  b', `  ${FENCE}`]],
    [`- a\n  ${FENCE}\n  b\n# c`, ['- a', `  ${FENCE}`, '  b', '', '**c**']],
    ['<!-- a', ['&lt;!-- a']],
    ['<pre>\na', ['<pre>', 'a', '</pre>']],
    ['<SCRIPT>\na', ['<SCRIPT>', 'a', '</script>']],
    ['<pre>a</pre>\n# b', ['<pre>a</pre>', '', '**b**']],
    ['`<!--`', ['`<!--`']],
  ])('closes an unclosed construct in a description: %j', (markdown, lines) => {
    expect(formatDescriptionLines(markdown)).toEqual(lines);
  });
});
