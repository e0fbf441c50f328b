import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('a listing', () => {
  it.each([
    [
      'of pages',
      '.. toctree::\n   :maxdepth: 2\n   :caption: The pages\n\n   intro\n   Title <sub/page>\n   /top.md\n   Site <https://x.y>\n   self\n   api/*\n',
      '**The pages**\n\n- [intro](intro.rst)\n- [Title](sub/page.rst)\n- [/top](/top.md)\n- [Site](https://x.y)',
    ],
    ['of hidden pages', 'a\n\n.. toctree::\n   :hidden:\n\n   intro\n', 'a'],
    ['of names', '.. autosummary::\n   :toctree: api\n\n   ~a.b\n   c\n', '- `a.b`\n- `c`'],
    [
      'of terms',
      '.. glossary::\n   :sorted:\n\n   one\n   uno : x\n      First.\n\n   two\n      Second.\n\n      More.\n',
      '**one**, **uno** (x): First.\n\n**two**: Second.\n\nMore.',
    ],
    ['of lines', '.. line-block::\n\n   a\n   b\n', 'a  \nb'],
  ])('%s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});
