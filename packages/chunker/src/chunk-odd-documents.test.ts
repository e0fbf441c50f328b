import { describe, expect, it } from 'vitest';
import { chunk } from './chunk.ts';
import { getBody } from './item-problems.fixture.ts';

const PATH = 'docs/guide/page.md';

const makeItems = (text: string) => chunk({ path: PATH, text }).items;
const getKeys = (text: string) => makeItems(text).map(({ key }) => key.slice(PATH.length));
const getTitles = (text: string) => makeItems(text).map(({ title }) => title);
const getBodies = (text: string) => makeItems(text).map(({ content }) => getBody(content));

const prose = (mark: string, length: number) => `${mark} ${'word '.repeat(length)}`.slice(0, length).trimEnd();
/** Text that is too long to be merged with another section. */
const LONG = prose('x', 1_800);

describe('page title', () => {
  it.each([
    ['docs/getting-started.md', 'getting started'],
    ['docs/guide/index.md', 'guide'],
    ['docs/guide/README.md', 'guide'],
    ['README.md', 'README'],
    ['a_b--c.markdown', 'a b c'],
    ['docs/v1.2.md', 'v1.2'],
    ['.md', '.md'],
    ['docs/---.md', 'docs/---.md'],
  ])('derives the page title from the path %s if there is no heading', (path, expected) => {
    expect(chunk({ path, text: 'text' }).items.map(({ title }) => title)).toEqual([expected]);
  });
});

describe('several headings of level 1', () => {
  it('treats headings of level 1 as sibling sections if the file is not named after the first one', () => {
    expect(getTitles(`# Installation\n\n${LONG}\n\n# Configuration\n\n${LONG}`)).toEqual([
      'page › Installation',
      'page › Configuration',
    ]);
  });

  it('places headings of level 1 below the title of the front matter', () => {
    expect(getTitles(`---\ntitle: Setup\n---\n# Installation\n\n${LONG}\n\n# Configuration\n\n${LONG}`)).toEqual([
      'Setup › Installation',
      'Setup › Configuration',
    ]);
  });
});

describe('front matter', () => {
  it.each([
    ['is absent', '# T\n\ntext', ['T'], ['# T\n\ntext']],
    ['has a title', '---\ntitle: F\n---\n\ntext', ['F'], ['text']],
    ['has a title and the page has a heading', '---\ntitle: F\n---\n\n# T\n\ntext', ['F'], ['# T\n\ntext']],
    ['has no title', '---\nlayout: x\n---\n\n# T\n\ntext', ['T'], ['# T\n\ntext']],
    ['is in TOML', '+++\ntitle = "F"\n+++\n\ntext', ['F'], ['text']],
    ['follows a comment', '<!-- c -->\n---\ntitle: F\n---\n\ntext', ['F'], ['text']],
    ['follows a byte order mark and uses CRLF', '\ufeff---\r\ntitle: F\r\n---\r\n\r\ntext', ['F'], ['text']],
    [
      'has a title that looks like tags',
      '---\ntitle: <Fragment> (<>...</>)\n---\ntext',
      ['<Fragment> (<>...</>)'],
      ['text'],
    ],
    ['has no closing mark', '---\n\n# T\n\ntext', ['T'], ['# T\n\ntext']],
  ])('handles front matter correctly if it %s', (_name, text, titles, bodies) => {
    const { items, warnings } = chunk({ path: PATH, text });
    expect(items.map(({ title }) => title)).toEqual(titles);
    expect(items.map(({ content }) => getBody(content))).toEqual(bodies);
    expect(warnings).toEqual([]);
  });

  it('reports invalid front matter, and chunks the text of the page without it', () => {
    const { items, warnings, skipped } = chunk({ path: PATH, text: '---\ntitle: a: b: c\n---\n\n# T\n\ntext' });
    expect(items).toEqual([{ key: `${PATH}#`, title: 'T', content: 'T\n\n# T\n\ntext', lines: [5, 7] }]);
    expect(warnings).toEqual([
      { kind: 'front-matter', line: 2, message: expect.stringMatching(/^invalid front matter: \S[^\n]*$/) },
    ]);
    expect(skipped).toBeUndefined();
  });

  it.each([
    ['the only content', '---\ntitle: T\n---\n'],
    ['followed only by a heading', '---\ntitle: T\n---\n\n# T\n\n## A\n'],
  ])('excludes a page and reports why if its front matter is %s', (_name, text) => {
    expect(chunk({ path: PATH, text })).toEqual({ items: [], skipped: 'it has only front matter', warnings: [] });
  });

  it('keeps the warnings about front matter if the page has no items', () => {
    expect(chunk({ path: PATH, text: '---\ntitle: a: b: c\n---\n\n</div>\n' })).toMatchObject({
      items: [],
      skipped: 'it has only front matter',
      warnings: [{ kind: 'front-matter', line: 2 }],
    });
  });

  it.each([
    ['several lines', '---\ntitle: |\n  one\n  two\n---\n\ntext'],
    ['an escaped line end', '---\ntitle: "one\\ntwo"\n---\n\ntext'],
    ['an escaped return and tab', '---\ntitle: "one\\r\\ttwo"\n---\n\ntext'],
  ])('converts a front matter title with %s to one line', (_name, text) => {
    expect(makeItems(text)).toMatchObject([{ title: 'one two', content: 'one two\n\ntext' }]);
  });

  it('replaces an unpaired surrogate in a front matter title', () => {
    const [item] = makeItems('---\ntitle: "a\\ud83d b"\n---\n\ntext');
    expect(item?.title).toMatch(/^a.* b$/);
    expect([item?.title.isWellFormed(), item?.content.isWellFormed()]).toEqual([true, true]);
  });

  it('adds the front matter description before the text of the page', () => {
    const text = '---\ntitle: T\ndescription: What it is for.\n---\n\n# T\n\ntext';
    expect(getBodies(text)).toEqual(['What it is for.\n\n# T\n\ntext']);
  });

  it('adds the front matter description to the first item if the page has no text before its first section', () => {
    const text = `---\ntitle: T\ndescription: What it is for.\n---\n\n## A\n\n${LONG}\n\n## B\n\n${LONG}`;
    expect(makeItems(text).map(({ key, title }) => [key, title])).toEqual([
      [`${PATH}#`, 'T › A'],
      [`${PATH}#b`, 'T › B'],
    ]);
    expect(getBodies(text)[0]).toBe(`What it is for.\n\n## A\n\n${LONG}`);
  });

  it('creates a separate item for a front matter description that does not fit into the first one', () => {
    const description = 'What it is for. '.repeat(40).trim();
    const text = `---\ntitle: T\ndescription: ${description}\n---\n\n## A\n\n${LONG}${LONG}\n\n## B\n\n${LONG}`;
    expect(getTitles(text)).toEqual(['T', 'T › A', 'T › B']);
    expect(getBodies(text)[0]).toBe(description);
  });

  it('does not repeat a front matter description that is also the beginning of the page', () => {
    const text = '---\ntitle: T\ndescription: What it is for.\n---\n\nWhat it is for. And more.';
    expect(getBodies(text)).toEqual(['What it is for. And more.']);
  });

  it('keeps a first heading that differs from the front matter title', () => {
    const text = `---\ntitle: Short\n---\n\n# The long name of it\n\n## A\n\n${LONG}\n\n## B\n\n${LONG}`;
    expect(getTitles(text)).toEqual(['Short › A', 'Short › B']);
    expect(getBodies(text)[0]).toMatch(/^# The long name of it\n\n## A\n\n/);
  });

  it('treats a sentence between two thematic breaks as text, not as front matter', () => {
    const { items, warnings } = chunk({ path: PATH, text: '---\n\nSome text.\n\n---\n\nMore text.' });
    const told = warnings.length > 0 || items.some(({ content }) => content.includes('Some text.'));
    expect(items.some(({ content }) => content.includes('More text.'))).toBe(true);
    expect(told).toBe(true);
  });
});

describe('documents without text', () => {
  it.each([
    ['an empty document', ''],
    ['blank lines', '\n \n\t\n'],
    ['a byte order mark', '\ufeff'],
    ['headings', '# T\n\n## A\n\n# B'],
    ['a comment', '<!-- TODO: write it -->'],
    ['a script', '<script setup>\nlet a;\n</script>'],
    ['link definitions', '[a]: https://example.com'],
    ['a no-break space', '\u00a0'],
  ])('skips a document without text and reports why: %s', (_name, text) => {
    expect(chunk({ path: PATH, text })).toEqual({ items: [], skipped: 'it has no text', warnings: [] });
  });
});

describe('Markdown headings', () => {
  const one = (level: number, count: number) =>
    Array.from({ length: count }, (_, n) => `${'#'.repeat(level)} H${n + 1}`);

  it.each([
    [
      'have the same name',
      '# T',
      Array(6).fill('#### Same'),
      ['same', 'same-1', 'same-2', 'same-3', 'same-4', 'same-5'],
    ],
    [
      'have the same name and different parents',
      '# T',
      ['## A', '### Same', '## B', '### Same'],
      ['a', 'a/same', 'b', 'b/same'],
    ],
    ['are all of level 1', '# T', ['# A', '# B'], ['a', 'b']],
    ['are seventeen headings of level 1', '', one(1, 17), one(1, 17).map((heading) => heading.slice(2).toLowerCase())],
    ['start at level 3', '', ['### A', '#### B', '### C'], ['a', 'a/b', 'c']],
    ['are underlined', 'T\n===', ['A\n---', '### B'], ['a', 'a/b']],
    ['have IDs', '# T {#t}', ['## A {#a}', '## B {/*b*/}'], ['a', 'b']],
    [
      'consist of tags, links and code',
      '# T',
      ['## <br>', '## [A](b)', '## `C`', '## <D />'],
      ['untitled', 'a', 'c', 'd-'],
    ],
    ['are in other scripts', '# T', ['## はじめに', '## Über uns'], ['はじめに', 'über-uns']],
    ['contain only symbols', '# T', ['## 👋', '## ???'], ['section', 'section-1']],
    ['skip levels', '# T', ['#### A', '## B', '###### C'], ['a', 'b', 'b/c']],
  ])('creates unique keys and titles for headings that %s', (_name, top, headings, expected) => {
    const document = [top, ...headings.map((heading) => `${heading}\n\n${LONG}`)].join('\n\n');
    expect(getKeys(document)).toEqual(expected.map((anchor) => `#${anchor}`));
    expect(new Set(getTitles(document)).size).toBe(expected.length);
    expect(getTitles(document).every((title) => /^(?:T|page|H1)(?: › \S|$)/.test(title))).toBe(true);
    for (const [at, heading] of headings.entries())
      expect(getBodies(document)[at]).toBe(`${heading.replace(/ \{.*\}$/, '')}\n\n${LONG}`);
  });

  it('creates titles for the items of a page without headings', () => {
    expect(getTitles(`${LONG}\n\n${LONG}\n\n${LONG}`)).toEqual([
      'page',
      expect.stringMatching(/^page · x word/),
      expect.stringMatching(/ \(2\)$/),
    ]);
  });

  it('keeps a heading in the text of an item if the heading is too long for a breadcrumb', () => {
    const words = Array.from({ length: 120 }, (_, at) => `word${at}`);
    const [first = ''] = getBodies(`${words.join(' ')}\n===\n\n## A\n\n${LONG}`);
    expect(first.startsWith(`# ${words.join(' ')}\n\n## A\n\n`)).toBe(true);
  });

  it('keeps characters that look like markup in the title of a heading', () => {
    expect(getTitles('# <Fragment> (<>...</>)\n\ntext')).toEqual(['<Fragment> (<>...</>)']);
  });

  it('creates a title for a heading that renders to nothing', () => {
    expect(getTitles(`# T\n\n## <br>\n\n${LONG}\n\n## ![](a.png)\n\n${LONG}`)).toEqual([
      'T › Untitled',
      'T › Untitled (2)',
    ]);
  });

  it('uses a heading after a comment or script as the page title', () => {
    expect(getTitles('<!-- c -->\n\n# T\n\ntext')).toEqual(['T']);
    expect(getTitles('<script setup>\nlet a;\n</script>\n\n# T\n\ntext')).toEqual(['T']);
  });

  it('uses a heading of level 2 as the page title if all other headings are below it', () => {
    expect(getTitles(`## T\n\n${LONG}\n\n### A\n\n${LONG}`)).toEqual(['T', 'T › A']);
    expect(getTitles(`## T\n\n${LONG}\n\n## A\n\n${LONG}`)).toEqual(['page › T', 'page › A']);
  });

  it('a block quote ends at the heading below it', () => {
    expect(getKeys(`# T\n\n> ${LONG}\n## A\n\n${LONG}`)).toEqual(['#', '#a']);
  });

  it('shortens very long headings in the middle for the breadcrumb', () => {
    const heading = (mark: string) => `${mark} ${'long heading '.repeat(50)}${mark}`;
    const items = makeItems(`# Page\n\n## ${heading('A')}\n\n${LONG}\n\n## ${heading('B')}\n\n${LONG}`);
    expect(items.map(({ title }) => [title.slice(0, 8), title.slice(-1), title.length <= 120])).toEqual([
      ['Page › A', 'A', true],
      ['Page › B', 'B', true],
    ]);
    const firstLines = items.map(({ content }) => content.split('\n')[0]?.length ?? 0);
    expect(Math.max(...firstLines)).toBeLessThanOrEqual(400);
    expect(Math.min(...firstLines)).toBeGreaterThan(390);
  });

  it('does not treat shell comments and other lines in fences as headings', () => {
    const fence = `\`\`\`sh\n# comment\n\n## B\n${'run\n'.repeat(700)}\`\`\``;
    expect(getKeys(`# T\n\n${LONG}\n\n## A\n\n${fence}\n\n## B\n\n${LONG}`)).toEqual(['#', '#a', '#b']);
  });
});

describe('long HTML tables', () => {
  it('does not create an item with only closing tags for an HTML table that is longer than an item', () => {
    const rows = '<tr>\n<td>One</td>\n<td>Two</td>\n</tr>\n'.repeat(250);
    const bodies = getBodies(`# T\n\n<table>\n<tbody>\n${rows}\n</tbody>\n</table>\n`);
    expect(bodies.length).toBeGreaterThan(1);
    expect(bodies.filter((body) => !body.includes('One'))).toEqual([]);
    expect(bodies.join('\n').match(/One/g)).toHaveLength(250);
  });
});

describe('special characters', () => {
  it.each([
    ['CRLF', '\r\n'],
    ['a lone CR', '\r'],
  ])('treats %s as a line end like LF', (_name, end) => {
    const text = `---\ntitle: T\n---\n\n## A\n\n${prose('a', 2_480)}\n\n## B\n\n\`\`\`\n# x\n\n${prose('y', 90)}\n\`\`\`\n`;
    expect(makeItems(text.replaceAll('\n', end))).toEqual(makeItems(text));
    expect(makeItems(text)).toHaveLength(2);
  });

  it.each([
    ['NUL', 'a\0b', 'a\ufffdb'],
    ['a lone high surrogate', 'a\ud83d', 'a\ufffd'],
    ['a lone low surrogate', '\ude00a', '\ufffda'],
    ['a no-break space', 'a\u00a0b', 'a\u00a0b'],
    ['joined emoji', '👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'],
    ['a replacement character', '\ufffd', '\ufffd'],
  ])('keeps text and headings with %s well-formed', (_name, givenValue, expected) => {
    const [item] = makeItems(`# T${givenValue}T\n\n${givenValue}`);
    expect(item?.title).toBe(`T${expected}T`.replaceAll('\u00a0', ' '));
    expect(item?.content).toBe(`${item?.title}\n\n# T${expected}T\n\n${expected}`);
  });

  it.each([
    ['CJK without spaces', '漢字仮名交じり文'],
    ['joined emoji', '👩‍👩‍👧‍👦'],
    ['combining accents', 'e\u0301o\u0308'],
    ['Devanagari', 'क्षि'],
  ])('splits %s between graphemes without loss', (_name, unit) => {
    const text = unit.repeat(3_000);
    const bodies = getBodies(text);
    const graphemes = (part: string) =>
      [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(part)].length;
    expect(bodies.length).toBeGreaterThan(1);
    expect(bodies.join('')).toBe(text);
    expect(bodies.reduce((sum, body) => sum + graphemes(body), 0)).toBe(graphemes(text));
  });

  it('does not split a grapheme in a title', () => {
    const family = '👩‍👩‍👧‍👦';
    for (let before = 0; before < 24; before += 1) {
      const [title = ''] = getTitles(`# ${'x'.repeat(before)}${family.repeat(40)}\n\ntext`);
      expect(title.length).toBeLessThanOrEqual(120);
      expect(title).toMatch(new RegExp(`^x{${before}}(?:${family})+…(?:${family})+$`, 'u'));
    }
  });
});
