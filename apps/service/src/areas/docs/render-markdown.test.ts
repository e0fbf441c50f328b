import { describe, expect, it } from 'vitest';
import { createStoredRendering, DocsRenderer, RENDERER_VERSION } from './docs-renderer.ts';
import { PORTAL_MARK } from './page-links.ts';
import type { RenderedMarkdown } from './plain-rendering.ts';
import { renderMarkdown } from './render-markdown.ts';

const render = (markdown: string, path = 'guides/start', title = 'Start'): Omit<RenderedMarkdown, 'sections'> =>
  renderMarkdown({ path, title, markdown });
const html = (markdown: string) => render(markdown).html.replaceAll(PORTAL_MARK, 'portal:').trim();

describe('renderMarkdown', () => {
  it('headings get ids, links and entries in the outline, and no heading becomes a second title of the page', () => {
    const { html: content, outline } = render('# Start\n\n# Install it\n\n## With `npm`\n\n## With `npm`\n');
    expect(outline).toEqual([
      { level: 2, id: 'install-it', text: 'Install it' },
      { level: 2, id: 'with-npm', text: 'With npm' },
      { level: 2, id: 'with-npm-1', text: 'With npm' },
    ]);
    expect(content).not.toContain('<h1');
    expect(content).toContain('<h2 id="install-it">Install it<a class="anchor" href="#install-it"');
  });

  it('a heading can state its id at the end, as many generators write it', () => {
    const { html: content, outline } = render('# Start { #begin }\n\n## Use `it` {#use-it .wide}\n\n## Braces {x}\n');
    expect(outline.map(({ id, text }) => [id, text])).toEqual([
      ['use-it', 'Use it'],
      ['braces-x', 'Braces {x}'],
    ]);
    expect(content).not.toContain('Start');
  });

  it('text in hidden elements is not part of the page', () => {
    expect(html('a <style>b { c: d }</style>\n\n<script>e</script>\n\n<svg><title>f</title></svg>g')).toMatch(
      /^<p>a\s*<\/p>\s*(<p>)?g/,
    );
  });

  it('images have an alternative text, and links that contain only an image have a name', () => {
    const { html: content, warnings } = render(
      '<img src="a.png"> <a href="b.md"><img src="img/logo.svg"></a> ![c](c.png)',
    );
    expect([...content.matchAll(/alt="([^"]*)"/g)].map(([, alt]) => alt)).toEqual(['', 'logo', 'c']);
    expect(warnings).toHaveLength(2);
  });

  it('the alerts of GitHub become notes with a title', () => {
    expect(html('> [!NOTE]\n> Read *this*.')).toBe(
      '<div class="alert note" role="note"><p class="alert-title">Note</p>\n<p>Read <em>this</em>.</p>\n</div>',
    );
    expect(html('> [!WARNING]\n>\n> - a')).toContain('<p class="alert-title">Warning</p>');
    expect(html('> [!OTHER]\n> text')).toContain('<blockquote>');
  });

  it('a first paragraph of only bold text is the title of an alert', () => {
    const titled = html('> [!TIP]\n>\n> **Use `npm`**\n>\n> It is **fast**.');
    expect(titled).toContain('<div class="alert tip" role="note" aria-label="Tip">');
    expect(titled.replaceAll('\n', '')).toContain(
      '<p class="alert-title">Use <code>npm</code></p><p>It is <strong>fast</strong>.</p>',
    );
    expect(titled).not.toContain('>Tip<');
    for (const text of ['> [!TIP]\n> **Bold** first', '> [!TIP]\n> **Only this**'])
      expect(html(text)).toContain('<p class="alert-title">Tip</p>');
  });

  it('tables scroll by themselves, also with the keyboard', () => {
    expect(html('| a |\n| - |\n| b |\n')).toMatch(
      /^<div class="table-scroll" tabindex="0" role="region" aria-label="Table 1"><table>[\s\S]*<\/table><\/div>$/,
    );
  });

  it('a table whose header cells are empty has no header', () => {
    const table = html('| | |\n| - | - |\n| **Type** | `int` |\n');
    expect(table).toContain('<td><strong>Type</strong></td>');
    expect(table).not.toContain('<th');
    expect(html('| | b |\n| - | - |\n| c | d |\n')).toContain('<th>b</th>');
    expect(html('| ![Logo](a.png) |\n| - |\n| c |\n')).toContain('<th><img');
  });

  it.each([
    ['mermaid', 'Mermaid'],
    ['plantuml', 'PlantUML'],
    ['dot', 'Graphviz'],
  ])('a code block in the language %s is labeled as the source of a diagram', (language, name) => {
    const figure = html(`\`\`\`${language}\na -> b\n\`\`\``);
    expect(figure).toMatch(/^<figure class="diagram"><figcaption>[\s\S]*<\/figcaption><pre tabindex="0"><code/);
    expect(figure).toContain(`<figcaption>Source of a ${name} diagram</figcaption>`);
    expect(html('```js\na\n```')).not.toContain('figure');
  });

  it('checkboxes of task lists have a name and cannot be changed', () => {
    expect(html('- [x] Write it')).toContain('<input type="checkbox" checked disabled aria-label="Write it">');
  });

  it('links within the page find footnotes and the ids of HTML elements', () => {
    const content = html('Text[^1] [there](#place) <a id="place"></a> [head](#head)\n\n## Head\n\n[^1]: Note.');
    const ids = new Set([...content.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...content.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(3);
    expect(targets.filter((target) => !ids.has(target))).toEqual([]);
  });

  it('anchors have the ids that links from other pages use, except for ids of headings and of the layout', () => {
    expect(html('<a id="term-Wheel"></a>**Wheel**')).toContain('<a id="term-Wheel"></a>');
    expect(html('<a name="place"></a>[up](#place)')).toMatch(
      /<a name="user-content-place" id="place"><\/a>.*href="#place"/,
    );
    const content = html(
      '# Part\n\n<a id="part"></a> <a id="portal.content"></a> <a id="twice"></a> <a id="twice"></a>',
    );
    expect([...content.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
      'part',
      'user-content-part',
      'user-content-portal.content',
      'twice',
      'user-content-twice',
    ]);
  });

  it('code is highlighted with classes', () => {
    expect(html('```js\nconst a = 1;\n```')).toBe(
      '<pre tabindex="0"><code class="hljs language-js"><span class="hljs-keyword">const</span> a = <span class="hljs-number">1</span>;\n</code></pre>',
    );
    expect(html('```unknown-language\n<b>\n```')).toContain('&#x3C;b>');
  });

  it.each([
    ['other.md', 'portal:/guides/other', ['guides/other']],
    ['./other.mdx#part', 'portal:/guides/other#part', ['guides/other']],
    ['../top', 'portal:/top', ['top']],
    ['/reference/index.md?a=1', 'portal:/reference?a=1', ['reference']],
    ['/', 'portal:/index', ['index']],
    ['Mixed/Case.md', 'portal:/guides/Mixed/Case.md', []],
    ['https://example.com/a.md', 'https://example.com/a.md', []],
    ['#part', '#part', []],
    ['mailto:a@example.com', 'mailto:a@example.com', []],
  ])('the link %s points to %s', (link, target, links) => {
    const rendered = render(`[a](${link})`);
    expect(rendered.html.replaceAll(PORTAL_MARK, 'portal:')).toContain(`href="${target}"`);
    expect(rendered.links).toEqual(links);
  });

  it.each([
    ['guides', 'docs/guides/README.md', ['guides/other', 'top']],
    ['guides', 'docs/guides/index.mdx', ['guides/other', 'top']],
    ['guides', 'docs/guides.md', ['other', 'top']],
    ['guides/index', 'docs/guides/index.md', ['guides/other', 'top']],
    ['index', 'README.md', ['other', 'top']],
  ])('relative links of the page %s from the file %s start in the folder of the file', (path, file, links) => {
    const markdown = '[a](other.md) [b](../top.md)';
    expect(renderMarkdown({ path, title: 'A', markdown, source: { file } }).links).toEqual(links);
  });

  it('the placeholder for the URL of the portal is removed from texts that contain the placeholder', () => {
    expect(render(`[a](${PORTAL_MARK}//example.com) ${PORTAL_MARK}`).html).not.toContain(PORTAL_MARK);
  });
});

describe('DocsRenderer', () => {
  it('a page is shown as plain text if its rendering exceeds the deadline', async () => {
    const renderer = new DocsRenderer({ bounds: { deadlineMs: 1 } });
    const markdown = `<b>${'*a **b '.repeat(20_000)}`;
    const renderedMarkdown = await renderer.render({ path: 'a', title: 'A', markdown });
    expect(renderedMarkdown.warnings).toEqual([
      'the page is shown as plain text, because rendering it takes more than 0.001 seconds',
    ]);
    expect(renderedMarkdown.html).toMatch(/^<pre class="plain-text" tabindex="0">&lt;b&gt;\*a/);
    // The service may have been busy, so the first request for the page renders it again.
    expect(createStoredRendering(renderedMarkdown).version).not.toBe(RENDERER_VERSION);
    await renderer.close();
  });

  it('a page that is nested too deeply is shown as plain text, and other pages are still rendered', async () => {
    const renderer = new DocsRenderer();
    const pages = [
      { path: 'a', title: 'A', markdown: '>'.repeat(100_000) },
      { path: 'b', title: 'B', markdown: '*b*' },
    ];
    const [deep, plain] = await renderer.renderAll(pages);
    expect(deep?.warnings).toHaveLength(1);
    expect(deep?.html).toContain('<pre class="plain-text"');
    expect(plain).toMatchObject({ html: '<p><em>b</em></p>', warnings: [] });
    await renderer.close();
  });

  it('pages for which a batch has no time left are rendered when they are read', async () => {
    const renderer = new DocsRenderer({ batchDeadlineMs: 0 });
    const [page] = await renderer.renderAll([{ path: 'a', title: 'A', markdown: '*a*' }]);
    expect(page).toMatchObject({ html: '<pre class="plain-text" tabindex="0">*a*</pre>', isPostponed: true });
    expect(page?.warnings).toEqual([
      'the page is rendered when it is first read, because the pages before it in the batch took too long: send fewer at once',
    ]);
    expect(page && createStoredRendering(page).version).not.toBe(RENDERER_VERSION);
    const rendered = await renderer.render({ path: 'a', title: 'A', markdown: '*a*' });
    expect(createStoredRendering(rendered).version).toBe(RENDERER_VERSION);
    await renderer.close();
  });
});
