import { describe, expect, it } from 'vitest';
import { createPage } from './markdown-page.fixture.ts';

describe('page title', () => {
  it.each([
    ['its first heading of level 1', '# Guide\n\ntext', 'Guide'],
    ['its first heading if a second one follows directly', '# Guide\n\n# More', 'Guide'],
    ['an underlined heading', 'Guide\n===\n\ntext', 'Guide'],
    ['the title in its front matter rather than its heading', '---\ntitle: The Guide\n---\n# Guide', 'The Guide'],
    ['its first heading, even below an image', '![logo](x)\n\n<br>\n\n# Guide', 'Guide'],
    ['the visible text of its heading', '# The [`guide`](x) {#id}', 'The guide'],
    [
      'a heading of level 2 at the top if all others are below it',
      '## Closures\n\ntext\n\n### A\n\n#### B',
      'Closures',
    ],
    [
      'a heading of level 2 at the top, even below a script',
      '<script setup>\nlet a\n</script>\n\n## Closures\n\n### A',
      'Closures',
    ],
    ['the file name if it has several headings of level 1', '# Installation\n\na\n\n# Configuration\n\nb', 'file name'],
    ['the file name if its headings form a series', '# Version 3\n\na\n\n# Version 2\n\nb\n\n# Version 1', 'file name'],
    ['the file name if its headings are version numbers', '# v2.1 (May)\n\na\n\n# 2.0\n\nb\n\n# 1.9', 'file name'],
    ['the file name if it has no heading', 'text', 'file name'],
    ['the file name if it begins with a heading of level 2 and another of level 1 follows', '## A\n\n# B', 'file name'],
    ['the file name if its heading has no text', '# <a id="x"></a>\n\ntext', 'file name'],
    ['the file name if the page is empty', '', 'file name'],
    ['the file name if it begins with one of several headings of level 2', '## A\n\ntext\n\n## B', 'file name'],
    ['the file name if text precedes a heading of level 2', 'text\n\n## A', 'file name'],
  ])('the title of a page is %s', (_name, text, expected) => {
    expect(createPage(text).title).toBe(expected);
  });

  it.each([
    ['docs/guide.md', '# Guide\n\n# More', 'Guide'],
    ['docs/guide.md', '# Guide\n\na\n\n# Install\n\nb\n\n# Use\n\nc', 'Guide'],
    ['docs/guides.md', '# Guide\n\n# 1. Install\n\n# 2. Use\n\nc', 'Guide'],
    ['docs/versions.md', '# Version 2\n\na\n\n# Version 1\n\nb', 'Version 2'],
    ['docs/versions.md', '# Version 3\n\na\n\n# Version 2\n\nb\n\n# Version 1\n\nc', 'versions'],
    ['docs/versions.md', '# Version 3\n\na\n\n# Older\n\nb\n\n# Oldest\n\nc', 'Version 3'],
    ['docs/ElementSpelling.ipynb', '# Elemental Spelling\n\na\n\n# Tests\n\nb', 'Elemental Spelling'],
    ['docs/index.md', '# Welcome to Click\n\na\n\n# Documentation\n\nb', 'Welcome to Click'],
    ['docs/setup.md', '# Installation\n\na\n\n# Configuration\n\nb', 'setup'],
    ['docs/a-b.md', '# A b\n\na\n\n# Configuration\n\nb', 'a b'],
  ])(
    'chooses the page title among several headings of level 1: for %s with the text %j, it is %j',
    (path, text, expected) => {
      expect(createPage(text, { path }).title).toBe(expected);
    },
  );

  it.each([
    ['guide/closures.md', '## Closures\n\na\n\n## B', 'Closures'],
    ['guide/what_are-closures.md', '## Closures\n\na\n\n## B', 'Closures'],
    ['guide/closures/index.md', '## Closures\n\na\n\n## B', 'Closures'],
    ['closures/README.md', '## Closures\n\na\n\n## B', 'Closures'],
    ['closures/types.md', '## Closures\n\na\n\n## B', 'types'],
    ['guide/closures-2.md', '## Clos\n\na\n\n## B', 'closures 2'],
    ['guide/a-b.md', '## B\n\na\n\n## C', 'a b'],
  ])(
    'chooses the page title among several headings of level 2: for %s with the text %j, it is %j',
    (path, text, expected) => {
      expect(createPage(text, { path }).title).toBe(expected);
    },
  );

  it.each([
    ['docs/getting-started.md', 'getting started'],
    ['docs/guide/index.mdx', 'guide'],
    ['README.md', 'README'],
    ['docs/a_b--c.markdown', 'a b c'],
    ['docs/v1.2.md', 'v1.2'],
  ])('derives the page title from the file name %s if there is no heading', (path, expected) => {
    expect(createPage('text', { path }).title).toBe(expected);
  });
});
