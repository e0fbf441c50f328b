import { perTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { readHtml } from './read-html.ts';

const SIZE = perTier(2_000, 20_000);

/** How often a letter that stands for text occurs. */
function count(text: string): number {
  return text.split('w').length - 1;
}

describe('hostile HTML', () => {
  it.each([
    ['10,000 nested blocks', `${'<div>'.repeat(10_000)}w${'</div>'.repeat(10_000)}w`],
    ['nested marks', `${'<b>'.repeat(SIZE)}w${'</b>'.repeat(SIZE)}`],
    ['nested marks and stray ends', `${'<b>'.repeat(SIZE)}w${'</i>'.repeat(SIZE)}`],
    ['nested lists', '<ul><li>w'.repeat(SIZE)],
    ['nested lists at their limit', `${'<ul>'.repeat(100)}${'<li>w'.repeat(SIZE)}`],
    ['nested quotes', '<blockquote>w'.repeat(SIZE)],
    ['nested tables', '<table><tr><td>w'.repeat(SIZE)],
    ['nested definitions', '<dl><dd>w'.repeat(SIZE)],
    ['nested details', '<details><summary>w'.repeat(SIZE)],
    ['nested code', '<pre>w'.repeat(SIZE)],
    ['nested drawings', `${'<svg>'.repeat(SIZE)}<p>w`],
    ['nested links', '<a href="x">w'.repeat(SIZE)],
    ['anchors without end', '<a name="x">w'.repeat(SIZE)],
    ['unknown elements', '<x-y>w'.repeat(SIZE)],
    ['names of properties', '<constructor><__proto__ __proto__="x"><tostring>w<hasownproperty>'],
    ['paragraphs', '<p><b>w</p>'.repeat(SIZE)],
    ['headings', '<h1>w'.repeat(SIZE)],
    ['items', '<li>w'.repeat(SIZE)],
    ['cells', `<table><tr>${'<td>w'.repeat(SIZE)}`],
    ['rows', `<table>${'<tr><td>w'.repeat(SIZE)}`],
    [
      'cells over all rows',
      `<table><tr>${'<td rowspan=65534 colspan=1000>w'.repeat(1_000)}${'<tr><td>w'.repeat(SIZE)}`,
    ],
    ['definitions', `<dl>${'<dt>w<dd>w'.repeat(SIZE)}`],
    ['line breaks', 'w<br>'.repeat(SIZE)],
    ['line breaks in marks', 'w<b><br>'.repeat(SIZE)],
    ['marks side by side', '<i>w</i><b>w</b>'.repeat(SIZE)],
    ['links', '<a href=x>w</a>'.repeat(SIZE)],
    ['blocks of code', '<pre>w</pre>'.repeat(SIZE)],
    ['inline code', '<code>w`</code>'.repeat(SIZE)],
    ['powers', 'w2<sup>3</sup>'.repeat(SIZE)],
    ['headers', `${'<header><h1>x</h1></header>'.repeat(SIZE)}<h1>w</h1>`],
    ['articles', '<article>w</article>'.repeat(SIZE)],
    ['entities', 'w&amp;&'.repeat(SIZE)],
    ['signs', `w${'&'.repeat(1_000_000)}`],
    ['starts of tags', `w${'<'.repeat(1_000_000)}`],
    ['stars', `w${'*'.repeat(1_000_000)}`],
    ['stars and letters', '*w'.repeat(SIZE)],
    ['backticks', `w${'`'.repeat(1_000_000)}`],
    ['brackets', '[w]('.repeat(SIZE)],
    ['attributes', `<a href=x ${Array.from({ length: SIZE }, (_, index) => `a${index}=1`).join(' ')}>w</a>`],
    ['classes', `<div class="${'note '.repeat(200_000)}">w`],
    ['2 MB in one paragraph', `<p>${'w '.repeat(1_000_000)}`],
    ['2 MB in one word', `<p>w${'x'.repeat(2_000_000)}`],
    ['2 MB in one tag', `w<${'a'.repeat(2_000_000)}>w`],
    ['2 MB in one address', `<img alt="w" src="data:image/png;base64,${'A'.repeat(2_000_000)}"><p>w`],
    ['2 MB of white space', `${' '.repeat(2_000_000)}w`],
    ['1M newlines', `${'\n'.repeat(1_000_000)}w`],
    ['1M newlines in code', `<pre>${'\n'.repeat(1_000_000)}w`],
    ['hard spaces', `${'&nbsp;'.repeat(SIZE)}w`],
    ['comments', `${'<!-- x -->'.repeat(SIZE)}w`],
  ])('comes through: %s', (_, html) => {
    const reading = readHtml(html);
    const shown = html.replace(/<[a-z_]+ (?:href|src)="[^"]*"|rowspan|hasown/g, '');
    expect(count(reading.markdown)).toBe(count(shown));
    expect(reading.skipped).toBeUndefined();
    expect(reading.lines).toHaveLength(reading.markdown.split('\n').length);
  });

  it.each([
    ['comments', '<!--w'.repeat(SIZE)],
    ['tags', '<a title="w'.repeat(SIZE)],
    ['titles', '<title>w'.repeat(SIZE)],
    ['declarations', '<!doctype w'.repeat(SIZE)],
    ['scripts', '<script>w'.repeat(SIZE)],
    ['character data', '<![CDATA[w'.repeat(SIZE)],
  ])('ends with a warning: %s that are never closed', (_, html) => {
    const { warnings } = readHtml(html);
    expect(warnings.length).toBeLessThan(6);
    expect(warnings.every(({ line }) => line === 1)).toBe(true);
  });

  it('warns once of elements that are nested too deep', () => {
    expect(readHtml(`\n${'<div>'.repeat(1_000)}\n${'<p>w</p>'.repeat(5)}`).warnings).toEqual([
      { line: 2, message: 'elements are nested too deep: their text is kept, their form is not' },
    ]);
  });
});
