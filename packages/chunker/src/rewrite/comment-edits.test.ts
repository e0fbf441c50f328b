import { describe, expect, it } from 'vitest';
import { createDocument, createPage, readable } from '../page/markdown-page.fixture.ts';

describe('HTML comments', () => {
  it.each([
    ['in a block', 'a\n\n<!-- b -->\n\nc', 'a\n\nc'],
    ['in a block of several lines', 'a\n\n<!-- b\n\n# no\n\n```\nno\n-->\n\nc', 'a\n\nc'],
    ['inside text', 'a <!-- b --> c', 'a  c'],
    ['inside text if they span lines', 'a <!-- b\nc --> d', 'a\n d'],
    ['between lines of text', 'a\n<!-- b -->\nc', 'a\n\nc'],
    ['in a heading', '# T <!-- omit in toc -->\n\na', '# T\n\na'],
    ['in a list', '- a <!-- b -->\n- c\n  <!-- d\n  e -->\n- f', '- a\n- c\n\n- f'],
    ['in a table', '| a <!-- b --> |\n| --- |\n| c |', '| a |\n| --- |\n| c |'],
    ['in a quote', '> a <!-- b -->\n> c', '> a\n> c'],
    ['in HTML', '<dl>\n<!-- a -->\nb\n</dl>', '<dl>\n\nb\n</dl>'],
    ['around a fence', '<!--\n```\n# no\n```\n-->\n\na', 'a'],
    ['next to each other', '<!-- a --><!-- b -->\n\nc', 'c'],
    ['inside text if they are empty', 'a <!--> b <!---> c <!----> d <!-- e --> f', 'a  b  c  d  f'],
    ['in a block if they are empty', '<!-->\n\na\n\n<!-- b -->\n\nc', 'a\n\nc'],
    ['if they are markers for tools', 'a\n\n<!-- truncate -->\n\nb\n<!-- prettier-ignore -->\nc', 'a\n\nb\n\nc'],
    ['but keeps the name of a setting', '#### <!-- md:setting a.b -->\n\nc', '#### `a.b`\n\nc'],
    [
      'but keeps a version or default value',
      'Dropped in <!-- md:version 9.2.0 -->, <!-- md:default `true` -->.',
      'Dropped in Version 9.2.0, Default: `true`.',
    ],
  ])('removes HTML comments %s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it('removes HTML comments before front matter, which is still recognized', () => {
    const { head, page } = createDocument('<!-- licence\n\nof this -->\n\n---\ntitle: T\ndraft: true\n---\n\na');
    expect([head.isDraft, page.title]).toEqual([true, 'T']);
    expect(readable('<!-- licence -->\n---\ntitle: T\n---\n\na')).toBe('a');
  });

  it('removes an HTML comment before the heading that is the page title', () => {
    const page = createPage('<!-- a -->\n\n## T\n\nb\n\n### C');
    expect([page.title, page.heading]).toEqual(['T', 0]);
  });

  it('removes HTML comments without changing line numbers', () => {
    const { lines } = createPage('a <!-- b\nc\n\nd --> e\n\nf');
    expect(lines.text.split('\n')).toEqual(['a ', '', '', ' e', '', 'f']);
  });

  it.each([
    ['in a fence', '```html\n<!-- a -->\n```'],
    ['in inline code', 'a `<!-- b -->` c'],
    ['in inline code at the start of a paragraph', '`<!-- a -->` b'],
    ['in inline code in a list', '- `<!-- a -->`\n- `` <!-- b --> ``'],
    ['in a fence in a list', '- a\n\n  ```html\n  <!-- b -->\n  ```'],
    ['in indented code', 'a\n\n    <!-- b -->'],
    ['if they are not closed', 'a <!-- b\n\nc'],
    ['if they are not closed and start a block', '<!-- a\n\n# b'],
  ])('leaves HTML comments unchanged %s', (_name, text) => {
    expect(readable(text)).toBe(text);
  });
});

describe('VitePress includes', () => {
  it.each([
    ['<!-- @include: ./parts/a.md -->', 'Included: [./parts/a.md](./parts/a.md)'],
    ['<!--@include: ../b.md-->', 'Included: [../b.md](../b.md)'],
    ['- <!-- @include: ./c.md -->', '- Included: [./c.md](./c.md)'],
    ['`<!-- @include: ./d.md -->`', '`<!-- @include: ./d.md -->`'],
  ])('replaces a VitePress include outside of code with a link: %j', (text, expected) => {
    expect(readable(text)).toBe(expected);
  });
});

describe('MDX comments', () => {
  it.each([
    ['in a block', 'a\n\n{/* b */}\n\nc', 'a\n\nc'],
    ['in a block that contains headings', 'a\n\n{/*\n\n# no\n\n```\nno\n*/}\n\nc', 'a\n\nc'],
    ['inside text', 'a {/* b */} c', 'a  c'],
    ['in a heading', '# T {/* a b */}\n\nc', '# T\n\nc'],
    ['in a list', '- a {/* b */}\n- c', '- a\n- c'],
    ['in JSX', '<ul>\n  {/* b */}\n  c\n</ul>', '<ul>\n\n  c\n</ul>'],
  ])('removes MDX comments %s', (_name, text, expected) => {
    expect(readable(text, { mdx: true })).toBe(expected);
  });

  it.each([
    ['in a fence', '```js\n{/* a */}\n```'],
    ['in inline code', '`{/* a */}` b `{/* c */}`'],
    ['if they are not closed', 'a {/* b'],
  ])('leaves MDX comments unchanged %s', (_name, text) => {
    expect(readable(text, { mdx: true })).toBe(text);
  });
});

describe('text with many comment marks', () => {
  it.each(['<!--', '-->', '<!-- ', '{/*', '*/}', '<!-->', '<!-- -->', '{/**/}', '<!--\n\n', '{/*\n\n'])(
    'processes many comment marks in linear time: %j',
    (unit) => {
      expect(createPage(unit.repeat(100_000)).lines.count).toBe(unit.repeat(100_000).split('\n').length);
    },
  );
});
