import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { readHtml } from './read-html.ts';

const SIZE = selectByTier(1_000, 20_000);
/** Length of a long text, in UTF-16 code units. */
const LENGTH = selectByTier(100_000, 2_000_000);

/** Counts the occurrences of the letter `w`, which stands for visible text in these inputs. */
function count(text: string): number {
  return text.split('w').length - 1;
}

describe('hostile HTML', () => {
  it.each([
    ['nested blocks', `${'<div>'.repeat(SIZE / 2)}w${'</div>'.repeat(SIZE / 2)}w`],
    ['nested inline elements', `${'<b>'.repeat(SIZE)}w${'</b>'.repeat(SIZE)}`],
    ['nested inline elements with stray end tags', `${'<b>'.repeat(SIZE)}w${'</i>'.repeat(SIZE)}`],
    ['nested lists', '<ul><li>w'.repeat(SIZE)],
    ['lists nested up to the limit', `${'<ul>'.repeat(100)}${'<li>w'.repeat(SIZE)}`],
    ['nested quotes', '<blockquote>w'.repeat(SIZE)],
    ['nested tables', '<table><tr><td>w'.repeat(SIZE)],
    ['nested definition lists', '<dl><dd>w'.repeat(SIZE)],
    ['nested details', '<details><summary>w'.repeat(SIZE)],
    ['nested code blocks', '<pre>w'.repeat(SIZE)],
    ['nested drawings', `${'<svg>'.repeat(SIZE)}<p>w`],
    ['nested links', '<a href="x">w'.repeat(SIZE)],
    ['unclosed anchors', '<a name="x">w'.repeat(SIZE)],
    ['unknown elements', '<x-y>w'.repeat(SIZE)],
    ['elements named like object properties', '<constructor><__proto__ __proto__="x"><tostring>w<hasownproperty>'],
    ['paragraphs', '<p><b>w</p>'.repeat(SIZE)],
    ['headings', '<h1>w'.repeat(SIZE)],
    ['items', '<li>w'.repeat(SIZE)],
    ['cells', `<table><tr>${'<td>w'.repeat(SIZE)}`],
    ['rows', `<table>${'<tr><td>w'.repeat(SIZE)}`],
    [
      'cells that span all rows',
      `<table><tr>${'<td rowspan=65534 colspan=1000>w'.repeat(1_000)}${'<tr><td>w'.repeat(SIZE)}`,
    ],
    ['definitions', `<dl>${'<dt>w<dd>w'.repeat(SIZE)}`],
    ['line breaks', 'w<br>'.repeat(SIZE)],
    ['line breaks in inline elements', 'w<b><br>'.repeat(SIZE)],
    ['adjacent emphasis', '<i>w</i><b>w</b>'.repeat(SIZE)],
    ['links', '<a href=x>w</a>'.repeat(SIZE)],
    ['blocks of code', '<pre>w</pre>'.repeat(SIZE)],
    ['inline code', '<code>w`</code>'.repeat(SIZE)],
    ['superscripts', 'w2<sup>3</sup>'.repeat(SIZE)],
    ['headers', `${'<header><h1>x</h1></header>'.repeat(SIZE)}<h1>w</h1>`],
    ['articles', '<article>w</article>'.repeat(SIZE)],
    ['entities', 'w&amp;&'.repeat(SIZE)],
    ['ampersands', `w${'&'.repeat(LENGTH / 2)}`],
    ['less-than signs', `w${'<'.repeat(LENGTH / 2)}`],
    ['asterisks', `w${'*'.repeat(LENGTH / 2)}`],
    ['asterisks between letters', '*w'.repeat(SIZE)],
    ['backticks', `w${'`'.repeat(LENGTH / 2)}`],
    ['brackets', '[w]('.repeat(SIZE)],
    ['attributes', `<a href=x ${Array.from({ length: SIZE }, (_, index) => `a${index}=1`).join(' ')}>w</a>`],
    ['classes', `<div class="${'note '.repeat(LENGTH / 10)}">w`],
    ['a long text in one paragraph', `<p>${'w '.repeat(LENGTH / 2)}`],
    ['a long text in one word', `<p>w${'x'.repeat(LENGTH)}`],
    ['a long text in one tag', `w<${'a'.repeat(LENGTH)}>w`],
    ['a long text in one URL', `<img alt="w" src="data:image/png;base64,${'A'.repeat(LENGTH)}"><p>w`],
    ['much white space', `${' '.repeat(LENGTH)}w`],
    ['many newlines', `${'\n'.repeat(LENGTH / 2)}w`],
    ['many newlines in code', `<pre>${'\n'.repeat(LENGTH / 2)}w`],
    ['non-breaking spaces', `${'&nbsp;'.repeat(SIZE)}w`],
    ['comments', `${'<!-- x -->'.repeat(SIZE)}w`],
  ])('keeps the text of hostile HTML: %s', (_, html) => {
    const reading = readHtml(html);
    const visibleHtml = html.replace(/<[a-z_]+ (?:href|src)="[^"]*"|rowspan|hasown/g, '');
    expect(count(reading.markdown)).toBe(count(visibleHtml));
    expect(reading.skipped).toBeUndefined();
    expect(reading.lines).toHaveLength(reading.markdown.split('\n').length);
  });

  it.each([
    ['comments', '<!--w'.repeat(SIZE)],
    ['tags', '<a title="w'.repeat(SIZE)],
    ['titles', '<title>w'.repeat(SIZE)],
    ['declarations', '<!doctype w'.repeat(SIZE)],
    ['scripts', '<script>w'.repeat(SIZE)],
    ['CDATA sections', '<![CDATA[w'.repeat(SIZE)],
  ])('reads unclosed %s with few warnings', (_, html) => {
    const { warnings } = readHtml(html);
    expect(warnings.length).toBeLessThan(6);
    expect(warnings.every(({ line }) => line === 1)).toBe(true);
  });

  it('warns once about HTML elements that are nested too deeply', () => {
    expect(readHtml(`\n${'<div>'.repeat(1_000)}\n${'<p>w</p>'.repeat(5)}`).warnings).toEqual([
      { line: 2, message: 'elements are nested too deeply: their text is kept, their structure is not' },
    ]);
  });
});
