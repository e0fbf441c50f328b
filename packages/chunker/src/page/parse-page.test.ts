import { describe, expect, it } from 'vitest';
import { createDocument, createPage, readable } from './markdown-page.fixture.ts';

describe('invisible text', () => {
  it.each([
    ['a space that only adds distance', '# T\n\n&nbsp;\n\na\n\n&nbsp; b', '# T\n\na\n\n&nbsp; b'],
    ['the placeholder of a table of contents', '# T\n\n[[toc]]\n\n[TOC]\n\na', '# T\n\na'],
    ['scripts', '<script setup>\nlet a\n\nlet b\n</script>\n\na', 'a'],
    ['styles', 'a\n\n<style scoped>\n.a {}\n\n# .b {}\n</style>\n\nb', 'a\n\nb'],
    ['link reference definitions', 'a\n\n[b]: c', 'a'],
  ])('removes text that readers do not see: %s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it('removes imports and exports from MDX', () => {
    const text = "import A from './a'\n\n# T\n\nexport const b = {\n\n}\n\nimport is a word.\n\n<A />";
    expect(readable(text, { mdx: true })).toBe('# T\n\nimport is a word.');
    expect(readable("import A from './a'\n\na")).toBe("import A from './a'\n\na");
  });

  it.each([
    ['a style element that is never closed', 'a\n\n<style>\n\nb'],
    ['a sentence that contains the placeholder', '[[toc]] is where it stands'],
    ['scripts in a fence', '```html\n<script>\n</script>\n```'],
    ['other HTML elements', '<dl>\n<dt>a</dt>\n\nb\n\n</dl>'],
    ['a script after text', 'a <script>b</script>'],
  ])('keeps text that readers see: %s', (_name, text) => {
    expect(readable(text)).toBe(text);
  });
});

describe('parsePage', () => {
  it('returns the text after the front matter', () => {
    const { page, head } = createDocument('---\ntitle: T\ndescription: D\n---\n\n# A\n\nb');
    expect([page.title, page.heading, head.end, head.description]).toEqual(['T', 0, 4, 'D']);
    expect(page.blocks.starts).toEqual([5, 7]);
  });

  it.each([
    ['a\n\n```js\nb', 'a\n\n```js\nb\n```'],
    ['a\n\n  ````\nb\n', 'a\n\n  ````\nb\n\n  ````'],
    ['~~~\na', '~~~\na\n~~~'],
    ['```\na\n```', '```\na\n```'],
  ])('closes all fences in %j', (text, expected) => {
    expect(readable(text)).toBe(expected.trim());
  });

  it('keeps the line numbers of the document in a page with removed text', () => {
    const text = '---\ntitle: T\n---\n<!-- a\nb -->\n\n:::tip\nc\n:::\n\n[d]: e\n\n{% raw %}\n\nf';
    const { page, sourceLine } = createDocument(text);
    const { starts, ends } = page.blocks;
    expect(starts.map((start, index) => [sourceLine(start), sourceLine((ends[index] ?? 0) - 1)])).toEqual([
      [7, 7],
      [8, 8],
      [15, 15],
    ]);
    expect(page.gaps).toEqual([3, 5, 8, 9, 10, 11, 12, 13]);
  });

  it('reports the line of invalid front matter', () => {
    const { warnings, head } = createDocument('---\nlayout: x\ntitle: a: b\n---\n\nc');
    expect(warnings).toEqual([
      { kind: 'front-matter', line: 3, message: expect.stringMatching(/^invalid front matter: \S/) },
    ]);
    expect([head.end, readable('---\ntitle: a: b\n---\n\nc')]).toEqual([4, 'c']);
  });

  it('converts many nested constructs to readable text', () => {
    const text = [
      '<!-- licence -->',
      '---',
      'title: Guide',
      '---',
      '# Guide <Badge text="new" /> {#guide}',
      '',
      ':::tip[Use `npx`]',
      '- one <!-- no -->',
      '- two, see [three][3]',
      '',
      '  ```sh',
      '  # <!-- stays -->',
      '  ```',
      ':::',
      '',
      '> [!NOTE]',
      '> {{< param x >}} and `{{< y >}}`',
      '',
      '{% include note.html content="Read **it**." %}',
      '',
      '[3]: ./three.md',
    ].join('\n');
    expect(readable(text)).toBe(
      [
        '# Guide <Badge text="new" />',
        '',
        '**Tip: Use `npx`**',
        '- one',
        '- two, see [three](./three.md)',
        '',
        '  ```sh',
        '  # <!-- stays -->',
        '  ```',
        '',
        '> **Note**',
        '> x and `{{< y >}}`',
        '',
        '**Note** Read **it**.',
      ].join('\n'),
    );
    expect(createPage(text).title).toBe('Guide');
  });
});
