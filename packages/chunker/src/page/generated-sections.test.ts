import { describe, expect, it } from 'vitest';
import { readable } from './markdown-page.fixture.ts';

describe('sections that a build generates', () => {
  it.each([
    [
      'a section with only a component',
      '# A\n\na\n\n## Fields\n\n<APIDocs typeName="B" />\n\n## C\n\nc',
      '# A\n\na\n\n## C\n\nc',
    ],
    [
      'a section whose subsections contain only components',
      '# A\n\na\n\n## Variants\n\n### B\n\n<APIDocs typeName="B" />\n\n### C\n\n<APIDocs\n  typeName="C"\n/>',
      '# A\n\na',
    ],
  ])('removes the heading of %s', (_name, text, expected) => {
    expect(readable(text, { mdx: true })).toBe(expected);
  });

  it.each([
    ['the title of the page', '# A\n\n<APIDocs typeName="B" />', '# A'],
    ['a section with text next to the component', '# A\n\n## B\n\nb\n\n<APIDocs typeName="B" />', '# A\n\n## B\n\nb'],
    [
      'a section above a subsection with text',
      '# A\n\n## B\n\n<APIDocs typeName="B" />\n\n### C\n\nc',
      '# A\n\n## B\n\n### C\n\nc',
    ],
    [
      'a section that is empty in the document',
      '# A\n\n## B\n\n## C\n\n<APIDocs typeName="B" />\n\n## D',
      '# A\n\n## B\n\n## D',
    ],
    ['a section below a program', '# A\n\n## B\n\nexport const b = <B />', '# A\n\n## B'],
  ])('keeps the heading of %s', (_name, text, expected) => {
    expect(readable(text, { mdx: true })).toBe(expected);
  });

  it('keeps the headings of Markdown that is not MDX', () => {
    expect(readable('# A\n\n## B\n\n<C />')).toBe('# A\n\n## B');
  });
});
