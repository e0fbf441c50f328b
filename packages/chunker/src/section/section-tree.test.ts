import { describe, expect, it } from 'vitest';
import { createPage } from '../page/markdown-page.fixture.ts';
import { getKind, getStart, PARAGRAPH } from '../scan/scanned-blocks.ts';
import { buildSectionTree, getFirstBlock, hasOwnText, hasText, type Section } from './section-tree.ts';

const createTree = (text: string, path?: string) =>
  buildSectionTree(createPage(text, path === undefined ? {} : { path }));

/** Returns all sections of the page, without the root, in reading order. */
function listSectionsBelow(section: Section): Section[] {
  return section.children.flatMap((child) => [child, ...listSectionsBelow(child)]);
}

/** Returns one line per section, indented below its parent. */
function outline({ title, children }: Section): string[] {
  return [title, ...children.flatMap((child) => outline(child).map((line) => `  ${line}`))];
}

describe('root of the section tree', () => {
  it('the root of the section tree has the text before and after the page heading', () => {
    const page = createPage('before\n\n# T\n\nbelow\n\n## A\n\nin a');
    const root = buildSectionTree(page);
    expect(root).toMatchObject({ title: 'T', anchor: '', slug: '', level: 1, heading: 1, from: 0, to: 3, end: 5 });
    expect(root.children).toMatchObject([{ title: 'A', level: 2, heading: 3, from: 4, to: 5, end: 5 }]);
  });

  it('the root of the section tree has level 0 if there is no heading', () => {
    expect(createTree('a\n\n## A\n\nb')).toMatchObject({ level: 0, heading: -1, from: 0, to: 1, end: 3 });
    expect(createTree('')).toMatchObject({ level: 0, heading: -1, from: 0, to: 0, end: 0, children: [] });
  });
});

describe('text of sections', () => {
  it.each([
    ['its own text', '## A\n\na', true, true],
    ['only the text of its subsections', '## A\n\n### B\n\nb', true, false],
    ['no text', '## A', false, false],
    ['only headings', '## A\n\n### B\n\n#### C', false, false],
  ])('returns whether a section with %s has text', (_name, text, has, hasOwn) => {
    const root = createTree(`# T\n\n${text}\n\n## Z\n\nz`);
    const [section = root] = root.children;
    expect([hasText(section), hasOwnText(section)]).toEqual([has, hasOwn]);
    expect([hasText(root), hasOwnText(root)]).toEqual([true, false]);
  });

  it('finds no text on a page that has only its heading', () => {
    const root = createTree('# T');
    expect([hasText(root), hasOwnText(root)]).toEqual([false, false]);
  });

  it('ends the text of a section before headings without text', () => {
    const page = createPage('# T\n\n## A\n\na\n\n### B\n\n### C\n\n## D\n\nd');
    const [first] = buildSectionTree(page).children;
    expect(first).toMatchObject({ title: 'A', from: 2, to: 3, end: 3 });
  });

  it('the text of a section starts with its heading, and the text of the root with the first block of the page', () => {
    const page = createPage('a\n\n# T\n\n## B\n\nc');
    const root = buildSectionTree(page);
    const [section = root] = root.children;
    expect([getFirstBlock(root), getFirstBlock(section)]).toEqual([0, 2]);
  });
});

describe('section tree', () => {
  it.each([
    ['follows the levels', '# T\n## A\n### B\n## C', ['T', '  A', '    B', '  C']],
    [
      'is below the page for further headings of level 1',
      '# File\n## A\n# U\n## B\n# V',
      ['File', '  A', '  U', '    B', '  V'],
    ],
    [
      'has sections for several headings of level 1',
      '# T\n## A\n# U\n## B',
      ['file name', '  T', '    A', '  U', '    B'],
    ],
    ['can begin at any level', '### A\n#### B\n### C\n## D', ['file name', '  A', '    B', '  C', '  D']],
    [
      'has the first heading as its root if all others are below it',
      '### A\n#### B\n##### C\n#### D',
      ['A', '  B', '    C', '  D'],
    ],
    ['accepts skipped levels', '# T\n#### A\n## B\n###### C', ['T', '  A', '  B', '    C']],
    ['reads underlined headings', 'T\n=\n\nA\n-\n\n### B', ['T', '  A', '    B']],
    ['contains a name for headings without visible text', '# T\n## <br>\n##', ['T', '  Untitled', '  Untitled']],
    [
      'contains the visible text of links, code and tags',
      '# T\n## [A](b)\n## `<B>`\n## C <Badge />',
      ['T', '  A', '  <B>', '  C'],
    ],
    ['does not contain headings in fences', '# T\n```\n# A\n```\n## B', ['T', '  B']],
  ])('the section tree %s', (_name, text, expected) => {
    expect(outline(createTree(text))).toEqual(expected);
  });

  it('the section tree contains every block once, in order', () => {
    const page = createPage('a\n\n# T\nb\n## A\nc\n\nd\n### B\ne\n# U\nf\n## A\ng');
    const root = buildSectionTree(page);
    const own = [root, ...listSectionsBelow(root)].flatMap(({ from, to }) =>
      Array.from({ length: to - from }, (_, at) => from + at),
    );
    const texts = own.filter((index) => getKind(page.blocks, index) === PARAGRAPH);
    const paragraphs = page.blocks.kinds.flatMap((kind, index) => (kind === PARAGRAPH ? [index] : []));
    expect(texts).toEqual(paragraphs);
    expect(texts.map((index) => getStart(page.blocks, index))).toEqual([0, 3, 5, 7, 9, 11, 13]);
  });
});

describe('anchors', () => {
  const anchors = (text: string) => listSectionsBelow(createTree(text)).map((section) => section.anchor);

  it.each([
    ['consist of the slugs of the path', '# T\n## A b\n### C\n## D', ['a-b', 'a-b/c', 'd']],
    ['do not contain the page title, but further headings of level 1', '# T\n# U\n## A', ['u', 'u/a']],
    [
      'number headings of the same name',
      '# T\n### A\n#### Same\n#### Same\n#### Same',
      ['a', 'a/same', 'a/same-1', 'a/same-2'],
    ],
    ['are independent for headings with different parents', '## A\n### S\n## B\n### S', ['a', 'a/s', 'b', 'b/s']],
    ['differ for parents of the same name', '## A\n### S\n## A\n### S', ['a', 'a/s', 'a-1', 'a-1/s']],
    ['are never empty', '## 👋\n## !!!\n## <br>', ['section', 'section-1', 'untitled']],
  ])('section anchors %s', (_name, text, expected) => {
    expect(anchors(text)).toEqual(expected);
  });

  it('creates unique anchors for six headings of the same name', () => {
    expect(new Set(anchors(`# T\n${'#### Same\n\ntext\n\n'.repeat(6)}`)).size).toBe(6);
  });

  it('keeps an anchor when other sections are added or removed', () => {
    const all = anchors('# T\n## A\n### S\n## B\n### S\n## C');
    expect(anchors('# Other\n## B\n### S\n## C')).toEqual(all.slice(2));
    expect(anchors('# T\n## A\n### S\n### New\n## B\n### S\n## C')).toEqual(expect.arrayContaining(all));
  });

  it.each(['anchor', 'slug'] as const)('no two sections have the same %s', (name) => {
    const headings = ['## A', '## A', '## A 1', '## A-1', '### A', '### A 1', '# A'];
    const visibleText = new Set<string>();
    // The loop generates all sequences of four of these headings.
    for (let order = 0; order < headings.length ** 4; order += 1) {
      const pickedHeadings = [1, 7, 49, 343].map((place) => headings[Math.floor(order / place) % 7]);
      const names = listSectionsBelow(createTree(`# T\n${pickedHeadings.join('\n')}`)).map((section) => section[name]);
      visibleText.add(names.join(' '));
      expect(names, pickedHeadings.join(', ')).toEqual([...new Set(names)]);
    }
    expect(visibleText.size).toBeGreaterThan(10);
  });
});

describe('slugs', () => {
  const slug = (heading: string) => listSectionsBelow(createTree(`# T\n## ${heading}`))[0]?.slug;

  // The expected slugs come from https://github.com/Flet/github-slugger, which implements GitHub's anchors.
  it.each([
    ['Getting Started', 'getting-started'],
    ['build.target', 'buildtarget'],
    ['`vite build` options', 'vite-build-options'],
    ['A & B', 'a--b'],
    ['snake_case', 'snake_case'],
    ['Pre-bundling', 'pre-bundling'],
    ['[Link](/x) here', 'link-here'],
    ['Ça va?', 'ça-va'],
    ['はじめに', 'はじめに'],
    ['C++ & C#', 'c--c'],
    ["What's new", 'whats-new'],
  ])('derives the slug from the heading: %j becomes %j', (heading, expected) => {
    expect(slug(heading)).toBe(expected);
  });

  it('numbers equal slugs across the whole page', () => {
    expect(listSectionsBelow(createTree('# T\n## A\n### S\n## B\n### S')).map((section) => section.slug)).toEqual([
      'a',
      's',
      'b',
      's-1',
    ]);
  });

  it('creates different slugs for the second and the third section of the same name', () => {
    expect(listSectionsBelow(createTree('# T\n## A\n## A\n## A 1')).map((section) => section.slug)).toEqual([
      'a',
      'a-1',
      'a-1-1',
    ]);
  });

  it('creates a slug that starts with a hyphen if a character before the first word is dropped', () => {
    expect(slug('🚀 Start')).toBe('-start');
  });

  it.each(['Config {#options}', 'Config {/*options*/}'])('uses the explicit ID in %j as the slug', (heading) => {
    expect(slug(heading)).toBe('options');
  });
});
