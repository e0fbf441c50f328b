import { describe, expect, it } from 'vitest';
import { readHtml } from './read-html.ts';

describe('malformed HTML', () => {
  it.each([
    ['unclosed paragraphs', '<p>a<p>b<div>c<p>d</div>e', 'a\n\nb\n\nc\n\nd\n\ne'],
    ['unclosed markup in paragraphs', '<p><b>a<p>b', '**a**\n\nb'],
    ['unclosed items that contain paragraphs', '<ul><li><p>a<li><p>b<ul><li>c</ul><li>d</ul>', '- a\n- b\n  - c\n- d'],
    [
      'unclosed cells and rows',
      '<table><tr><th>A<th>B<tbody><tr><td><p>a<td>b<tr><td>c<td>d</table>e',
      '| A | B |\n| --- | --- |\n| a | b |\n| c | d |\n\ne',
    ],
    ['cells without rows', '<table><td>a<td>b</table>', '|  |  |\n| --- | --- |\n| a | b |'],
    ['stray end tags', '</div></p>a</b></table></li>b', 'ab'],
    ['overlapping elements', '<b>a<i>b</b>c</i>d', '**a*b***cd'],
    ['other lists', '<menu><li>a<li>b</menu><dir><li>c</dir>', '- a\n- b\n\n- c'],
    ['the end tag of a block inside unclosed markup', '<div><b>a</div>b', '**a**\n\nb'],
    ['the end tag of another block', '<ul><li>a</div>b</ul>', '- ab'],
    ['the end tag of the outer list', '<ul><li>a<ol><li>b</ul>c', '- a\n  1. b\n\nc'],
    ['unclosed headings', '<h1>a<h2>b</h2>c', '# a\n\n## b\n\nc'],
    ['headings with a mismatched end tag', '<h1>a</h2>b', '# a\n\nb'],
    ['an unclosed drawing', '<svg><path><p>a</p>', 'a'],
    ['self-closing tags', '<p>a<span/>b<br/>c<hr/>d<div/>e', 'ab  \nc\n\n---\n\nd\n\ne'],
    ['capital letters', '<P CLASS=x>a<BR>b</P><A HREF="u">c</A>', 'a  \nb\n\n[c](u)'],
    ['duplicate and unquoted attributes', '<a href=a href=b>c</a>', '[c](a)'],
    ['unescaped special characters', '<p>a < b > c & d <3 <> </p>', 'a < b > c & d <3 <>'],
    ['an unknown entity', '<p>&nosuch; &#0; &#xD800;</p>', '\\&nosuch; \ufffd \ufffd'],
    ['content after the end of the body', '<body><p>a</body></html><p>b', 'a\n\nb'],
  ])('keeps the text of malformed HTML with %s', (_, html, markdown) => {
    const reading = readHtml(html);
    expect(reading.markdown).toBe(markdown);
    expect(reading.warnings).toEqual([]);
  });

  it.each([
    ['a tag', '<p>a</p>\n<p>b <a href="x>c</p>', 'a\n\nb \\<a href="x>c', 2],
    ['a comment', '<p>a</p>\n\n<!-- x\n<p>b</p>', 'a\n\nx\n\nb', 3],
    ['a title', '<title>T<p>a</p>', 'T\n\na', 1],
    ['a form control', 'a\n<textarea>b<p>c</p>', 'a b\n\nc', 2],
  ])(
    'keeps the text after %s that the HTML document never closes, and adds a warning',
    (constructName, html, markdown, line) => {
      const reading = readHtml(html);
      expect(reading.markdown).toBe(markdown);
      const names: Record<string, string> = {
        'a tag': 'tag',
        'a comment': 'comment',
        'a title': '<title>',
        'a form control': '<textarea>',
      };
      expect(reading.warnings).toEqual([{ line, message: `this ${names[constructName]} is never closed` }]);
    },
  );

  it('excludes an HTML script that is never closed', () => {
    const reading = readHtml('<p>a</p>\n<script>b\nc');
    expect(reading.markdown).toBe('a');
    expect(reading.warnings).toEqual([{ line: 2, message: 'this <script> is never closed' }]);
  });

  it('accepts an end tag that the end of the document truncates', () => {
    expect(readHtml('<div>a</div')).toMatchObject({ markdown: 'a', warnings: [] });
  });
});
