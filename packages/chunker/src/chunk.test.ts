import { describe, expect, it } from 'vitest';
import { type ChunkOptions, chunk, DEFAULT_TARGET_SIZE } from './chunk.ts';
import { getBody } from './item-problems.fixture.ts';

const PATH = 'docs/guide/page.md';
const SITE = { siteUrl: 'https://docs.example.com', root: 'docs' };

const makeItems = (text: string, options?: ChunkOptions) => chunk({ path: PATH, text }, options).items;
const getKeys = (text: string, options?: ChunkOptions) =>
  makeItems(text, options).map(({ key }) => key.slice(PATH.length));
const getTitles = (text: string, options?: ChunkOptions) => makeItems(text, options).map(({ title }) => title);
const getBodies = (text: string, options?: ChunkOptions) =>
  makeItems(text, options).map(({ content }) => getBody(content));

const prose = (mark: string, length: number) => `${mark} ${'word '.repeat(length)}`.slice(0, length).trimEnd();
const sections = (...texts: readonly (readonly [heading: string, text: string])[]) =>
  ['# Page', ...texts.map(([heading, text]) => `## ${heading}\n\n${text}`)].join('\n\n');

describe('short introductions', () => {
  const text = `# Page\n\nIntro.\n\n## One\n\n${prose('a', 150)}\n\n## Two\n\n${prose('b', 180)}`;

  it('merges a short text before the first section with the item of that section, and the source URL links to the text', () => {
    const { items } = chunk({ path: PATH, text }, { targetSize: 200, address: SITE });
    expect(items[0]).toEqual({
      key: `${PATH}#`,
      title: 'Page › One',
      content: `Page › One\n\n# Page\n\nIntro.\n\n## One\n\n${prose('a', 150)}\n\nSource: https://docs.example.com/guide/page`,
      lines: [1, 7],
    });
    expect(items.map(({ title }) => title)).toEqual(['Page › One', 'Page › Two']);
  });

  it('keeps the keys of the other items when a short introduction grows', () => {
    const longer = makeItems(text.replace('Intro.', prose('intro', 80)), { targetSize: 200 });
    expect(longer.map(({ key }) => key)).toEqual([`${PATH}#`, `${PATH}#one`, `${PATH}#two`]);
    expect(longer[2]).toEqual({ ...makeItems(text, { targetSize: 200 })[1], lines: [9, 11] });
  });
});

describe('title prefix', () => {
  it('starts every title and breadcrumb with the title prefix, and keeps the keys', () => {
    const text = sections(['One', prose('a', 150)], ['Two', prose('b', 150)]);
    const plainItems = chunk({ path: PATH, text }, { targetSize: 200 }).items;
    const prefixedItems = chunk({ path: PATH, text }, { targetSize: 200, titlePrefix: 'Payments' }).items;
    expect(prefixedItems.map(({ title }) => title)).toEqual(plainItems.map(({ title }) => `Payments › ${title}`));
    expect(prefixedItems.map(({ key }) => key)).toEqual(plainItems.map(({ key }) => key));
    expect(prefixedItems.every(({ content, title }) => content.startsWith(`${title}\n`))).toBe(true);
  });
});

describe('links to files', () => {
  it('reports links to files with the path of the file from the repository root', () => {
    const text =
      '# P\n\n[a](../b.md#x) ![i](img/a%20b.png) [p](/site/page) [w](https://x.example) [s](#here) [out](../../../x.md)\n\n[r]\n\n[r]: c.md?v=1\n';
    const { links } = chunk({ path: PATH, text }, { address: SITE });
    expect(links).toEqual([
      { url: '../b.md#x', file: 'docs/b.md' },
      { url: 'img/a%20b.png', file: 'docs/guide/img/a b.png' },
      { url: 'c.md?v=1', file: 'docs/guide/c.md' },
    ]);
  });
});

describe('items', () => {
  it('an item consists of the breadcrumb, the heading and text, and the source URL', () => {
    const a = prose('a', 180);
    const intro = prose('i', 90);
    const text = `---\ntitle: API\n---\n\n# The API\n\n${intro}\n\n## Errors\n\n${a}\n\n### Rate limits\n\n${a}\n`;
    expect(chunk({ path: PATH, text }, { targetSize: 200, address: SITE })).toEqual({
      items: [
        {
          key: `${PATH}#`,
          title: 'API',
          content: `API\n\n# The API\n\n${intro}\n\nSource: https://docs.example.com/guide/page`,
          lines: [5, 7],
        },
        {
          key: `${PATH}#errors`,
          title: 'API › Errors',
          content: `API › Errors\n\n## Errors\n\n${a}\n\nSource: https://docs.example.com/guide/page#errors`,
          lines: [9, 11],
        },
        {
          key: `${PATH}#errors/rate-limits`,
          title: 'API › Errors › Rate limits',
          content: `API › Errors › Rate limits\n\n### Rate limits\n\n${a}\n\nSource: https://docs.example.com/guide/page#rate-limits`,
          lines: [13, 15],
        },
      ],
      warnings: [],
    });
  });

  it('an item can contain a whole page that fits', () => {
    const text = '# Page\n\nIntro.\n\n## A\n\n- a\n- b\n\n### B\n\n```sh\n# c\n```\n';
    expect(makeItems(text)).toEqual([
      { key: `${PATH}#`, title: 'Page', content: `Page\n\n${text.trimEnd()}`, lines: [1, 14] },
    ]);
  });

  it('an item with merged sections lists the section names, and has the key and source URL of the first section', () => {
    const text = sections(['A', prose('a', 200)], ['B', prose('b', 200)], ['C', prose('c', 2_400)]);
    const [first, second, ...more] = makeItems(text, { address: SITE });
    expect(more).toEqual([]);
    expect(first).toMatchObject({ key: `${PATH}#a`, title: 'Page › A, B' });
    expect(first?.content).toMatch(
      /^Page › A, B\n\n## A\n\na word .*\n\n## B\n\nb word .*\n\nSource: \S*\/guide\/page#a$/s,
    );
    expect(second).toMatchObject({ key: `${PATH}#c`, title: 'Page › C' });
  });

  it('a further part of a section is named after its first words', () => {
    const first = `First it is so.\n\n${prose('p', 1_600)}`;
    const more = `Then \`it\` is [so](./b.md):\n\n\`\`\`js\n${'code();\n'.repeat(250)}\`\`\``;
    expect(getKeys(sections(['A', `${first}\n\n${more}`]))).toEqual(['#a', '#a~then-it-is-so']);
    expect(getTitles(sections(['A', `${first}\n\n${more}`]))).toEqual(['Page › A', 'Page › A · Then it is so']);
    const [, part] = makeItems(sections(['A', `${first}\n\n${more}`]), { address: SITE });
    expect(part?.content).toMatch(/^Page › A\n\nThen `it` is .*\n```\n\nSource: \S*\/guide\/page#a$/s);
  });

  it('an item has no source URL if none is configured or if the URL is too long', () => {
    expect(makeItems('# T\n\na')[0]?.content).toBe('T\n\n# T\n\na');
    expect(makeItems('# T\n\na', { address: { siteUrl: `https://x.y/${'z'.repeat(1_000)}` } })[0]?.content).toBe(
      'T\n\n# T\n\na',
    );
  });

  it('an item does not begin with blank lines, and keeps the indentation of its text', () => {
    expect(getBodies('\n\n    code\n\n\n\n')).toEqual(['    code']);
  });

  it('an item has links with the same targets as the document', () => {
    const [item] = makeItems('[a](../b.md#c), [d][e] and `[f](g.md)`.\n\n[e]: ./h.md', { address: SITE });
    expect(item?.content).toContain(
      '[a](https://docs.example.com/b#c), [d](https://docs.example.com/guide/h) and `[f](g.md)`.',
    );
    expect(item?.content).not.toContain('[e]:');
  });
});

describe('pages', () => {
  it.each([
    ['---\ndraft: true\n---\n\ntext', 'it is a draft'],
    ['---\npublished: false\n---\n\ntext', 'it is a draft'],
    ['---\ncontext: false\n---\n\ntext', 'its front matter sets "context: false"'],
  ])('skips a page and reports why if its text is %j', (text, skipped) => {
    expect(chunk({ path: PATH, text })).toEqual({ items: [], skipped, warnings: [] });
  });

  it('produces items for a draft if drafts are included', () => {
    const text = '---\ndraft: true\n---\n\ntext';
    expect(makeItems(text, { drafts: true }).map(({ content }) => content)).toEqual(['page\n\ntext']);
  });

  it.each([
    ['public: true', true],
    ['public: false', false],
    ['title: T', undefined],
  ])('reports whether a page with the front matter %j is public: %s', (line, expected) => {
    expect(chunk({ path: PATH, text: `---\n${line}\n---\n\ntext` }).public).toBe(expected);
  });

  it.each(['a.md.bak', 'amd', 'md/a', 'a.png'])('skips a page with the path %s and reports why', (path) => {
    expect(chunk({ path, text: 'text' })).toEqual({ items: [], skipped: 'its format is not supported', warnings: [] });
  });

  it.each(['a.md', 'docs/A.MD', 'a.markdown', '.md', 'a.mdx'])('produces items for a page with the path %s', (path) => {
    expect(chunk({ path, text: 'text' }).items).toHaveLength(1);
  });
});

describe('chunk with size limits', () => {
  it('uses a default target size of 2,500 characters for prose', () => {
    expect(DEFAULT_TARGET_SIZE).toBe(2_500);
    const text = sections(['A', prose('a', 200)], ['B', prose('b', 200)], ['C', `${prose('c', 2_000)}\n\n`.repeat(3)]);
    expect(makeItems(text)).toEqual(makeItems(text, { targetSize: 2_500 }));
    expect(getKeys(text)).toEqual([
      '#a',
      '#c',
      '#c~c-word-word-word-word-word-word-word',
      '#c~c-word-word-word-word-word-word-word~2',
    ]);
  });

  it.each([
    [-1, 200],
    [0, 200],
    [199, 200],
    [8_001, 8_000],
    [1e9, 8_000],
  ])('treats a target size of %i as %i', (givenSize, effectiveSize) => {
    const text = sections(['A', `${prose('a', 150)}\n\n`.repeat(100)], ['B', prose('b', 150)], ['C', prose('c', 150)]);
    expect(makeItems(text, { targetSize: givenSize })).toEqual(makeItems(text, { targetSize: effectiveSize }));
    expect(makeItems(text, { targetSize: effectiveSize })).not.toEqual(makeItems(text));
  });

  it('creates no item of more than 200 characters if the target size is 200 and the text can be split', () => {
    const bodies = getBodies(sections(['A', `${prose('a', 60)}\n\n`.repeat(100)]), { targetSize: 200 });
    expect(bodies.length).toBeGreaterThan(25);
    expect(Math.max(...bodies.map(({ length }) => length))).toBeLessThanOrEqual(200);
  });

  it('leaves space in an item for the longest breadcrumb and source URL', () => {
    const address = { siteUrl: `https://docs.example.com/${'p'.repeat(940)}` };
    const code = Array.from({ length: 3_000 }, (_, n) => `line ${n} of code\n`).join('');
    const text = `# ${'Long title '.repeat(60)}\n\n\`\`\`\n${code}\`\`\``;
    const contents = makeItems(text, { address }).map(({ content }) => content);
    expect(contents.length).toBeGreaterThan(5);
    expect(Math.max(...contents.map(({ length }) => length))).toBeLessThanOrEqual(8_000);
    expect(contents.every((content) => /^.{390,400}\n\n/.test(content))).toBe(true);
    expect(contents.every((content) => /\n\nSource: https:\S{960,}$/.test(content))).toBe(true);
  });

  it.each([
    ['code', `\`\`\`\n${'line of code\n'.repeat(480)}\`\`\``],
    ['a table', `| a | b |\n|---|---|\n${'| one | two |\n'.repeat(450)}`.trimEnd()],
    ['a list', '- one of many\n'.repeat(450).trimEnd()],
    ['a paragraph', prose('c', 6_000)],
  ])('keeps %s over the target size whole', (_name, block) => {
    expect(block.length).toBeGreaterThan(5_000);
    expect(getBodies(`# T\n\n${prose('a', 2_000)}\n\n${block}\n\n${prose('b', 2_000)}`)[1]).toBe(block);
  });

  it('splits large code into fences, large tables into tables, and large lists between items', () => {
    const code = getBodies(`\`\`\`js [a.js]\n${'line of code\n'.repeat(800)}\`\`\``);
    expect(code.length).toBeGreaterThan(1);
    expect(code.every((body) => /^```js \[a\.js\]\n(?:line of code\n)+```$/.test(body))).toBe(true);
    const table = getBodies(`| a | b |\n|---|---|\n${'| one | two |\n'.repeat(800)}`);
    expect(table.length).toBeGreaterThan(1);
    expect(table.every((body) => /^\| a \| b \|\n\|---\|---\|\n(?:\| one \| two \|\n?)+$/.test(body))).toBe(true);
    const list = getBodies('- one\n  - two\n'.repeat(800));
    expect(list.length).toBeGreaterThan(1);
    expect(list.every((body) => /^(?:- one\n {2}- two\n?)+$/.test(body))).toBe(true);
  });

  it('splits a paragraph over the size cap after sentences', () => {
    const bodies = getBodies('This sentence is one of many, all of them the same. '.repeat(200));
    expect(bodies.length).toBeGreaterThan(1);
    expect(bodies.every((body) => body.startsWith('This sentence') && body.endsWith('the same.'))).toBe(true);
  });
});
