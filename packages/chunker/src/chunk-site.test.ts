import { indexSite } from '@context-sync/site';
import { describe, expect, it } from 'vitest';
import { type ChunkOptions, type Chunks, chunk } from './chunk.ts';

const ADDRESS = { repositoryUrl: 'https://github.com/octo/api/blob/main/', root: 'docs' };
const PATH = 'docs/a.md';

function chunkOnSite(text: string, otherFiles: Readonly<Record<string, string>>, options: ChunkOptions = {}): Chunks {
  const texts = new Map(Object.entries({ [PATH]: text, ...otherFiles }));
  const { address = ADDRESS } = options;
  const site = indexSite({ paths: new Set(texts.keys()), read: (path) => texts.get(path), address });
  return chunk({ path: PATH, text }, { address, site, ...options });
}

const OTHERS = { 'docs/b.md': '# B\n\n## Set up', 'docs/i.png': '' };

describe('links of a document on a site', () => {
  const getContent = (text: string) => chunkOnSite(`# A\n\n${text}`, OTHERS).items[0]?.content;

  it.each([
    ['See [the page](b.md#set-up).', 'See [the page](https://github.com/octo/api/blob/main/docs/b.md#set-up).'],
    ['See [gone](gone.md "Title") now.', 'See gone now.'],
    ['See ![a picture](gone.png) now.', 'See a picture now.'],
    ['See [![a picture](gone.png)](gone.md) now.', 'See a picture now.'],
    [
      'See [gone][g] and [b][].\n\n[g]: gone.md\n[b]: b.md',
      'See gone and [b](https://github.com/octo/api/blob/main/docs/b.md).',
    ],
    ['See [part](b.md#gone).', 'See [part](https://github.com/octo/api/blob/main/docs/b.md).'],
    ['See <img src="gone.png" alt="a picture" width="3"> now.', 'See a picture now.'],
    ['See <a href="gone.md">it</a> now.', 'See it now.'],
    ['See [it]({{site.url}}/x) and [that](https://x.y/{z}).', 'See it and [that](https://x.y/{z}).'],
    ['See [b]({{< ref "b.md" >}}) and [c]({{< ref "c d" >}}).', 'See b and [c](c d).'],
    ['Keep `[gone](gone.md)` and \\[gone](gone.md).', 'Keep `[gone](gone.md)` and \\[gone](gone.md).'],
  ])('converts links of a document on a site from %j to %j', (text, expected) => {
    expect(getContent(text)).toContain(expected);
  });

  it('replaces roles of extensions and shorthands of MyST', () => {
    const otherFiles = {
      'docs/myst.yml': 'project:\n  references:\n    spec: https://myst.example/spec/\n',
      'docs/b.md': '(own)=\n# B page',
      'docs/n.ipynb': JSON.stringify({ cells: [{ cell_type: 'markdown', source: ['Words'] }] }),
      'docs/c.md': '(own:x)=\n# The {myst:role}`c` role',
    };
    const text =
      'Use the {myst:role}`cite` role, {abbr2}`HTML`, @own, a@own.b, `@own` and @other.\n\n' +
      'See [the specification](xref:spec/ast#x), [](xref:spec/ast), <xref:spec/ast#y>, <wiki:Web_page>, [links](wiki:Hyperlink), {span .a}`red`, [old](own:x) and [](https://doi.org/10.1), [](./c.md), [](https://a.example/b_(c)), [](doi:10.1/a), [](./n.ipynb), [d](doi:10.1/b).\n\n:::{card}\nHead\n^^^\nBody\n:::';
    const expected =
      'Use the `cite` role, HTML, [B page](https://github.com/octo/api/blob/main/docs/b.md#own), a@own.b, `@own` and @other.\n\n' +
      'See [the specification](https://myst.example/spec/ast#x), [spec/ast](https://myst.example/spec/ast), [spec/ast y](https://myst.example/spec/ast#y), [Web page](https://en.wikipedia.org/wiki/Web_page), [links](https://en.wikipedia.org/wiki/Hyperlink), red, [old](https://github.com/octo/api/blob/main/docs/c.md#own-x) and <https://doi.org/10.1>, [The c role](https://github.com/octo/api/blob/main/docs/c.md), <https://a.example/b_(c)>, <https://doi.org/10.1/a>, [n](https://github.com/octo/api/blob/main/docs/n.ipynb), [d](https://doi.org/10.1/b).\n\nHead\n\nBody';
    expect(chunkOnSite(`# A\n\n${text}`, otherFiles).items[0]?.content).toContain(expected);
    expect(chunkOnSite(`# A\n\n${text}`, OTHERS).items[0]?.content).toContain(
      '{myst:role}`cite` role, {abbr2}`HTML`, @own',
    );
  });

  it('directives of MyST that embed content become links, and the breaks between MyST blocks are removed', () => {
    const otherFiles = { 'docs/myst.yml': 'project:\n  title: T\n', 'docs/b.md': '(own)=\n# B page' };
    const text =
      'Words\n\n+++ {"class": "x"}\n\n```{embed} #own\n:remove-input: true\n```\n\n:::{figure} #own\nCaption\n:::\n\n+++\n\n    +++ code';
    const link = '[B page](https://github.com/octo/api/blob/main/docs/b.md#own)';
    expect(chunkOnSite(`# A\n\n${text}`, otherFiles).items[0]?.content.replaceAll(/\n{2,}/g, '\n')).toContain(
      `\nWords\n${link}\n${link}\nCaption\n    +++ code`,
    );
  });

  it('MyST links to notebooks and embedded blocks get a text', () => {
    const cells = [
      { cell_type: 'markdown', metadata: { tags: ['a'] }, source: ['(x)=\n', '# X page\n', 'Words'] },
      { cell_type: 'code', source: ['# no title'] },
    ];
    const otherFiles = {
      'docs/myst.yml': 'project:\n  title: T\n',
      'docs/b.md': '(own)=\n## Own part\n\n```{figure} i.png\n:label: fig\nWords\n```',
      'docs/x.ipynb': JSON.stringify({ cells, nbformat: 4 }),
      'docs/i.png': '',
    };
    const text = 'See [](x.ipynb).\n\n![](#own)\n\n![A plot](#fig)\n\n![](x.ipynb)\n\n![](i.png) `![](#own)`';
    const url = 'https://github.com/octo/api/blob/main/docs';
    expect(chunkOnSite(`# A\n\n${text}`, otherFiles).items[0]?.content).toContain(
      `See [X page](${url}/x.ipynb).\n\n[Own part](${url}/b.md#own)\n\n[A plot](${url}/b.md#fig)\n\n` +
        `[X page](${url}/x.ipynb)\n\n![](${url}/i.png) \`![](#own)\``,
    );
  });

  it('a page without a title gets its title from the navigation', () => {
    const otherFiles = { 'mkdocs.yml': 'nav:\n  - Guides:\n      - Strict Mode: a.md\n' };
    const text = 'Words.\n\n## Use it\n\nMore words.';
    expect(chunkOnSite(text, otherFiles).items.map(({ title }) => title)).toEqual(['Guides › Strict Mode']);
    expect(chunkOnSite(`# Own\n\n${text}`, otherFiles).items[0]?.title).toBe('Own');
  });

  it('links that no rule can resolve are kept, and one warning reports their number', () => {
    const text = '# A\n\nSee [one](/guide/one), [two](../two) and ![three](/img/three.png).\n';
    const { items, warnings } = chunkOnSite(text, OTHERS);
    expect(items[0]?.content).toContain('See [one](/guide/one), [two](../two) and ![three](/img/three.png).');
    expect(warnings).toEqual([
      { line: 1, kind: 'unchecked', count: 2, message: expect.stringContaining('no known site generator') },
      { line: 1, kind: 'unchecked', count: 1, message: expect.stringContaining('no known site generator') },
    ]);
  });

  it.each([
    ['[the API](http-api.md)', '[the API](https://github.com/octo/api/blob/main/docs/http-api.md)'],
    ['![i](httpcheck.png)', '![i](https://github.com/octo/api/blob/main/docs/httpcheck.png)'],
    ['[gone](http-gone.md)', 'gone'],
    ['[x](http://a.example/b)', '[x](http://a.example/b)'],
    ['- one ` [the page](b.md)\n- two ` more', '[the page](https://github.com/octo/api/blob/main/docs/b.md)'],
    ['- `code\n  in two lines [b](b.md)` end', '[b](b.md)'],
    ['- item\n\n  ```md\n  [b](b.md)\n\n  [b](b.md)\n  ```', '[b](b.md)'],
  ])(
    'the relative links in %j are resolved, even next to names and marks that look like link syntax',
    (text, expected) => {
      const others = { ...OTHERS, 'docs/http-api.md': '# H', 'docs/httpcheck.png': '' };
      expect(chunkOnSite(`# A\n\n${text}`, others).items[0]?.content).toContain(expected);
    },
  );

  it('reports broken links once for each cause, with the line of the first one', () => {
    const text = '# A\n\n[b](b.md)\n\n[x](gone.md) [y](./gone.md#z)\n\n![i](no.png) [p](b.md#gone)\n';
    expect(chunkOnSite(text, OTHERS).warnings).toEqual([
      { line: 5, kind: 'link', message: 'broken link: docs/gone.md does not exist (2 links)' },
      { line: 7, kind: 'image', message: 'broken image: docs/no.png does not exist' },
      { line: 7, kind: 'link', message: 'broken link: docs/b.md has no anchor "gone"' },
    ]);
  });

  it('reports the line of a broken link even if the format of the document has another notation for links', () => {
    const path = 'docs/a.adoc';
    const text = '= A\n\ntext\n\nSee <<gone,there>>.';
    const site = indexSite({ paths: new Set([path]), read: () => text, address: ADDRESS });
    expect(chunk({ path, text }, { address: ADDRESS, site }).warnings).toEqual([
      { line: 5, kind: 'link', message: 'broken link: docs/a.adoc has no anchor "gone"' },
    ]);
  });

  it('counts broken links instead of listing them if a document has very many', () => {
    const text = `# A\n\n${Array.from({ length: 5_000 }, (_, at) => `[x](gone-${at}.md)`).join('\n')}\n`;
    const warnings = chunkOnSite(text, OTHERS).warnings.filter(({ kind }) => kind === 'link');
    expect(warnings).toHaveLength(51);
    expect(warnings.at(-1)).toEqual({ line: 1, kind: 'link', message: '4950 more broken links' });
  });

  it('leaves links unchanged if they are not broken and the document has no URL', () => {
    const { items } = chunkOnSite('# A\n\n[b](b.md) [gone](gone.md)', OTHERS, { address: {} });
    expect(items[0]?.content).toContain('[b](b.md) gone');
  });
});
