import { describe, expect, it } from 'vitest';
import { readable } from './markdown-page.fixture.ts';

describe('links above the page heading', () => {
  it.each([
    [
      'breadcrumbs of TypeDoc',
      '[**API Documentation**](../index.md) • **Docs**\n\n***\n\n[API Documentation](../index.md) / [pinia](index.md) / mapActions\n\n# mapActions()\n\na',
      '# mapActions()\n\na',
    ],
    ['links to other languages', '[English](a.md) | [Deutsch](b.md)\n\n# T\n\na', '# T\n\na'],
  ])('removes links above the page heading if they are %s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it.each([
    ['text with links', 'See [a](b.md) / [c](d.md) for more about the whole thing, with all its parts.\n\n# T\n\na'],
    ['badges', '[![a](b.svg)](https://c.d) [![e](f.svg)](https://g.h)\n\n# T\n\na'],
    ['below the heading', '# T\n\n[Docs](https://a.b) | [GitHub](https://c.d)\n\na'],
    ['on a page without a heading', '[Docs](https://a.b) | [GitHub](https://c.d)\n\na'],
    ['below another break', '***\n\na\n\n# T'],
  ])('keeps links near the page heading if they are %s', (_name, text) => {
    expect(readable(text)).toBe(text);
  });
});
