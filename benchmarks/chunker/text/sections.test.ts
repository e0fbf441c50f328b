import { expect, it } from 'vitest';
import { splitSections } from './sections.ts';

it.each([
  ['a page without headings', 'one\n\ntwo', ['one\n\ntwo']],
  ['headings of any level', '# A\n\na\n\n### B\n## C\nc\n', ['# A\n\na', '### B', '## C\nc']],
  ['text before the first heading', 'x\n# A', ['x', '# A']],
  ['a comment in a code block', '# A\n```sh\n# not one\n```\n# B', ['# A\n```sh\n# not one\n```', '# B']],
  ['lines that only look like headings', '#A\n    # B\n####### C', ['#A\n    # B\n####### C']],
  ['an empty page', '\n\n', []],
])('sections() splits a page at its headings: %s', (_, text, expected) => {
  expect(splitSections(text)).toEqual(expected);
});
