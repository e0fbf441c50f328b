import { describe, expect, it } from 'vitest';
import { scan } from './scan.ts';
import { type Section, sectionTree } from './section.ts';

const treeOf = (text: string, pageTitle?: string) => sectionTree(scan(text.split('\n')), pageTitle, 'file name');

/** The sections below the page in reading order. */
function below(section: Section): Section[] {
  return section.children.flatMap((child) => [child, ...below(child)]);
}

/** One line for each section, indented below the one that it stands in. */
function outline({ title, children }: Section): string[] {
  return [title, ...children.flatMap((child) => outline(child).map((line) => `  ${line}`))];
}

describe('the page', () => {
  it.each([
    ['its first heading, of level 1', '# Guide\n\ntext', undefined, 'Guide'],
    ['an underlined heading', 'Guide\n===\n\ntext', undefined, 'Guide'],
    ['front matter, before its heading', '# Guide', 'The Guide', 'The Guide'],
    ['the file, where it has no heading', 'text', undefined, 'file name'],
    ['the file, where it begins with a lower heading', '## A\n\n# B', undefined, 'file name'],
    ['the file, where its heading says nothing', '# <a id="x"></a>\n\ntext', undefined, 'file name'],
    ['the file, where there is nothing', '', undefined, 'file name'],
    [
      'a lower heading at the very top, with all others below it',
      '## Closures\n\ntext\n\n### A\n\n#### B',
      undefined,
      'Closures',
    ],
    ['the file, where such a heading has another beside it', '## A\n\ntext\n\n## B', undefined, 'file name'],
    ['the file, where text stands before such a heading', 'text\n\n## A', undefined, 'file name'],
    ['its heading further down', '![logo](x)\n\n<br>\n\n# Guide', undefined, 'Guide'],
  ])('is called after %s', (_name, text, pageTitle, expected) => {
    expect(treeOf(text, pageTitle)).toMatchObject({ title: expected, anchor: '', slug: '' });
  });

  it('holds what stands before and below its heading', () => {
    const root = treeOf('before\n\n# T\n\nbelow\n\n## A\n\nin a');
    expect(root.heading).toMatchObject({ start: 2, level: 1 });
    expect(root.blocks.map(({ start }) => start)).toEqual([0, 4]);
    expect(root.children.map(({ blocks }) => blocks.map(({ start }) => start))).toEqual([[8]]);
  });
});

describe('the tree', () => {
  it.each([
    ['follows the levels', '# T\n## A\n### B\n## C', ['T', '  A', '    B', '  C']],
    ['keeps many headings of level 1 on the page', '# T\n## A\n# U\n## B\n# V', ['T', '  A', '  U', '    B', '  V']],
    ['begins at any level', '### A\n#### B\n### C\n## D', ['file name', '  A', '    B', '  C', '  D']],
    ['takes levels that are skipped', '# T\n#### A\n## B\n###### C', ['T', '  A', '  B', '    C']],
    ['reads underlined headings', 'T\n=\n\nA\n-\n\n### B', ['T', '  A', '    B']],
    ['has a name for headings that say nothing', '# T\n## <br>\n##', ['T', '  Untitled', '  Untitled']],
    [
      'shows links, code and tags as a reader sees them',
      '# T\n## [A](b)\n## `<B>`\n## C <Badge />',
      ['T', '  A', '  <B>', '  C'],
    ],
    ['takes no heading from fences', '# T\n```\n# A\n```\n## B', ['T', '  B']],
  ])('%s', (_name, text, expected) => {
    expect(outline(treeOf(text))).toEqual(expected);
  });

  it('has every block once, in order', () => {
    const text = 'a\n\n# T\nb\n## A\nc\n\nd\n### B\ne\n# U\nf\n## A\ng';
    const root = treeOf(text);
    const starts = [root, ...below(root)].flatMap(({ blocks }) => blocks.map(({ start }) => start));
    const paragraphs = scan(text.split('\n')).filter(({ kind }) => kind === 'paragraph');
    expect(starts).toEqual(paragraphs.map(({ start }) => start));
    expect(starts).toHaveLength(7);
  });
});

describe('anchors', () => {
  const anchors = (text: string) => below(treeOf(text)).map(({ anchor }) => anchor);

  it.each([
    ['are the path of slugs', '# T\n## A b\n### C\n## D', ['a-b', 'a-b/c', 'd']],
    ['leave out the page, and other headings of its level stand for themselves', '# T\n# U\n## A', ['u', 'u/a']],
    [
      'number the same headings',
      '# T\n### A\n#### Same\n#### Same\n#### Same',
      ['a', 'a/same', 'a/same-1', 'a/same-2'],
    ],
    ['do not mix the same headings of different parents', '## A\n### S\n## B\n### S', ['a', 'a/s', 'b', 'b/s']],
    ['keep parents of one name apart', '## A\n### S\n## A\n### S', ['a', 'a/s', 'a-1', 'a-1/s']],
    ['are never empty', '## 👋\n## !!!\n## <br>', ['section', 'section-1', 'untitled']],
  ])('%s', (_name, text, expected) => {
    expect(anchors(text)).toEqual(expected);
  });

  it('of six headings of one name are six', () => {
    expect(new Set(anchors(`# T\n${'#### Same\n\ntext\n\n'.repeat(6)}`)).size).toBe(6);
  });

  it('stay as they are when other sections come and go', () => {
    const all = anchors('# T\n## A\n### S\n## B\n### S\n## C');
    expect(anchors('# Other\n## B\n### S\n## C')).toEqual(all.slice(2));
    expect(anchors('# T\n## A\n### S\n### New\n## B\n### S\n## C')).toEqual(expect.arrayContaining(all));
  });

  it.each(['anchor', 'slug'] as const)('never have the same %s, whatever the headings are', (name) => {
    const headings = ['## A', '## A', '## A 1', '## A-1', '### A', '### A 1', '# A'];
    const seen = new Set<string>();
    // All orders of four of them.
    for (let order = 0; order < headings.length ** 4; order += 1) {
      const picked = [1, 7, 49, 343].map((place) => headings[Math.floor(order / place) % 7]);
      const names = below(treeOf(`# T\n${picked.join('\n')}`)).map((section) => section[name]);
      seen.add(names.join(' '));
      expect(names, picked.join(', ')).toEqual([...new Set(names)]);
    }
    expect(seen.size).toBeGreaterThan(10);
  });
});

describe('slugs', () => {
  const slug = (heading: string) => below(treeOf(`# T\n## ${heading}`))[0]?.slug;

  // https://github.com/Flet/github-slugger follows what GitHub does.
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
  ])('of %j is %j', (heading, expected) => {
    expect(slug(heading)).toBe(expected);
  });

  it('are counted over the whole page, as they share it', () => {
    expect(below(treeOf('# T\n## A\n### S\n## B\n### S')).map((section) => section.slug)).toEqual([
      'a',
      's',
      'b',
      's-1',
    ]);
  });

  it('of the third section are not those of the second', () => {
    expect(below(treeOf('# T\n## A\n## A\n## A 1')).map((section) => section.slug)).toEqual(['a', 'a-1', 'a-1-1']);
  });

  it('begin with a hyphen where a sign is dropped before the first word', () => {
    expect(slug('🚀 Start')).toBe('-start');
  });

  it.each(['Config {#options}', 'Config {/*options*/}'])('are the id that %j asks for', (heading) => {
    expect(slug(heading)).toBe('options');
  });
});
