import { describe, expect, it } from 'vitest';
import { type ChunkOptions, chunk, DEFAULT_TARGET_SIZE, isDocument } from './chunk.ts';

const PATH = 'docs/guide/page.md';
const SITE = { siteUrl: 'https://docs.example.com', root: 'docs' };

const itemsOf = (text: string, options?: ChunkOptions) => chunk({ path: PATH, text }, options).items;
const keysOf = (text: string, options?: ChunkOptions) =>
  itemsOf(text, options).map(({ key }) => key.slice(PATH.length));
const titlesOf = (text: string, options?: ChunkOptions) => itemsOf(text, options).map(({ title }) => title);
/** The contents without the first line, which is the path. */
const bodiesOf = (text: string, options?: ChunkOptions) =>
  itemsOf(text, options).map(({ content }) => content.replace(/^.*\n\n/, ''));

const prose = (mark: string, length: number) => `${mark} ${'word '.repeat(length)}`.slice(0, length).trimEnd();
const sections = (...texts: readonly (readonly [heading: string, text: string])[]) =>
  ['# Page', ...texts.map(([heading, text]) => `## ${heading}\n\n${text}`)].join('\n\n');

describe('an item', () => {
  it('has the path in title and first line, its own text, and the address in the last line', () => {
    const a = prose('a', 150);
    const text = `---\ntitle: API\n---\n\n# The API\n\nIntro.\n\n## Errors\n\n${a}\n\n### Rate limits\n\n${a}\n`;
    expect(chunk({ path: PATH, text }, { targetSize: 200, address: SITE })).toEqual({
      items: [
        {
          key: `${PATH}#`,
          title: 'API',
          content: 'API\n\nIntro.\n\nSource: https://docs.example.com/guide/page',
          lines: [7, 7],
        },
        {
          key: `${PATH}#errors`,
          title: 'API › Errors',
          content: `API › Errors\n\n${a}\n\nSource: https://docs.example.com/guide/page#errors`,
          lines: [11, 11],
        },
        {
          key: `${PATH}#errors/rate-limits`,
          title: 'API › Errors › Rate limits',
          content: `API › Errors › Rate limits\n\n${a}\n\nSource: https://docs.example.com/guide/page#rate-limits`,
          lines: [15, 15],
        },
      ],
      warnings: [],
    });
  });

  it('holds a whole page that fits', () => {
    const text = '# Page\n\nIntro.\n\n## A\n\n- a\n- b\n\n### B\n\n```sh\n# c\n```\n';
    expect(itemsOf(text)).toEqual([
      { key: `${PATH}#`, title: 'Page', content: `Page\n\n${text.slice(8).trimEnd()}`, lines: [3, 14] },
    ]);
  });

  it('of small neighbours names them all, and has the key and the address of the first', () => {
    const [first, second, ...more] = itemsOf(
      sections(['A', prose('a', 900)], ['B', prose('b', 900)], ['C', prose('c', 900)]),
      { address: SITE },
    );
    expect(more).toEqual([]);
    expect(first).toMatchObject({ key: `${PATH}#a`, title: 'Page › A, B' });
    expect(first?.content).toMatch(
      /^Page › A, B\n\n## A\n\na word .*\n\n## B\n\nb word .*\n\nSource: \S*\/guide\/page#a$/s,
    );
    expect(second).toMatchObject({ key: `${PATH}#c`, title: 'Page › C' });
  });

  it('that is a further part of its section has a number', () => {
    const text = `# Page\n\n${prose('p', 2_000)}\n\n${prose('q', 2_000)}\n\n## A\n\n${prose('a', 6_000)}`;
    expect(keysOf(text)).toEqual(['#', '#~2', '#a', '#a~2', '#a~3']);
    expect(titlesOf(text)).toEqual(['Page', 'Page (2)', 'Page › A', 'Page › A (2)', 'Page › A (3)']);
    expect(itemsOf(text).map(({ content }) => content.split('\n')[0])).toEqual([
      'Page',
      'Page',
      'Page › A',
      'Page › A',
      'Page › A',
    ]);
  });

  it('has no address where none is known, or where it would take too much room', () => {
    expect(itemsOf('# T\n\na')[0]?.content).toBe('T\n\na');
    expect(itemsOf('# T\n\na', { address: { siteUrl: `https://x.y/${'z'.repeat(1_000)}` } })[0]?.content).toBe(
      'T\n\na',
    );
  });

  it('begins with its text as it is indented, without blank lines', () => {
    expect(bodiesOf('# T\n\n\n    code\n\n\n\n')).toEqual(['    code']);
  });
});

describe('the sizes', () => {
  it('are 2500 for prose by default', () => {
    expect(DEFAULT_TARGET_SIZE).toBe(2_500);
    const text = sections(['A', prose('a', 1_200)], ['B', prose('b', 1_200)], ['C', prose('c', 4_000)]);
    expect(itemsOf(text)).toEqual(itemsOf(text, { targetSize: 2_500 }));
    expect(titlesOf(text)).toEqual(['Page › A, B', 'Page › C', 'Page › C (2)']);
  });

  it.each([
    [-1, 200],
    [0, 200],
    [199, 200],
    [8_001, 8_000],
    [1e9, 8_000],
  ])('of %i are taken for %i', (given, taken) => {
    const text = sections(['A', prose('a', 20_000)], ['B', prose('b', 150)], ['C', prose('c', 150)]);
    expect(itemsOf(text, { targetSize: given })).toEqual(itemsOf(text, { targetSize: taken }));
    expect(itemsOf(text, { targetSize: taken })).not.toEqual(itemsOf(text));
  });

  it('of 200 are kept', () => {
    const bodies = bodiesOf(sections(['A', prose('a', 5_000)]), { targetSize: 200 });
    expect(bodies.length).toBeGreaterThan(25);
    expect(Math.max(...bodies.map(({ length }) => length))).toBeLessThanOrEqual(200);
  });

  it('leave room for the longest path and the longest address', () => {
    const address = { siteUrl: `https://docs.example.com/${'p'.repeat(940)}` };
    const text = `# ${'Long title '.repeat(60)}\n\n\`\`\`\n${'line of code\n'.repeat(2_000)}\`\`\``;
    const lengths = itemsOf(text, { address }).map(({ content }) => content.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(8_000);
    expect(Math.max(...lengths)).toBeGreaterThan(7_900);
    expect(itemsOf(text, { address }).every(({ content }) => /\n\nSource: https:\S{960,}$/.test(content))).toBe(true);
  });

  it.each([
    ['code', `\`\`\`\n${'line of code\n'.repeat(480)}\`\`\``],
    ['a table', `| a | b |\n|---|---|\n${'| one | two |\n'.repeat(450)}`.trimEnd()],
    ['a list', '- one of many\n'.repeat(450).trimEnd()],
  ])('leave %s over the target whole', (_name, block) => {
    expect(block.length).toBeGreaterThan(5_000);
    expect(bodiesOf(`# T\n\n${prose('a', 2_000)}\n\n${block}\n\n${prose('b', 2_000)}`)[1]).toBe(block);
  });

  it('cut code over the cap into code, tables into tables, lists between items', () => {
    const code = bodiesOf(`# T\n\n\`\`\`js [a.js]\n${'line of code\n'.repeat(800)}\`\`\``);
    expect(code.length).toBeGreaterThan(1);
    expect(code.every((body) => /^```js \[a\.js\]\n(?:line of code\n)+```$/.test(body))).toBe(true);
    const table = bodiesOf(`# T\n\n| a | b |\n|---|---|\n${'| one | two |\n'.repeat(800)}`);
    expect(table.length).toBeGreaterThan(1);
    expect(table.every((body) => /^\| a \| b \|\n\|---\|---\|\n(?:\| one \| two \|\n?)+$/.test(body))).toBe(true);
    const list = bodiesOf(`# T\n\n${'- one\n  - two\n'.repeat(800)}`);
    expect(list.length).toBeGreaterThan(1);
    expect(list.every((body) => /^(?:- one\n {2}- two\n?)+$/.test(body))).toBe(true);
  });

  it('cut a paragraph after sentences', () => {
    const bodies = bodiesOf(`# T\n\n${'This sentence is one of many, all of them the same. '.repeat(200)}`);
    expect(bodies.length).toBeGreaterThan(3);
    expect(bodies.every((body) => body.startsWith('This sentence') && body.endsWith('the same.'))).toBe(true);
  });
});

describe('an edit', () => {
  it('of one section leaves keys and contents of the others alone', () => {
    const texts = ['A', 'B', 'C', 'D', 'E'].map((name, n) => [name, prose(name, 1_300 + 200 * n)] as const);
    const before = itemsOf(sections(...texts), { address: SITE });
    expect(before.map(({ key }) => key.slice(PATH.length))).toEqual(['#a', '#b', '#c', '#d', '#e']);
    const others = before.filter(({ key }) => !key.endsWith('#c')).map(({ key, content }) => [key, content]);
    const same = (text: string) =>
      itemsOf(text, { address: SITE })
        .filter(({ key }) => !/#c(?:~\d+)?$/.test(key))
        .map(({ key, content }) => [key, content]);
    expect(same(sections(...texts.with(2, ['C', prose('changed', 1_400)])))).toEqual(others);
    expect(same(sections(...texts.with(2, ['C', prose('grown', 9_000)])))).toEqual(others);
    expect(same(sections(...texts.toSpliced(2, 1)))).toEqual(others);
  });

  it('of text between changes lines, and nothing else, of what is below', () => {
    const text = sections(['A', prose('a', 2_000)], ['B', prose('b', 2_000)]);
    const [, below] = itemsOf(text);
    const [, moved] = itemsOf(text.replace('\n\n## B', '\n\n\n\n## B'));
    expect(below?.lines).toEqual([9, 9]);
    expect(moved).toEqual({ ...below, lines: [11, 11] });
  });
});

describe('isDocument', () => {
  it.each([
    ['a.md', true],
    ['docs/A.MD', true],
    ['a.markdown', true],
    ['.md', true],
    ['a.mdx', false],
    ['a.md.bak', false],
    ['amd', false],
    ['md/a.txt', false],
  ])('of %s is %s', (path, expected) => {
    expect(isDocument(path)).toBe(expected);
  });
});
