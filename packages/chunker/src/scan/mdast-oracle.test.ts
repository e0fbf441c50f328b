import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sampleCases, selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { getShapes } from './block-shape.fixture.ts';
import { beginnings, generate, mdastShapes, outline } from './mdast-oracle.fixture.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const PAGES = ['README.md', ...globSync(['docs/**/*.md', 'packages/chunker/src/fixtures/*.md'], { cwd: ROOT })].sort();

/** Removes front matter, `:::` lines and shortcodes, which are extensions of Markdown. */
const removeExtensions = (text: string) =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/^---\n[\s\S]*?\n---$/m, (head, at: number) => (at === 0 ? head.replaceAll(/[^\n]+/g, '') : head))
    .replaceAll(/^ {0,3}(?::::.*|\{\{[<%#].*\}\}\s*|\{%.*%\}\s*)$/gm, '');

describe('headings and fences', () => {
  it('the comparison with mdast covers at least one page', () => {
    expect(PAGES.length).toBeGreaterThan(10);
  });

  it.each(sampleCases(PAGES, 8))('finds the same headings and fences as mdast on the page %s', (path) => {
    const text = removeExtensions(readFileSync(`${ROOT}/${path}`, 'utf8'));
    const expected = outline(mdastShapes(text), text);
    expect(expected.length).toBeGreaterThan(0);
    expect(outline(getShapes(text), text)).toEqual(expected);
    expect(beginnings(getShapes(text))).toEqual(beginnings(mdastShapes(text)));
  });

  it.each([
    ['unclosed fences', '# a\n\n```js\n# b\n\nc\n\n## d\n'],
    ['fences of four marks that contain three', '````md\n```js\n# a\n```\n````\n\n# b'],
    ['fences closed by more marks', '```\n# a\n`````\n# b'],
    ['fences closed by indented marks', '```\n# a\n   ```\n# b\n\n```\n    ```\n# c\n```'],
    ['tilde fences with backticks in their info string', '~~~ `a`\n# b\n~~~\n\n``` a`b\n# c'],
    ['fences in lists indented by four spaces', '1. a\n\n    ```sh\n    # b\n    ```\n\n2. c\n\n# d'],
    ['fences in lists with blank lines', '- a\n\n  ```sh\n  # b\n\n\n  # c\n  ```\n\n  d\n\n# e'],
    ['fences in list items that the end of the item closes', '- ```\n  # a\n\nb\n\n# c\n\n- ```\n  # d\n- e\n\n# f'],
    ['fences in quotes', '> ```\n> # a\n> ```\n\n# b\n\n> ```\n> # c\n\n# d'],
    ['fences in quotes in lists', '- > ```\n  > # a\n  # b\n\n# c'],
    ['comments in fences', '```sh\n# a\n## b\n---\n===\n```\n# c'],
    ['fences directly after and before text', 'a\n```\n# b\n```\nc\n# d'],
    ['indented fences', ' ```\n# a\n  ```\n    ```\n    # b\n\n# c'],
    ['underlined headings', 'a\n===\nb\n---\nc\nd\n  ===\n\ne\n=\n\nf\n-\n\ng\n    ---\nh'],
    ['underlines without a heading', '===\n\n---\n\n> a\n---\n\n- a\n===\n\n    a\n---\n\n# a\n---'],
    ['headings that are closed, empty or invalid', '# a #\n#\n## ##\n#a\n####### b\n\\# c\n    # d\n   # e\n#\tf'],
    ['headings directly after other blocks', 'a\n# b\n- c\n# d\n> e\n# f\n| g |\n|---|\n# h\n<b>i</b>\n# j'],
    ['tables', '# a\n| b | c |\n|---|---|\n| # d | e |\n\nf | g\n-|-\nh | i\n# j\n\nk\n---\n\n| l |\n---\n'],
    ['invalid tables', '| a | b |\n|---|\n\nc\n---|\n\n| d\n--\n'],
    ['lazy continuation lines', '- a\nb\n# c\n\n> d\ne\n===\n\n> f\n---\n\n- > g\nh\n---\n'],
    ['nested lists', '- a\n  - b\n    - c\n\n      # d\n\n  # e\n\n# f'],
    ['ordered lists that begin at 2 after a paragraph', 'a\n2. b\n# c\n\nd\n1. # e\n# f'],
    [
      'HTML of all kinds',
      '<pre>\n\n# a\n</pre>\n# b\n<!--\n\n# c\n-->\n# d\n<?e\n\n# f\n?>\n# g\n<!H\n\n# i\n>\n# j\n<![CDATA[\n\n# k\n]]>\n# l\n<div>\n# m\n\n# n\n<b>\n# o\n\n# p',
    ],
    ['HTML after text', 'a\n<div>\n# b\n\nc\n<b>\n# d\n\n<b> e\n# f'],
    ['indented code', '    # a\n\n    # b\n# c\n    d\n    ---\n\n\t# e'],
    ['link reference definitions', '[a]: b\n===\n\n[c]: d\n---\n\n[e]: f g h\n---'],
    [
      'link reference definitions on several lines',
      '[a]:\nb\n===\n\n[c]:\nd\n"e"\n---\n\n[j]:\n# k\n\n[l]:\n---\n\n[m]:\n===\n\n[n]:\n    o\n---\n\n[p]:\n```\n# q\n```\n[r]:\n\ns\n---',
    ],
    ['footnotes', 'a[^1]\n\n[^1]: b\n---\n\n[^2]: c\n\n# d'],
    ['tabs', '-\ta\n\n\t# b\n\n# c\n\n>\t```\n>\t# d\n\n\t# e\n\n#\tf\n-\t```\n\t# g\n# h'],
    ['blank lines that contain spaces', '```\n   \n\t\n# a\n```\n  \n# b\n \t \nc\n   \n---\n'],
  ])('finds the same headings and fences as mdast in a text with %s', (_name, text) => {
    const expected = outline(mdastShapes(text), text);
    expect(expected.length).toBeGreaterThan(0);
    expect(outline(getShapes(text), text)).toEqual(expected);
  });
});

describe('generated texts', () => {
  // mdast treats a list item below indented code as a paragraph if the item could not interrupt a paragraph. commonmark.js and the scanner treat it
  // as a list.
  const MISREAD = /^(?: {4}| {0,3}\t).*\n(?:\s*\n)* {0,3}(?:[-+*]|\d+[.)])/m;
  // CommonMark treats a code block directly below an end tag as HTML. kramdown and the scanner treat it as a code block.
  const CODE_BELOW_END_TAG = /<\/[a-z][\w-]*>[ \t]*\n {0,3}(?:`{3}|~{3})/i;
  const texts = Array.from({ length: selectByTier(100, 8_000) }, (_, seed) => generate(seed)).filter(
    (text) => !MISREAD.test(text) && !CODE_BELOW_END_TAG.test(text),
  );

  it('generates texts with many headings and fences', () => {
    expect(texts.length).toBeGreaterThan(selectByTier(75, 6_000));
    const kinds = new Map<string, number>();
    for (const { kind } of texts.slice(0, selectByTier(600, 3_000)).flatMap(mdastShapes))
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    for (const kind of ['heading', 'fence', 'code', 'table', 'list', 'quote', 'html', 'paragraph', 'break'])
      expect(kinds.get(kind), kind).toBeGreaterThan(selectByTier(0, 20));
  });

  it('finds the same headings and fences as mdast in generated texts', () => {
    for (const text of texts)
      expect(outline(getShapes(text), text), JSON.stringify(text)).toEqual(outline(mdastShapes(text), text));
  });
});
