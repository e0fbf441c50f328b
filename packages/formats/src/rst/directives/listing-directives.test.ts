import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('listing directive', () => {
  it.each([
    [
      'toctree',
      '.. toctree::\n   :maxdepth: 2\n   :caption: The pages\n\n   intro\n   Title <sub/page>\n   /top.md\n   Site <https://x.y>\n   self\n   api/*\n',
      '**The pages**\n\n- [intro](intro.rst)\n- [Title](sub/page.rst)\n- [/top](/top.md)\n- [Site](https://x.y)',
    ],
    ['hidden toctree', 'a\n\n.. toctree::\n   :hidden:\n\n   intro\n', 'a'],
    ['autosummary', '.. autosummary::\n   :toctree: api\n\n   ~a.b\n   c\n', '- `a.b`\n- `c`'],
    [
      'glossary',
      '.. glossary::\n   :sorted:\n\n   one\n   uno : x\n      First.\n\n   two\n      Second.\n\n      More.\n',
      '**one**, **uno** (x): First.\n\n**two**: Second.\n\nMore.',
    ],
    ['line-block', '.. line-block::\n\n   a\n   b\n', 'a  \nb'],
  ])('parses a listing directive: %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});
