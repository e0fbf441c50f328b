import { describe, expect, it } from 'vitest';
import { type ChunkOptions, chunk } from '../chunk.ts';

const cell = (cell_type: string, source: string) => ({ cell_type, metadata: {}, source: source.split(/(?<=\n)/) });
const notebook = (...cells: unknown[]) => JSON.stringify({ cells, metadata: {}, nbformat: 4 }, undefined, 1);

/** Functions that generate a page with the given front matter and the text "Text.", one for each format. */
const PAGES: readonly (readonly [format: string, path: string, page: (head: string) => string])[] = [
  ['Markdown', 'a.md', (head) => `${head}\n\nText.\n`],
  ['MDX', 'a.mdx', (head) => `${head}\n\nText.\n`],
  ['AsciiDoc', 'a.adoc', (head) => `${head}\n= Own\n\nText.\n`],
  ['HTML', 'a.html', (head) => `${head}\n<title>Own</title>\n<p>Text.</p>\n`],
  ['reStructuredText', 'a.rst', (head) => `${head}\n\nOwn\n===\n\nText.\n`],
  ['plain text', 'a.txt', (head) => `${head}\nText.\n`],
  ['a notebook with a raw cell', 'a.ipynb', (head) => notebook(cell('raw', head), cell('markdown', '# Own\n\nText.'))],
  ['a notebook with a Markdown cell', 'a.ipynb', (head) => notebook(cell('markdown', head), cell('markdown', 'Text.'))],
  [
    'a notebook with front matter and text in one cell',
    'a.ipynb',
    (head) => notebook(cell('markdown', `${head}\n\nText.`)),
  ],
];

describe.each(PAGES)('front matter of %s', (_, path, page) => {
  const chunkText = (head: string, options?: ChunkOptions) => chunk({ path, text: page(head) }, options);
  const yaml = (text: string) => `---\n${text}\n---`;

  it.each([
    ['draft: true', 'it is a draft'],
    ['published: false', 'it is a draft'],
    ['context: false', 'its front matter sets "context: false"'],
  ])('excludes a page with %j in its front matter', (text, skipped) => {
    expect(chunkText(yaml(text))).toEqual({ items: [], skipped, warnings: [] });
    expect(chunkText(`+++\n${text.replace(':', ' =')}\n+++`)).toEqual({ items: [], skipped, warnings: [] });
  });

  it('includes a draft if the options include drafts', () => {
    expect(chunkText(yaml('draft: true'), { drafts: true }).items).toHaveLength(1);
  });

  it.each([
    ['public: true', true],
    ['public: false', false],
    ['public: "false"', undefined],
  ])('sets the visibility of a page with %j in its front matter', (text, expected) => {
    const chunks = chunkText(yaml(text));
    expect([chunks.public, chunks.items.length]).toEqual([expected, 1]);
  });

  it('sets title and description of the page from its front matter, which is not part of the text', () => {
    const { items, warnings } = chunkText(yaml('title: "Front: matter"\ndescription: What it is about.\nlayout: x'));
    expect(items.map(({ title }) => title)).toEqual(['Front: matter']);
    expect(items[0]?.content).toMatch(/^Front: matter\n\n.*What it is about\.\n\n.*Text\.$/s);
    expect(items[0]?.content).not.toMatch(/layout|---|title:/);
    expect(warnings).toEqual([]);
  });

  it('reports the line of invalid front matter, and chunks the text of the page without it', () => {
    const { items, warnings } = chunkText(yaml('layout: x\ntitle: a: b: c'));
    const line = page(yaml('layout: x\ntitle: a: b: c'))
      .split('\n')
      .findIndex((text) => text.includes('title: a'));
    expect(warnings).toEqual([
      { kind: 'front-matter', line: line + 1, message: expect.stringMatching(/^invalid front matter: \S/) },
    ]);
    expect(items[0]?.content).toContain('Text.');
    expect(items[0]?.content).not.toContain('layout');
  });

  it('keeps the line numbers of the text below front matter', () => {
    const text = page(yaml('layout: x\npublic: true'));
    const { items } = chunk({ path, text });
    const lines = text.split('\n');
    expect(lines[(items[0]?.lines[1] ?? 0) - 1]).toContain('Text.');
  });
});

describe.each(PAGES.filter(([, path]) => !path.startsWith('a.md')))(
  'thematic breaks at the top of %s',
  (_, path, page) => {
    it.each([
      ['a sentence', '---\nSome prose.\n---', 'Some prose'],
      ['prose that is invalid YAML', '---\nNotes of a meeting\nThere: Ann, Bob: both\n---', 'Notes of a'],
      ['text that only looks like a comment', '---\n# Numbers\n---', 'Numbers'],
      ['AsciiDoc text', '+++\n<b>Bold</b>\n+++', 'Bold'],
    ])('does not treat thematic breaks as front matter if they enclose %s', (_name, head, shownText) => {
      const { items, warnings } = chunk({ path, text: page(head) });
      expect(items.map(({ content }) => content).join('\n')).toContain(shownText);
      expect(warnings.filter(({ kind }) => kind === 'front-matter')).toEqual([]);
    });
  },
);

describe('AsciiDoc page attributes', () => {
  const chunkText = (attributes: string) => chunk({ path: 'a.adoc', text: `= Title\n${attributes}\n\nText.\n` });

  it.each([
    [':page-draft: true', 'it is a draft'],
    [':page-published: false', 'it is a draft'],
    [':page-context: false', 'its front matter sets "context: false"'],
    [':page-draft: false', undefined],
    [':draft: true', undefined],
  ])('excludes or includes a page by its AsciiDoc attribute %j', (attributes, skipped) =>
    expect(chunkText(attributes).skipped).toBe(skipped),
  );

  it.each([
    [':page-public: true', true],
    [':page-public: false', false],
    [':page-public:', undefined],
    [':public: true', undefined],
  ])('sets the visibility of a page by its AsciiDoc attribute %j', (attributes, isPublic) =>
    expect(chunkText(attributes).public).toBe(isPublic),
  );

  it('sets the description of an AsciiDoc page from its page attribute', () => {
    expect(chunkText(':description: What _it_ is \\\nabout.').items[0]?.content).toBe(
      'Title\n\nWhat it is about.\n\n# Title\n\nText.',
    );
  });

  it('prefers front matter to AsciiDoc page attributes', () => {
    const text = '---\npublic: false\n---\n= Title\n:page-public: true\n:page-draft: true\n\nText.\n';
    expect(chunk({ path: 'a.adoc', text }, { drafts: true }).public).toBe(false);
    expect(chunk({ path: 'a.adoc', text }).skipped).toBe('it is a draft');
  });
});
