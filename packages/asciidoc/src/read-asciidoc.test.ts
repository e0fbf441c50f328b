import { readFileSync } from 'node:fs';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { readAsciidoc } from './read-asciidoc.ts';

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');

/** Expected source lines of output lines, which are identified by their start. */
const LINES: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  'gateway-guide': [
    ['# Kestrel', 8],
    ['It replaces', 20],
    ['**Note: Before', 29],
    ['tar xf', 38],
    ['1. On Linux', 44],
    ['- bind to', 54],
    ['The page is refreshed', 63],
    ['## Configuration', 66],
    ['| Setting', 73],
    ['| `path', 82],
    ['**Warning:**', 99],
    ['> — Grace', 111],
    ['Included file', 121],
  ],
  'rest-reference': [
    ['| `PATCH`', 20],
    ['orders.all()', 37],
    ['1. Connects', 39],
    ["implementation 'org", 66],
    ['| paid', 78],
    ['* a second', 91],
  ],
  'classic-manual': [
    ['> *kestrelctl*', 12],
    ['taken back', 18],
    ['- **-v**', 24],
    ['all of it', 25],
    ['kestrelctl --timeout', 31],
    ['- or it did', 41],
  ],
};

/** Expected number of Markdown nodes by node type. */
const SHAPES: Readonly<Record<string, Record<string, number>>> = {
  'gateway-guide': { heading: 4, code: 2, table: 1, list: 6, listItem: 14, blockquote: 1, image: 1, link: 8, html: 3 },
  'rest-reference': { heading: 5, code: 3, table: 2, list: 5, listItem: 10, blockquote: 0, image: 0, link: 5, html: 0 },
  'classic-manual': { heading: 7, code: 1, table: 0, list: 3, listItem: 5, blockquote: 1, image: 0, link: 0, html: 0 },
};

describe.each(['gateway-guide', 'rest-reference', 'classic-manual'])('readAsciidoc with the document %s', (name) => {
  const source = fixture(`${name}.adoc`);
  const reading = readAsciidoc(source);
  const markdown = reading.markdown.split('\n');

  it('converts the document to the expected Markdown', () => {
    expect(`${reading.markdown.trimEnd()}\n`).toBe(fixture(`${name}.md`));
    expect(reading.warnings).toEqual([]);
  });

  it('returns ascending source lines for a document', () => {
    const lines = reading.lines ?? [];
    expect(lines).toHaveLength(markdown.length);
    expect(lines.every((line, index) => index === 0 || line >= (lines[index - 1] ?? 0))).toBe(true);
  });

  it.each(LINES[name] ?? [])('maps the output line that starts with %s to source line %i', (start, line) => {
    const at = markdown.findIndex((text) => text.trimStart().startsWith(start));
    expect(reading.lines?.[at]).toBe(line);
    expect(at).toBeGreaterThanOrEqual(0);
  });

  it('converts an AsciiDoc page to Markdown in which a Markdown parser finds the same structure', () => {
    const counts: Record<string, number> = {};
    const count = (node: { type: string; children?: unknown }) => {
      counts[node.type] = (counts[node.type] ?? 0) + 1;
      for (const child of (node.children ?? []) as { type: string }[]) count(child);
    };
    const tree = fromMarkdown(reading.markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
    count(tree);
    const shape = SHAPES[name] ?? {};
    expect(Object.fromEntries(Object.keys(shape).map((type) => [type, counts[type] ?? 0]))).toEqual(shape);
  });
});

describe('readAsciidoc', () => {
  it.each([
    ['an empty document', '', ''],
    ['only blank lines', '\n\n\n', ''],
    ['only attributes', ':a: b\n:!c:\n', ''],
    ['only comments', '// a\n\n////\nb\n////\n', ''],
    ['a paragraph', 'one\ntwo', 'one\ntwo'],
    ['a title', '= Title', '# Title\n'],
  ])('converts %s to Markdown', (_, source, markdown) => {
    expect(readAsciidoc(source).markdown).toBe(markdown);
  });

  it.each([
    ['the title attribute', ':title: From _an_ attribute\n\nText', 'From an attribute', 'Text'],
    ['the doctitle attribute', ':doctitle: The title\n\nText', 'The title', 'Text'],
    ['no attribute if there is a title heading', '= Title\n\nText', undefined, '# Title\n\nText'],
  ])('reads the title of an AsciiDoc document from %s', (_, source, title, markdown) => {
    const reading = readAsciidoc(source);
    expect(reading.title).toBe(title);
    expect(reading.markdown).toBe(markdown);
  });

  it('keeps a thematic break on the first line that is not front matter', () => {
    expect(readAsciidoc('---\n\nThis is text.\n\n---').markdown).toBe('***\n\nThis is text.\n\n***');
  });

  it.each([
    [
      'an unclosed listing',
      'a\n\n----\ncode\n\nmore',
      [{ line: 3, message: 'listing is not closed: no second line ----' }],
      'a\n\n```\ncode\n\nmore\n```',
    ],
    [
      'an unclosed example',
      '====\ntext\n\n== Next',
      [{ line: 1, message: 'example block is not closed: no second line ====' }],
      'text\n\n## Next {#_next}\n',
    ],
    ['an unclosed comment', '////\ntext', [{ line: 1, message: 'comment block is not closed' }], 'text'],
    [
      'an unclosed table',
      '|===\n|a |b',
      [{ line: 1, message: 'table is not closed: no second line |===' }],
      '| | |\n| --- | --- |\n| a | b |',
    ],
    [
      'an unclosed condition',
      'a\n\nifdef::x[]\nb',
      [{ line: 3, message: 'condition on x is not closed by endif' }],
      'a\n\nb',
    ],
    [
      'an endif without a condition',
      'a\n\nendif::[]\nb',
      [{ line: 3, message: 'endif without ifdef, ifndef or ifeval' }],
      'a\n\nb',
    ],
  ])('warns about %s in an AsciiDoc document and keeps the text', (_, source, warnings, markdown) => {
    const reading = readAsciidoc(source);
    expect(reading.warnings).toEqual(warnings);
    expect(reading.markdown).toBe(markdown);
  });

  it('removes code points that are reserved for placeholders', () => {
    expect(readAsciidoc('a\ufdd00\ufdd1b').markdown).toBe('a\ufffd0\ufffdb');
  });
});
