import { expect, it } from 'vitest';
import { sections } from './sections.ts';

it.each([
  ['a page without headings', 'one\n\ntwo', ['one\n\ntwo']],
  ['headings of any level', '# A\n\na\n\n### B\n## C\nc\n', ['# A\n\na', '### B', '## C\nc']],
  ['text before the first', 'x\n# A', ['x', '# A']],
  ['a comment in a fence', '# A\n```sh\n# not one\n```\n# B', ['# A\n```sh\n# not one\n```', '# B']],
  ['what only looks like one', '#A\n    # B\n####### C', ['#A\n    # B\n####### C']],
  ['nothing', '\n\n', []],
])('splits at headings: %s', (_, text, expected) => {
  expect(sections(text)).toEqual(expected);
});
