import { describe, expect, it } from 'vitest';
import { readHtml } from './read-html.ts';

describe('the main content', () => {
  it.each([
    ['the first main', '<div>a</div><main>b</main><main>c</main>', 'b'],
    ['an element of that role', '<article>a</article><div role="main">b</div>', 'b'],
    ['the articles', '<div>a</div><article>b<article>c</article></article><article>d</article>', 'b\n\nc\n\nd'],
    ['the body', '<html><head><title>t</title></head><body>a<div>b</div></body></html>c', 'a\n\nb\n\nc'],
    ['everything', 'a<p>b', 'a\n\nb'],
    ['a main with something in it', '<main></main><main><!-- x --></main><p>a', 'a'],
    ['a main in what is hidden', '<div hidden>a<main>b</main></div>', 'b'],
  ])('is %s', (_, html, markdown) => {
    expect(readHtml(html).markdown).toBe(markdown);
  });

  it.each([
    ['scripts', '<script>var a = "</p>"; if (1 < 2) {}</script>'],
    ['styles', '<style>p > a {}</style>'],
    ['templates', '<template><p>b</p></template>'],
    ['noscript', '<noscript>b</noscript>'],
    ['navigation', '<nav><ul><li>b</ul></nav><div role="navigation">b</div>'],
    ['breadcrumbs and contents', '<ul class="breadcrumbs"><li>b</ul><div class="toc"><a href="#x">b</a></div>'],
    ['header and footer', '<header>b</header><footer>b</footer><div role="contentinfo">b</div>'],
    ['controls', '<form><input value="b"><select><option>b</select><button>b</button><textarea>b</textarea></form>'],
    ['drawings', '<svg><title>b</title><text>b</text></svg><canvas>b</canvas>'],
    ['other pages', '<iframe src="b">b</iframe>'],
    ['what is hidden', '<div hidden>b</div><span aria-hidden="true">b</span><dialog>b</dialog>'],
    ['comments', '<!-- b --><!b><?b?>'],
  ])('has no %s', (_, html) => {
    expect(readHtml(`<p>a</p>${html}<p>c</p>`).markdown).toBe('a\n\nc');
  });

  it.each([
    [
      'the header and footer of an article',
      '<article><header><h1>a</h1></header>b<footer>c</footer></article>',
      '# a\n\nb\n\nc',
    ],
    [
      'the header of the page with its only title',
      '<header><nav>x</nav><h1>a</h1><p>b</p></header><p>c',
      '# a\n\nb\n\nc',
    ],
    ['all of a page that bears the name of its contents', '<div class="toc"><h1>a</h1>b</div>', '# a\n\nb'],
    ['an aside', '<main>a<aside>b</aside></main>', 'a\n\nb'],
    ['what a tab shows', '<div role="tabpanel" hidden>a</div>', 'a'],
    ['what is found', '<div hidden="until-found">a</div>', 'a'],
  ])('has %s', (_, html, markdown) => {
    expect(readHtml(html).markdown).toBe(markdown);
  });

  it('leaves the header out where the page has another title', () => {
    expect(readHtml('<header><h1>Site</h1></header><h1>Page</h1><p>a').markdown).toBe('# Page\n\na');
  });
});

describe('the title', () => {
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
