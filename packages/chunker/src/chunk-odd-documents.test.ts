import { describe, expect, it } from 'vitest';
import { chunk } from './chunk.ts';

const PATH = 'docs/guide/page.md';

const itemsOf = (text: string) => chunk({ path: PATH, text }).items;
const keysOf = (text: string) => itemsOf(text).map(({ key }) => key.slice(PATH.length));
const titlesOf = (text: string) => itemsOf(text).map(({ title }) => title);
/** The contents without the first line, which is the path. */
const bodiesOf = (text: string) => itemsOf(text).map(({ content }) => content.replace(/^.*\n\n/, ''));

const prose = (mark: string, length: number) => `${mark} ${'word '.repeat(length)}`.slice(0, length).trimEnd();

describe('the page title', () => {
  it.each([
    ['docs/getting-started.md', 'getting started'],
    ['docs/guide/index.md', 'guide'],
    ['docs/guide/README.md', 'guide'],
    ['README.md', 'README'],
    ['a_b--c.markdown', 'a b c'],
    ['docs/v1.2.md', 'v1.2'],
    ['.md', '.md'],
    ['docs/---.md', 'docs/---.md'],
  ])('without a heading is made from the path %s', (path, expected) => {
    expect(chunk({ path, text: 'text' }).items.map(({ title }) => title)).toEqual([expected]);
  });
});

describe('front matter', () => {
  it.each([
    ['absent', '# T\n\ntext', ['T'], ['text']],
    ['with a title', '---\ntitle: F\n---\n\ntext', ['F'], ['text']],
    ['with a title beside a heading', '---\ntitle: F\n---\n\n# T\n\ntext', ['F'], ['text']],
    ['without a title', '---\nlayout: x\n---\n\n# T\n\ntext', ['T'], ['text']],
    ['after a byte order mark and with CRLF', '\ufeff---\r\ntitle: F\r\n---\r\n\r\ntext', ['F'], ['text']],
    ['with a title of tags', '---\ntitle: <Fragment> (<>...</>)\n---\ntext', ['<Fragment> (<>...</>)'], ['text']],
    ['that is no front matter', '---\n\n# T\n\ntext', ['T'], ['---\n\n# T\n\ntext']],
  ])('%s', (_name, text, titles, bodies) => {
    const { items, warnings } = chunk({ path: PATH, text });
    expect(items.map(({ title }) => title)).toEqual(titles);
    expect(items.map(({ content }) => content.replace(/^.*\n\n/, ''))).toEqual(bodies);
    expect(warnings).toEqual([]);
  });

  it('that cannot be read gives a warning, and the text is there', () => {
    const { items, warnings, skipped } = chunk({ path: PATH, text: '---\ntitle: a: b: c\n---\n\n# T\n\ntext' });
    expect(items).toEqual([{ key: `${PATH}#`, title: 'T', content: 'T\n\ntext', lines: [7, 7] }]);
    expect(warnings).toEqual([{ line: 1, message: expect.stringMatching(/^front matter cannot be read: \S[^\n]*$/) }]);
    expect(skipped).toBeUndefined();
  });

  it.each([
    ['alone', '---\ntitle: T\n---\n'],
    ['before a heading only', '---\ntitle: T\n---\n\n# T\n\n## A\n'],
  ])('%s gives no items, and the reason', (_name, text) => {
    expect(chunk({ path: PATH, text })).toEqual({ items: [], skipped: 'there is no text in it', warnings: [] });
  });

  it.each([
    ['several lines', '---\ntitle: |\n  one\n  two\n---\n\ntext'],
    ['an escaped line end', '---\ntitle: "one\\ntwo"\n---\n\ntext'],
    ['an escaped return and tab', '---\ntitle: "one\\r\\ttwo"\n---\n\ntext'],
  ])('with a title of %s gives a title of one line', (_name, text) => {
    expect(itemsOf(text)).toMatchObject([{ title: 'one two', content: 'one two\n\ntext' }]);
  });

  it('with half a surrogate pair by escape gives a well-formed title', () => {
    const [item] = itemsOf('---\ntitle: "a\\ud83d b"\n---\n\ntext');
    expect(item?.title).toMatch(/^a.* b$/);
    expect([item?.title.isWellFormed(), item?.content.isWellFormed()]).toEqual([true, true]);
  });

  it('that is text between two breaks is not dropped without a word', () => {
    const { items, warnings } = chunk({ path: PATH, text: '---\n\nSome text.\n\n---\n\nMore text.' });
    const told = warnings.length > 0 || items.some(({ content }) => content.includes('Some text.'));
    expect(items.some(({ content }) => content.includes('More text.'))).toBe(true);
    expect(told).toBe(true);
  });
});

describe('documents without text', () => {
  it.each([
    ['nothing', ''],
    ['blank lines', '\n \n\t\n'],
    ['a byte order mark', '\ufeff'],
    ['headings', '# T\n\n## A\n\n# B'],
  ])('of %s give no items, and the reason', (_name, text) => {
    expect(chunk({ path: PATH, text })).toEqual({ items: [], skipped: 'there is no text in it', warnings: [] });
  });
});

describe('headings', () => {
  const text = prose('x', 1_800);

  it.each([
    ['of one name', '# T', Array(6).fill('#### Same'), ['same', 'same-1', 'same-2', 'same-3', 'same-4', 'same-5']],
    ['of level 1 only', '# T', ['# A', '# B'], ['a', 'b']],
    ['from level 3 on', '', ['### A', '#### B', '### C'], ['a', 'a/b', 'c']],
    ['that are underlined', 'T\n===', ['A\n---', '### B'], ['a', 'a/b']],
    ['with ids', '# T {#t}', ['## A {#a}', '## B {/*b*/}'], ['a', 'b']],
    ['of tags, links and code only', '# T', ['## <br>', '## [A](b)', '## `C`'], ['untitled', 'a', 'c']],
    ['in other scripts', '# T', ['## はじめに', '## Über uns'], ['はじめに', 'über-uns']],
    ['of signs only', '# T', ['## 👋', '## ???'], ['section', 'section-1']],
  ])('%s have keys of their own', (_name, top, headings, expected) => {
    const document = [top, ...headings.map((heading) => `${heading}\n\n${text}`)].join('\n\n');
    expect(keysOf(document)).toEqual(expected.map((anchor) => `#${anchor}`));
    expect(new Set(titlesOf(document)).size).toBe(expected.length);
    expect(titlesOf(document).every((title) => /^(?:T|page) › \S/.test(title))).toBe(true);
  });

  it('that are very long are shortened in the middle of the path', () => {
    const heading = (mark: string) => `${mark} ${'long heading '.repeat(50)}${mark}`;
    const items = itemsOf(`# Page\n\n## ${heading('A')}\n\n${text}\n\n## ${heading('B')}\n\n${text}`);
    expect(items.map(({ title }) => [title.slice(0, 8), title.slice(-1), title.length <= 120])).toEqual([
      ['Page › A', 'A', true],
      ['Page › B', 'B', true],
    ]);
    const firstLines = items.map(({ content }) => content.split('\n')[0]?.length ?? 0);
    expect(Math.max(...firstLines)).toBeLessThanOrEqual(400);
    expect(Math.min(...firstLines)).toBeGreaterThan(390);
  });

  it('in fences, and `# comments` there, are none', () => {
    const fence = `\`\`\`sh\n# comment\n${'run\n'.repeat(700)}\`\`\``;
    expect(keysOf(`# T\n\nt\n\n## A\n\n${fence}\n\n## B\n\nb`)).toEqual(['#', '#a', '#b']);
  });
});

describe('characters', () => {
  it.each([
    ['CRLF', '\r\n'],
    ['a lone CR', '\r'],
  ])('%s ends lines as LF does', (_name, end) => {
    const text = `---\ntitle: T\n---\n\n## A\n\n${prose('a', 2_480)}\n\n## B\n\n\`\`\`\n# x\n\ny\n\`\`\`\n`;
    expect(itemsOf(text.replaceAll('\n', end))).toEqual(itemsOf(text));
    expect(itemsOf(text)).toHaveLength(2);
  });

  it.each([
    ['NUL', 'a\0b', 'a\ufffdb'],
    ['a lone high surrogate', 'a\ud83d', 'a\ufffd'],
    ['a lone low surrogate', '\ude00a', '\ufffda'],
    ['a no-break space', 'a\u00a0b', 'a\u00a0b'],
    ['joined emoji', '👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'],
    ['a replacement character', '\ufffd', '\ufffd'],
  ])('%s is well formed in text and heading', (_name, given, expected) => {
    const [item] = itemsOf(`# T${given}T\n\n${given}`);
    expect(item?.title).toBe(`T${expected}T`.replaceAll('\u00a0', ' '));
    expect(item?.content).toBe(`${item?.title}\n\n${expected}`);
  });

  it.each([
    ['CJK without spaces', '漢字仮名交じり文'],
    ['joined emoji', '👩‍👩‍👧‍👦'],
    ['accents of their own', 'e\u0301o\u0308'],
    ['Devanagari', 'क्षि'],
  ])('%s is cut between graphemes, and nothing is lost', (_name, unit) => {
    const text = unit.repeat(2_000);
    const bodies = bodiesOf(`# T\n\n${text}`);
    const graphemes = (part: string) =>
      [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(part)].length;
    expect(bodies.length).toBeGreaterThan(1);
    expect(bodies.join('')).toBe(text);
    expect(bodies.reduce((sum, body) => sum + graphemes(body), 0)).toBe(graphemes(text));
  });

  it('of a title are not cut inside a grapheme', () => {
    const family = '👩‍👩‍👧‍👦';
    for (let before = 0; before < 24; before += 1) {
      const [title = ''] = titlesOf(`# ${'x'.repeat(before)}${family.repeat(40)}\n\ntext`);
      expect(title.length).toBeLessThanOrEqual(120);
      expect(title).toMatch(new RegExp(`^x{${before}}(?:${family})+…(?:${family})+$`, 'u'));
    }
  });
});
