import { describe, expect, it } from 'vitest';
import { readHtml } from './read-html.ts';

function getMarkdown(html: string): string {
  return readHtml(html).markdown;
}

describe('inline HTML', () => {
  it.each([
    ['white space', '<p>  a\n\t b  </p>\n\n<p>c</p>', 'a b\n\nc'],
    ['white space between elements', '<p>a <b> b </b> <i>c</i>d</p>', 'a **b** *c*d'],
    [
      'labels of members',
      '<p>length()<span class="mlabels"><span class="mlabel">abstract</span></span></p>',
      'length() abstract',
    ],
    ['entities', '<p>1 &lt; 2 &amp;&amp; 3 &gt; 2 &mdash; &#x41;&#66;&copy</p>', '1 < 2 && 3 > 2 — AB©'],
    ['soft hyphens and line break opportunities', '<p>con&shy;fig<wbr>uration</p>', 'configuration'],
    ['line breaks', '<p><br>a<br>\nb<br></p>', 'a  \nb'],
    ['two line breaks', 'a<br><br>b', 'a\n\nb'],
    ['text outside of any block', 'a <em>b</em>', 'a *b*'],
    ['emphasis', '<p><strong>a</strong> <em>b</em> <del>c</del> <b><i>d</i></b></p>', '**a** *b* ~~c~~ ***d***'],
    ['nested emphasis of one kind', '<p><b>a <strong>b</strong> c</b></p>', '**a b c**'],
    ['adjacent emphasis of one kind', '<p><b>a</b><b>b</b></p>', '**ab**'],
    ['empty emphasis', '<p>a<b> </b>b<i></i></p>', 'a b'],
    ['emphasis that spans lines', '<p><b>a<br>b<br></b>c</p>', '**a  \nb**  \nc'],
    ['emphasis that Markdown would not parse', '<p><b>Note:</b>text, x<i>(y)</i></p>', 'Note:text, x(y)'],
    ['emphasis that ends with punctuation before a space', '<p><b>Note:</b> text</p>', '**Note:** text'],
    ['code', '<p><code>a  b</code><tt>c</tt> <code> d </code>e</p>', '`a b``c` `d` e'],
    ['code with backticks', '<p><code>a`b</code> <code>``</code></p>', '``a`b`` ``` `` ```'],
    ['code with line breaks', '<p><code>a<br>b</code></p>', '`a`  \n`b`'],
    [
      'code that is a link',
      '<p><code><a href="x">f()</a></code> <a href="y"><code>g</code></a></p>',
      '[`f()`](x) [`g`](y)',
    ],
    [
      'keyboard input, sample output and variables',
      '<p><kbd>Ctrl</kbd>+<samp>C</samp> <var>n</var> H<sub>2</sub>O</p>',
      'Ctrl+C n H2O',
    ],
    [
      'superscripts',
      '<p>2<sup>10</sup>, x<sup>n - 1</sup>, 1<sup>st</sup>, word<sup>1</sup></p>',
      '2^10, x^(n - 1), 1st, word1',
    ],
    ['quotations', '<p><q>so</q></p>', '“so”'],
    ['formulas', '<p><math><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></math></p>', '$x^2$'],
  ])('converts inline HTML: %s', (_, html, markdown) => {
    expect(getMarkdown(html)).toBe(markdown);
  });

  it.each([
    ['links', '<a href="a/b.html#c">text</a>', '[text](a/b.html#c)'],
    ['white space in links', 'x<a href="u"> text </a>y', 'x [text](u) y'],
    ['brackets in links', '<a href="u">a[0] ]( b</a>', '[a\\[0\\] \\]( b](u)'],
    ['URLs', '<a href="https://example.com/a">https://example.com/a</a>', '<https://example.com/a>'],
    [
      'spaces and parentheses in URLs',
      '<a href="a (b) c|d">x</a> <a href="a)b">y</a>',
      '[x](a%20(b)%20c%7Cd) [y](a%29b)',
    ],
    ['line breaks in URLs', '<a href=" a\n b ">x</a>', '[x](a%20b)'],
    [
      'links without a target',
      '<a href="#">a</a> <a href="JavaScript:x()">b</a> <a name="c">c</a> <a href="">d</a>',
      'a b c d',
    ],
    ['empty links', 'a<a href="x"></a>b', 'ab'],
    ['unclosed links', '<a href="x">a <a href="y">b</a>', '[a](x) [b](y)'],
    ['images', '<img src="a.png" alt="A\n [b]">', '![A \\[b\\]](a.png)'],
    ['images that are links', '<a href="x"><img src="a.png" alt="A"></a>', '[![A](a.png)](x)'],
    ['images without an alternative text', '<img src="a.png">', '![](a.png)'],
    ['decorative images', 'a <img src="a.png" alt=""> b', 'a b'],
    ['inline image data', '<img src="data:image/png;base64,AAAA" alt="chart">', 'chart'],
    ['lazily loaded images', '<img src="data:image/gif;base64,A" data-src="b.png" alt="b">', '![b](b.png)'],
  ])('converts links and images in HTML: %s', (_, html, markdown) => {
    expect(getMarkdown(html)).toBe(markdown);
  });

  it.each([
    ['a heading', '# a', '\\# a'],
    ['a list', '- a', '\\- a'],
    ['a numbered list', '1. a', '1\\. a'],
    ['a quote', '&gt; a', '\\> a'],
    ['a thematic break', '---', '\\---'],
    ['a tag', 'use &lt;b&gt; or &lt;!-- x --&gt;', 'use \\<b> or \\<!-- x -->'],
    ['an entity', '&amp;lt;', '\\&lt;'],
    ['emphasis', 'a *b* _c_ __d__ snake_case 2 * 3', 'a \\*b\\* \\_c\\_ \\_\\_d\\_\\_ snake_case 2 * 3'],
    ['code', 'a `b`', 'a \\`b\\`'],
    ['a link', '[a](b)', '[a\\](b)'],
    ['a link reference definition', '[a]: b', '\\[a]: b'],
    ['a backslash escape', 'a \\* C:\\dir', 'a \\\\* C:\\dir'],
  ])('escapes text that Markdown would parse as %s', (_, text, markdown) => {
    expect(getMarkdown(`<p>${text}</p>`)).toBe(markdown);
    expect(getMarkdown(`<p>x<br>${text}</p>`)).toBe(`x  \n${markdown}`);
  });
});

describe('HTML headings', () => {
  it.each([
    ['levels', '<h1>A</h1><h2>B</h2><h6>C</h6>', '# A\n\n## B\n\n###### C'],
    ['inline markup', '<h2>Use <code>x</code>\n<em>now</em></h2>', '## Use `x` *now*'],
    ['an id', '<h2 id="b.c">A</h2>', '## A {#b.c}'],
    ["an id that equals GitHub's anchor", '<h2 id="a-bc-1">A: b/c 1</h2>', '## A: b/c 1'],
    ['the id of its section', '<section id="x1"><h2>A</h2></section>', '## A {#x1}'],
    ['the id of a section that is a div element', '<div class="section" id="x1"><h2>A</h2></div>', '## A {#x1}'],
    [
      'the id of a section that begins with other content',
      '<section id="x1"><p>a<p>b<h2>A</h2></section>',
      'a\n\nb\n\n## A',
    ],
    ['an anchor inside the heading', '<h2><a name="x1"></a>A</h2>', '## A {#x1}'],
    ['an anchor before the heading', '<p>a</p><a id="x1"></a><h2>A</h2>', 'a\n\n## A {#x1}'],
    ['an id that Markdown cannot express', '<h2 id="f(int)">A</h2>', '## A'],
    ['permalinks', '<h2>A<a class="headerlink" href="#x">¶</a></h2><h2><a href="#y">#</a> B</h2>', '## A\n\n## B'],
    ['an empty permalink', '<h2>A <a class="header-anchor" href="#a">\u200b</a></h2>', '## A'],
    ['a link to the heading itself', '<h2 id="a"><a class="header" href="#a">A</a></h2>', '## A'],
    ['links to other pages', '<h2><a href="b.html">A</a></h2>', '## [A](b.html)'],
    ['text that ends like closing marks', '<h2>C #</h2><h2>a {#b}</h2>', '## C \\#\n\n## a \\{#b}'],
    ['no text', '<h2 id="x"> </h2><p>a', 'a'],
    ['a line break', '<h2>A<br>B</h2>', '## A B'],
    ['a list item around it', '<ul><li><h3>A</h3>b</ul>', '- **A**\n\n  b'],
  ])('an HTML heading can have %s', (_, html, markdown) => {
    expect(getMarkdown(html)).toBe(markdown);
  });
});

describe('HTML code blocks', () => {
  it.each([
    ['without markup', '<pre>\na\n  b\n\n\nc\n</pre>', '```\na\n  b\n\n\nc\n```'],
    ['with entities', '<pre>&lt;a&gt; &amp;amp;</pre>', '```\n<a> &amp;\n```'],
    ['that contains fences', '<pre>```\nx\n```</pre>', '````\n```\nx\n```\n````'],
    ['with spans', '<pre><code><span>a</span> = <b>1</b></code></pre>', '```\na = 1\n```'],
    ['with line breaks', '<pre>a<br>b<br/></pre>', '```\na\nb\n```'],
    ['with one block per line', '<pre><div>a</div><div> </div><div>b</div></pre>', '```\na\n \nb\n```'],
    ['with a button', '<pre><code>a</code> <button>Copy</button></pre>', '```\na\n```'],
    [
      'with line numbers',
      '<pre><span class="linenos">1</span>a\n<span class="linenos">2</span>b</pre>',
      '```\na\nb\n```',
    ],
    ['that is empty', '<pre> \n </pre>x', 'x'],
    ['in a list item', '<ul><li>a<pre>b\n\nc</pre></ul>', '- a\n\n  ```\n  b\n\n  c\n  ```'],
    ['in a block quote', '<blockquote><pre>b\n\nc</pre></blockquote>', '> ```\n> b\n>\n> c\n> ```'],
    [
      'of Doxygen',
      '<div class="fragment"><div class="line"><span class="lineno"> 1</span>a</div><div class="line">b</div></div>',
      '```\na\nb\n```',
    ],
  ])('converts an HTML code block %s', (_, html, markdown) => {
    expect(getMarkdown(html)).toBe(markdown);
  });

  it.each([
    ['<pre><code class="language-js">x</code></pre>', 'js'],
    ['<pre><code class="hljs language-c++">x</code></pre>', 'c++'],
    ['<pre class="lang-py">x</pre>', 'py'],
    ['<pre class="brush: sql; x">x</pre>', 'sql'],
    ['<pre class="sourceCode bash"><code class="sourceCode bash">x</code></pre>', 'bash'],
    ['<pre class="rust rust-example-rendered"><code>x</code></pre>', 'rust'],
    ['<div class="highlight-toml notranslate"><div class="highlight"><pre>x</pre></div></div>', 'toml'],
    ['<div class="language-go highlighter-rouge"><div class="highlight"><pre><code>x</code></pre></div></div>', 'go'],
    ['<div class="highlight highlight-source-shell"><pre>x</pre></div>', 'shell'],
    ['<figure data-lang="ruby"><pre>x</pre></figure>', 'ruby'],
    ['<pre><code class="language-text">x</code></pre>', ''],
    ['<div class="highlight-default"><pre>x</pre></div>', ''],
    ['<pre class="line-numbers">x</pre>', ''],
    ['<pre><code class="constructor">x</code></pre>', ''],
  ])('converts %s to a fence with the language %j', (html, language) => {
    expect(getMarkdown(html)).toBe(`\`\`\`${language}\nx\n\`\`\``);
  });

  it('converts a code block with variants to one fence per variant', () => {
    expect(
      getMarkdown(
        '<pre><input type="checkbox"><code class="language-js mjs">import a</code><code class="language-js cjs">require a</code></pre>',
      ),
    ).toBe('```js\nimport a\n```\n\n```js\nrequire a\n```');
  });

  it('converts a code block to a fence if it is in a table with line numbers', () => {
    const table =
      '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre>a\nb</pre></td></tr></table>';
    expect(getMarkdown(`<div class="highlight-c">${table}</div>`)).toBe('```c\na\nb\n```');
    const row = (line: string) =>
      `<tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">${line}</td></tr>`;
    expect(getMarkdown(`<table>${row('a')}${row('')}${row('  b')}</table>`)).toBe('```\na\n\n  b\n```');
  });
});

describe('HTML lists', () => {
  it.each([
    ['short items', '<ul><li>a</li> <li>b</li></ul>', '- a\n- b'],
    ['numbers', '<ol><li>a<li>b<li value=7>c<li>d</ol>', '1. a\n2. b\n7. c\n8. d'],
    ['a start value', '<ol start="9"><li>a<li>b<p>c</ol>', '9. a\n\n10. b\n\n    c'],
    ['an invalid start value', '<ol start="-3"><li>a</ol>', '1. a'],
    ['nested lists', '<ul><li>a<ol><li>b<ul><li>c</ul></ol><li>d</ul>', '- a\n  1. b\n     - c\n- d'],
    ['a nested list outside of an item', '<ul><li>a</li><ul><li>b</li></ul></ul>', '- a\n  - b'],
    ['a single paragraph per item', '<ul><li><p>a</p></li><li><p>b</p><ul><li>c</ul></li></ul>', '- a\n- b\n  - c'],
    ['several paragraphs per item', '<ul><li><p>a</p><p>b</p></li><li>c</li></ul>', '- a\n\n  b\n\n- c'],
    ['empty items', '<ul><li></li><li>a</li><li><ul></ul></li></ul>', '- a'],
    ['items outside of a list', '<p>x<li>a<li>b', 'x\n\n- a\n- b'],
    ['text outside of an item', '<ul>a<li>b</ul>', '- a\n- b'],
    [
      'tasks',
      '<ul><li><input type=checkbox checked disabled> a<li><label><input type=checkbox>b</label></ul>',
      '- [x] a\n- [ ] b',
    ],
    ['items that look like nested lists', '<ul><li>1. a<li>- b</ul>', '- 1\\. a\n- \\- b'],
    ['an unclosed paragraph before the list', '<p>a<ul><li>b</ul>c', 'a\n\n- b\n\nc'],
    [
      'a table in an item',
      '<ul><li>a<table><tr><th>b<th>c<tr><td>1<td>2</table></ul>',
      '- a\n\n  | b | c |\n  | --- | --- |\n  | 1 | 2 |',
    ],
    ['block quotes in an item', '<ul><li><blockquote><p>a<p>b</blockquote><li>c</ul>', '- > a\n  >\n  > b\n- c'],
  ])('an HTML list can have %s', (_, html, markdown) => {
    expect(getMarkdown(html)).toBe(markdown);
  });

  it.each([
    ['short definitions', '<dl><dt>a<dd>b<dt>c<dt><code>d</code><dd><p>e</p></dl>', '- **a**: b\n- **c**, **`d`**: e'],
    ['long definitions', '<dl><dt>a<dd><p>b<p>c<dt>d<dd>e</dl>', '- **a**\n\n  b\n\n  c\n\n- **d**\n\n  e'],
    ['grouped definitions', '<dl><div><dt>a</dt><dd>b</dd></div></dl>', '- **a**: b'],
    ['a definition without a term', '<dl><dd>b</dl>', '- b'],
    ['a term without a definition', '<dl><dt>a</dl>', '- **a**'],
  ])('converts a definition list with %s', (_, html, markdown) => {
    expect(getMarkdown(html)).toBe(markdown);
  });
});

describe('HTML tables', () => {
  it.each([
    [
      'a header section',
      '<table><thead><tr><th>A<th>B</thead><tbody><tr><td>1<td>2</table>',
      '| A | B |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'a first row of header cells',
      '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
      '| A | B |\n| --- | --- |\n| 1 | 2 |',
    ],
    ['no header', '<table><tr><td>1<td>2<tr><td>3<td>4</table>', '|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |'],
    [
      'a caption',
      '<table><caption>Sizes</caption><tr><th>A<th>B<tr><td>1<td>2</table>',
      '**Sizes**\n\n| A | B |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'pipes in cells',
      '<table><tr><th>a|b<th><code>c|d</code><tr><td>|<td>-</table>',
      '| a\\|b | `c\\|d` |\n| --- | --- |\n| \\| | - |',
    ],
    [
      'blocks in cells',
      '<table><tr><th>A<th>B<tr><td><p>a<p>b<td><ul><li>c<li>d</ul><pre>e\n f</pre></table>',
      '| A | B |\n| --- | --- |\n| a<br>b | - c<br>- d<br>`e`<br>` f` |',
    ],
    [
      'line breaks in cells',
      '<table><tr><th>A<th>B<tr><td>a<br>b<td>c</table>',
      '| A | B |\n| --- | --- |\n| a<br>b | c |',
    ],
    [
      'cells that span columns',
      '<table><tr><th>A<th>B<th>C<tr><td colspan=2>1<td>2<tr><td colspan=0>3</table>',
      '| A | B | C |\n| --- | --- | --- |\n| 1 |  | 2 |\n| 3 |',
    ],
    [
      'cells that span rows',
      '<table><tr><th>A<th>B<th>C<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5</table>',
      '| A | B | C |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 | 5 |',
    ],
    ['rows of different lengths', '<table><tr><th>A<tr><td>1<td>2</table>', '| A |  |\n| --- | --- |\n| 1 | 2 |'],
    ['empty rows', '<table><tr><td> <td><tr><td>a<td>b</table>', '|  |  |\n| --- | --- |\n| a | b |'],
    ['no content', '<table><tr><td></table>x', 'x'],
    [
      'text outside of the cells',
      '<table>a<tr><th>A<th>B<tr>b<td>1<td>2</table>',
      'ab\n\n| A | B |\n| --- | --- |\n| 1 | 2 |',
    ],
  ])('an HTML table can have %s', (_, html, markdown) => {
    expect(getMarkdown(html)).toBe(markdown);
  });

  it.each([
    ['a single cell', '<table><tr><td><p>a<p>b</table>', 'a\n\nb'],
    ['headings in cells', '<table><tr><td><a href=x>nav</a><td><h2>A</h2><p>b</table>', '[nav](x)\n\n## A\n\nb'],
    [
      'nested tables',
      '<table><tr><td>a<td><table><tr><th>A<th>B<tr><td>1<td>2</table></table>',
      'a\n\n| A | B |\n| --- | --- |\n| 1 | 2 |',
    ],
    ['the role "presentation"', '<table role=presentation><tr><td>a<td>b</table>', 'a\n\nb'],
    ['the role "none"', '<table role=none><tr><td>a<td>b</table>', 'a\n\nb'],
  ])('treats a table as layout because of %s', (_, html, markdown) => {
    expect(getMarkdown(html)).toBe(markdown);
  });

  it.each([
    [
      'rows',
      '<table><tr><th>Name<th>Detail<tr><td>a<td><table><tr><td>1<td>2<tr><td>3<td>4</table><tr><td>b<td>c</table>',
      '| Name | Detail |\n| --- | --- |\n| a | 1, 2<br>3, 4 |\n| b | c |',
    ],
    [
      'text around them',
      '<table><tr><th>Name<th>Detail<tr><td>a<td>x<table><tr><td>1</table>y</table>',
      '| Name | Detail |\n| --- | --- |\n| a | x<br>1<br>y |',
    ],
  ])('keeps a table with a header whose cells contain tables with %s', (_, html, markdown) => {
    expect(getMarkdown(html)).toBe(markdown);
  });

  it('converts a table to a list if each row is a signature and its description', () => {
    const rows =
      '<tr><td><p><code>abs(x)</code></p><p>Absolute value</p></td></tr><tr><td><p><code>ceil(x)</code></p><p>Rounds up</p></td></tr>';
    expect(getMarkdown(`<table><tr><th><p>Function</p><p>Description</p></th></tr>${rows}</table>`)).toBe(
      '**Function Description**\n\n- `abs(x)`\n\n  Absolute value\n\n- `ceil(x)`\n\n  Rounds up',
    );
  });

  it('converts a table to a list if each row consists of a name and its meaning', () => {
    const rows = '<tr><th>Parameters:</th><td>a number</td></tr><tr><th>Returns</th><td>its root</td></tr>';
    expect(getMarkdown(`<table class="docutils field-list">${rows}</table>`)).toBe(
      '- **Parameters:** a number\n- **Returns**: its root',
    );
  });

  it('treats a table as layout if a cell is too long for a row', () => {
    const long = 'word '.repeat(700).trim();
    expect(getMarkdown(`<table><tr><td>a<td>${long}</table>`)).toBe(`a\n\n${long}`);
  });
});

describe('HTML blocks of other kinds', () => {
  it.each([
    ['block quotes', '<blockquote>a<blockquote><p>b</blockquote></blockquote>c', '> a\n>\n> > b\n\nc'],
    ['thematic breaks', '<hr>a<hr><hr>b<hr>', 'a\n\n---\n\nb'],
    ['details', '<details><summary>More <b>here</b></summary><p>a</details>', '**More here**\n\na'],
    ['details of sections', '<details><summary>More</summary><h2>A</h2><p>a</details>', '# More\n\n## A\n\na'],
    ['figures', '<figure><img src="a.png" alt="A"><figcaption>One</figcaption></figure>', '![A](a.png)\n\nOne'],
    [
      'admonitions',
      '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Hot.</div>',
      '**Warning**\n\nHot.',
    ],
    [
      "GitHub's admonitions",
      '<div class="markdown-alert"><p class="markdown-alert-title"><svg><path/></svg>Tip</p><p>a</div>',
      '**Tip**\n\na',
    ],
    ['admonitions with a heading', '<div class="note"><h3>Note</h3><p>a</div>', '**Note**\n\na'],
    ['admonitions without a title', '<div class="note"><p>a</p><p class="title">b</p></div>', 'a\n\n**b**'],
    ['admonitions that begin with text', '<div class="note">a <b class="title">b</b></div>', 'a **b**'],
    ['links around blocks', '<a href="x"><div><h3>A</h3><p>b</p></div></a><p>c', '### [A](x)\n\nb\n\nc'],
    [
      'unknown elements',
      '<my-card><my-title>A</my-title><p>b</p></my-card> <constructor>c</constructor>',
      'A\n\nb\n\nc',
    ],
  ])('converts other HTML blocks: %s', (_, html, markdown) => {
    expect(getMarkdown(html)).toBe(markdown);
  });
});

describe('source lines of HTML', () => {
  it('maps Markdown lines to the lines of the HTML document', () => {
    const html = [
      '<h1>A</h1>',
      '<p>',
      '  b',
      '  c<br>',
      '  d',
      '</p>',
      '<pre>',
      'e',
      '',
      'f</pre>',
      '<ul>',
      '<li>g',
      '<li>h',
      '</ul>',
      '<table>',
      '<tr><th>i<th>j',
      '<tr><td>k<td>l',
      '</table>',
    ];
    const { markdown, lines } = readHtml(html.join('\n'));
    expect(markdown.split('\n').map((text, index) => [lines?.[index], text])).toEqual([
      [1, '# A'],
      [1, ''],
      [3, 'b c  '],
      [5, 'd'],
      [5, ''],
      [8, '```'],
      [8, 'e'],
      [9, ''],
      [10, 'f'],
      [10, '```'],
      [10, ''],
      [12, '- g'],
      [13, '- h'],
      [13, ''],
      [16, '| i | j |'],
      [16, '| --- | --- |'],
      [17, '| k | l |'],
    ]);
  });
});

describe('HTML of reference generators', () => {
  it('converts the lists that Javadoc uses for the layout of members to sections', () => {
    const member =
      '<a name="put(int)"></a><ul class="blockList"><li class="blockList"><h4>put</h4><pre>void put(int n)</pre><div>Adds one.</div></li></ul>';
    expect(getMarkdown(`<ul class="blockList"><li class="blockList"><h3>Method Detail</h3>${member}</li></ul>`)).toBe(
      '### Method Detail\n\n#### put\n\n```\nvoid put(int n)\n```\n\nAdds one.',
    );
  });

  it('writes one list item for each member of a Doxygen class, with its template and description', () => {
    const template = '<tr class="memitem:a"><td class="memTemplParams" colspan="2">template&lt;int N&gt; </td></tr>';
    const member =
      '<tr class="memitem:a"><td class="memItemLeft">void&#160;</td><td class="memItemRight"><a href="x">put</a> (int n)</td></tr>';
    const description =
      '<tr class="memdesc:a"><td class="mdescLeft"></td><td class="mdescRight">Adds one. <a href="#a">More...</a></td></tr>';
    const rule = '<tr class="separator:a"><td colspan="2"></td></tr>';
    const inheritedRow =
      '<tr class="inherit_header"><td colspan="2"><img src="closed.png" alt="-"/>Inherited from Base</td></tr>';
    const rows = [template, member, description, rule, member, rule, inheritedRow, member].join('');
    expect(getMarkdown(`<table class="memberdecls">${rows}</table>`)).toBe(
      '- `template<int N> void put (int n)`: Adds one.\n- `void put (int n)`\n\n**Inherited from Base**\n\n- `void put (int n)`',
    );
  });

  it('keeps formulas that a script on the page would render', () => {
    const html =
      '<p>The mean <script type="math/tex">\\mu</script> of all<script type="text/javascript">x</script></p>';
    expect(getMarkdown(html)).toBe('The mean $\\mu$ of all');
  });
});
