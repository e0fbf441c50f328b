import { describe, expect, it } from 'vitest';
import { readHtml } from './read-html.ts';

describe('main content', () => {
  it.each([
    ['the first main element', '<div>a</div><main>b</main><main>c</main>', 'b'],
    ['an element with the role main', '<article>a</article><div role="main">b</div>', 'b'],
    ['all articles', '<div>a</div><article>b<article>c</article></article><article>d</article>', 'b\n\nc\n\nd'],
    [
      'the body if there is no main element or article',
      '<html><head><title>t</title></head><body>a<div>b</div></body></html>c',
      'a\n\nb\n\nc',
    ],
    ['everything if there is no body', 'a<p>b', 'a\n\nb'],
    ['the first main element that is not empty', '<main></main><main><!-- x --></main><p>a', 'a'],
    ['a main element inside a hidden element', '<div hidden>a<main>b</main></div>', 'b'],
  ])('the main content of an HTML page is %s', (_, html, markdown) => {
    expect(readHtml(html).markdown).toBe(markdown);
  });

  it.each([
    ['scripts', '<script>var a = "</p>"; if (1 < 2) {}</script>'],
    ['styles', '<style>p > a {}</style>'],
    ['templates', '<template><p>b</p></template>'],
    ['noscript', '<noscript>b</noscript>'],
    ['navigation', '<nav><ul><li>b</ul></nav><div role="navigation">b</div>'],
    [
      'breadcrumbs and tables of contents',
      '<ul class="breadcrumbs"><li>b</ul><div class="toc"><a href="#x">b</a></div>',
    ],
    ['header and footer', '<header>b</header><footer>b</footer><div role="contentinfo">b</div>'],
    ['controls', '<form><input value="b"><select><option>b</select><button>b</button><textarea>b</textarea></form>'],
    ['drawings', '<svg><title>b</title><text>b</text></svg><canvas>b</canvas>'],
    ['embedded pages', '<iframe src="b">b</iframe>'],
    ['hidden elements', '<div hidden>b</div><span aria-hidden="true">b</span><dialog>b</dialog>'],
    ['comments', '<!-- b --><!b><?b?>'],
  ])('excludes %s from the main content', (_, html) => {
    expect(readHtml(`<p>a</p>${html}<p>c</p>`).markdown).toBe('a\n\nc');
  });

  it.each([
    [
      'the header and footer of an article',
      '<article><header><h1>a</h1></header>b<footer>c</footer></article>',
      '# a\n\nb\n\nc',
    ],
    [
      'the page header that contains the only title',
      '<header><nav>x</nav><h1>a</h1><p>b</p></header><p>c',
      '# a\n\nb\n\nc',
    ],
    ['a whole page that has the class of a table of contents', '<div class="toc"><h1>a</h1>b</div>', '# a\n\nb'],
    ['an aside', '<main>a<aside>b</aside></main>', 'a\n\nb'],
    ['inactive tab panels', '<div role="tabpanel" hidden>a</div>', 'a'],
    ['content that is hidden until found', '<div hidden="until-found">a</div>', 'a'],
  ])('includes %s in the main content of an HTML page', (_, html, markdown) => {
    expect(readHtml(html).markdown).toBe(markdown);
  });

  it('excludes the header of an HTML page if the page has another title', () => {
    expect(readHtml('<header><h1>Site</h1></header><h1>Page</h1><p>a').markdown).toBe('# Page\n\na');
  });
});

describe('main content without its own element', () => {
  const words = 'The queue keeps each message until a worker has confirmed it, in the order of arrival. '
    .repeat(4)
    .trim();

  it.each([
    ['a list of links next to the content', '<div><a href="/a">Guide</a> <a href="/b">API</a></div>', ''],
    ['a short box next to the content', '<div>Relay 2.1</div><div>No matches</div>', ''],
    [
      'links to the previous and the next page',
      '',
      '<p><a href="a">« Previous</a> | <a href="..">Up</a> | <a href="b">Next »</a></p>',
    ],
    ['the date of the last change', '', '<p>Last updated on 3 March 2026</p>'],
    ['a copyright line', '', '<p>© 2026 Relay Ltd</p>'],
    ['the links of a sidebar with a heading', '', '<div id="sidebar"><h3>Last update:</h3><p>Mar 03, 2026</p></div>'],
  ])('removes %s from a page without an element for its main content', (_, before, after) => {
    const html = `${before}<div><h1>Queues</h1><p>${words}</p></div>${after}`;
    expect(readHtml(html).markdown).toBe(`# Queues\n\n${words}`);
    const flat = `<h1>Queues</h1><p>${words}</p>${after}`;
    expect(readHtml(flat).markdown).toBe(`# Queues\n\n${words}`);
  });

  it.each([
    [
      'a short sentence next to the content',
      `<div>This page is a draft.</div><div><h1>Q</h1><p>${words}</p></div>`,
      'draft',
    ],
    [
      'links below a heading',
      `<h1>Q</h1><p>${words}</p><h2>See also</h2><ul><li><a href="a">A</a><li><a href="b">Bee</a></ul>`,
      'Bee',
    ],
    ['a page that is only a list of links', '<h1>Q</h1><ul><li><a href="a">A</a><li><a href="b">Bee</a></ul>', 'Bee'],
    ['a title next to the content', `<div><h1>Own title</h1></div><div><p>${words}</p></div>`, '# Own title'],
  ])('keeps %s on a page without an element for its main content', (_, html, text) => {
    expect(readHtml(html).markdown).toContain(text);
  });

  it.each([
    ['that links to the start page', '<h1><a href="../index.html">Relay docs</a></h1>', 'Queues'],
    ['that the title ends with', '<h1>Relay docs</h1>', 'Queues | Relay docs'],
  ])('removes the heading of the site %s', (_, header, title) => {
    const reading = readHtml(`<title>${title}</title><div>${header}</div><div><h1>Queues</h1><p>${words}</p></div>`);
    expect(reading.markdown).toBe(`# Queues\n\n${words}`);
  });
});

describe('generated pages and templates', () => {
  it.each([
    [
      'docs/genindex.html',
      '<script src="_static/documentation_options.js"></script><p>a',
      /index or search page that Sphinx/,
    ],
    [
      'docs/_modules/a/b.html',
      '<script src="_static/documentation_options.js"></script><p>a',
      /source code that Sphinx/,
    ],
    ['api/package-tree.html', '<html><!-- Generated by javadoc (17) --><p>a', /Javadoc/],
    ['api/index.html', '<html><!-- Generated by javadoc --><frameset><frame src="x"></frameset>', /frames/],
    ['api/class_a-members.html', '<meta name="generator" content="Doxygen 1.13"/><p>a', /Doxygen/],
    ['layouts/_shortcodes/tab.html', '<p>{{ if .IsNamed }}{{ .Get "name" }}{{ end }}</p>', /template/],
    ['docs/_includes/menu.html', '<ul>{% for page in site.pages %}<li>a{% endfor %}</ul>', /template/],
  ])('skips a page that is not documentation: %s', (path, html, reason) => {
    expect(readHtml(html, { path }).skipped).toMatch(reason);
    expect(readHtml('<p>a', { path }).skipped).toBeUndefined();
    expect(readHtml(html, { path: 'docs/guide.html' }).skipped ?? '').not.toMatch(reason);
  });
});

describe('page title', () => {
  it.each([
    ['the name of the site at the end', '<title>Queues — Relay 2.1 documentation</title><p>x', 'Queues'],
    ['the name of the site at the start', '<title>Relay | Queues</title><h1>Queues</h1>', 'Queues'],
    [
      'the name of the site after a hyphen',
      '<title>Apriori - mlxtend</title><h2>Apriori: frequent sets</h2>',
      'Apriori',
    ],
    ['the name of a Javadoc site', '<!-- Generated by javadoc --><title>Queue (relay 1.0 API)</title><p>x', 'Queue'],
    ['the name of a Doxygen site', '<!-- Generated by Doxygen --><title>Relay: a::b Class</title><p>x', 'a::b Class'],
  ])('removes %s from the page title', (_, html, title) => {
    expect(readHtml(html).title).toBe(title);
  });

  it('keeps a hyphen in the page title if no heading explains the hyphen', () => {
    expect(readHtml('<title>git-add - Add file contents</title><p>x').title).toBe('git-add - Add file contents');
  });
  it.each([
    ['<title>A &amp; B\n - Site</title><p>x', 'A & B - Site'],
    ['<svg><title>icon</title></svg><p>x', undefined],
    ['<title>A</title><title>B</title><p>x', 'A'],
    ['<title> </title><p>x', undefined],
  ])('reads the page title from %j as %j', (html, title) => {
    const reading = readHtml(html);
    expect(reading.title).toBe(title);
    expect(reading.markdown).toBe('x');
  });
});

describe('HTML pages without text', () => {
  it.each([
    '',
    '\n',
    '<!doctype html><title>A</title><div id="app"></div><script>x</script>',
    '<nav>a</nav>',
    '<p>&nbsp;</p>',
    '<img src="x" alt="">',
  ])('skips an HTML page without text: %j', (html) => {
    const reading = readHtml(html);
    expect(reading.skipped).toBe('it has no text');
    expect(reading.markdown).toBe('');
  });
});

describe('Doxygen pages', () => {
  const name = '<td class="memname"><a href="u8.html">u8</a> <a href="x.html">square</a></td>';
  const signature = `<div class="memproto"><table class="memname"><tr>${name}<td>(</td><td>u8 in</td><td>)</td></tr></table></div>`;

  it('keeps the signature of a Doxygen function with its description, although most of it is links', () => {
    const description = `<div class="memdoc"><p>${'Makes a square wave of the input. '.repeat(10)}</p></div>`;
    const html = `<div class="contents"><h2 class="memtitle">square()</h2><div class="memitem">${signature}${description}</div></div>`;
    expect(readHtml(html).markdown).toContain('## square()\n\n```\nu8 square (u8 in)\n```\n\nMakes');
  });

  it('uses the title from Doxygen, even if the text has headings of the same level', () => {
    const title = '<div class="header"><div class="headertitle"><div class="title">The library</div></div></div>';
    const text = `<h1>First</h1><p>${'Some words about it. '.repeat(20)}</p><h1>Second</h1><p>More.</p>`;
    const html = `<div>${title}<div class="contents"><div class="textblock">${text}</div></div></div>`;
    expect(readHtml(html).markdown.split('\n', 3)).toEqual(['# The library', '', '# First']);
  });

  it('keeps the titles of groups of Doxygen members and the text about them', () => {
    const row = (text: string) => `<tr><td colspan="2"><div class="${text}">The ${text}</div></td></tr>`;
    const member = '<tr class="memitem:a"><td class="memItemLeft">u8</td><td class="memItemRight">scale ()</td></tr>';
    const html = `<table class="memberdecls">${row('groupHeader')}${row('groupText')}${member}</table>`;
    expect(readHtml(html).markdown).toBe('**The groupHeader**\n\nThe groupText\n\n- `u8 scale ()`');
  });
});
