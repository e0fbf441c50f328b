import { describe, expect, it } from 'vitest';
import { pageOf } from './page.fixture.ts';

describe('the title of a page', () => {
  it.each([
    ['its first heading, of level 1', '# Guide\n\ntext', 'Guide'],
    ['its first heading of several, if it has nothing of its own', '# Guide\n\n# More', 'Guide'],
    ['an underlined heading', 'Guide\n===\n\ntext', 'Guide'],
    ['its front matter, before its heading', '---\ntitle: The Guide\n---\n# Guide', 'The Guide'],
    ['its heading further down', '![logo](x)\n\n<br>\n\n# Guide', 'Guide'],
    ['its heading as a reader sees it', '# The [`guide`](x) {#id}', 'The guide'],
    ['a lower heading at the very top, with all others below it', '## Closures\n\ntext\n\n### A\n\n#### B', 'Closures'],
    [
      'a lower heading below what is for machines',
      '<script setup>\nlet a\n</script>\n\n## Closures\n\n### A',
      'Closures',
    ],
    ['the file, where it has several of level 1', '# Installation\n\na\n\n# Configuration\n\nb', 'file name'],
    [
      'the file, where its headings are a list of like ones',
      '# Version 3\n\na\n\n# Version 2\n\nb\n\n# Version 1',
      'file name',
    ],
    ['the file, where they are numbers', '# v2.1 (May)\n\na\n\n# 2.0\n\nb\n\n# 1.9', 'file name'],
    ['the file, where it has no heading', 'text', 'file name'],
    ['the file, where it begins with a lower heading', '## A\n\n# B', 'file name'],
    ['the file, where its heading says nothing', '# <a id="x"></a>\n\ntext', 'file name'],
    ['the file, where there is nothing', '', 'file name'],
    ['the file, where such a heading has another beside it', '## A\n\ntext\n\n## B', 'file name'],
    ['the file, where text stands before such a heading', 'text\n\n## A', 'file name'],
  ])('is %s', (_name, text, expected) => {
    expect(pageOf(text).title).toBe(expected);
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
  ])('in %s of several headings of level 1, %j, is %j', (path, text, expected) => {
    expect(pageOf(text, { path }).title).toBe(expected);
  });

  it.each([
    ['guide/closures.md', '## Closures\n\na\n\n## B', 'Closures'],
    ['guide/what_are-closures.md', '## Closures\n\na\n\n## B', 'Closures'],
    ['guide/closures/index.md', '## Closures\n\na\n\n## B', 'Closures'],
    ['closures/README.md', '## Closures\n\na\n\n## B', 'Closures'],
    ['closures/types.md', '## Closures\n\na\n\n## B', 'types'],
    ['guide/closures-2.md', '## Clos\n\na\n\n## B', 'closures 2'],
    ['guide/a-b.md', '## B\n\na\n\n## C', 'a b'],
  ])('in %s of %j is %j', (path, text, expected) => {
    expect(pageOf(text, { path }).title).toBe(expected);
  });

  it.each([
    ['docs/getting-started.md', 'getting started'],
    ['docs/guide/index.mdx', 'guide'],
    ['README.md', 'README'],
    ['docs/a_b--c.markdown', 'a b c'],
    ['docs/v1.2.md', 'v1.2'],
  ])('falls back to the file name %s', (path, expected) => {
    expect(pageOf('text', { path }).title).toBe(expected);
  });
});
