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
  ])('is %s', (_, html, markdown) => {
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
  ])('excludes %s', (_, html) => {
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
  ])('includes %s', (_, html, markdown) => {
    expect(readHtml(html).markdown).toBe(markdown);
  });

  it('excludes the page header if the page has another title', () => {
    expect(readHtml('<header><h1>Site</h1></header><h1>Page</h1><p>a').markdown).toBe('# Page\n\na');
  });
});

describe('page title', () => {
  it.each([
    ['<title>A &amp; B\n - Site</title><p>x', 'A & B - Site'],
    ['<svg><title>icon</title></svg><p>x', undefined],
    ['<title>A</title><title>B</title><p>x', 'A'],
    ['<title> </title><p>x', undefined],
  ])('of %j is %j', (html, title) => {
    const reading = readHtml(html);
    expect(reading.title).toBe(title);
    expect(reading.markdown).toBe('x');
  });
});

describe('a page without text', () => {
  it.each([
    '',
    '\n',
    '<!doctype html><title>A</title><div id="app"></div><script>x</script>',
    '<nav>a</nav>',
    '<p>&nbsp;</p>',
    '<img src="x" alt="">',
  ])('is skipped: %j', (html) => {
    const reading = readHtml(html);
    expect(reading.skipped).toBe('it has no text');
    expect(reading.markdown).toBe('');
  });
});
