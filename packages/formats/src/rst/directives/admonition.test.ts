import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('admonition directive', () => {
  it.each([
    ['on one line', '.. note:: Some *text*.', '**Note:** Some *text*.'],
    ['with text that spans lines', '.. tip:: Some\n   text.\n\n   More.', '**Tip:** Some\ntext.\n\nMore.'],
    ['with text after a blank line', '.. warning::\n\n   Text.', '**Warning:** Text.'],
    ['with text on the next line', '.. caution::\n   Text.', '**Caution:** Text.'],
    ['with options', '.. hint::\n   :class: x\n\n   Text.', '**Hint:** Text.'],
    [
      'with several blocks',
      '.. important::\n\n   * a\n   * b\n\n   .. code-block:: c\n\n      x;\n\n   ==  ==\n   c   d\n   ==  ==\n',
      '**Important:**\n\n- a\n- b\n\n```c\nx;\n```\n\n| | |\n| --- | --- |\n| c | d |',
    ],
    ['in a list item', '* a\n\n  .. danger:: b\n\n     c\n', '- a\n\n  **Danger:** b\n\n  c'],
    ['inside another admonition', '.. note:: a\n\n   .. error:: b\n', '**Note:** a\n\n**Error:** b'],
    ['with a title', '.. admonition:: My *title*\n\n   Text.', '**My *title*:** Text.'],
    ['with a question as a title', '.. admonition:: Why?\n   :class: x\n\n   Text.', '**Why?** Text.'],
    ['for related topics', '.. seealso:: :doc:`a`', '**See also:** [a](a.rst)'],
    ['for a version', '.. versionadded:: 3.2', '**Added in version 3.2**'],
    ['for a version with text', '.. versionchanged:: 3.2 Now *so*.', '**Changed in version 3.2:** Now *so*.'],
    [
      'for a version with several blocks',
      '.. deprecated:: 1.0\n   Use x.\n\n   Or y.',
      '**Deprecated since version 1.0:** Use x.\n\nOr y.',
    ],
    [
      'for two versions',
      '.. deprecated-removed:: 3.3 3.5\n\n   Use x.',
      '**Deprecated since version 3.3, removed in version 3.5:** Use x.',
    ],
    ['as a topic', '.. topic:: Title\n\n   Text.', '**Title**\n\nText.'],
    [
      'as tabs',
      '.. tab-set::\n\n   .. tab-item:: One\n\n      1\n\n   .. tab-item:: Two\n\n      2',
      '**One**\n\n1\n\n**Two**\n\n2',
    ],
    ['as a rubric', '.. rubric:: Title\n', '**Title**'],
    ['as an epigraph', '.. epigraph::\n\n   Text.\n\n   -- Me', '> Text.\n>\n> -- Me'],
  ])('parses an admonition directive %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

describe('notes of the Python documentation', () => {
  it.each([
    ['.. availability:: Unix, not Emscripten.', '**Availability:** Unix, not Emscripten.'],
    ['.. availability:: Linux >= 2.6\n\n   And more.', '**Availability:** Linux >= 2.6\n\nAnd more.'],
    ['.. impl-detail::\n\n   Text.', '**Implementation detail:** Text.'],
    ['.. soft-deprecated:: 3.15\n   Use *x*.', '**Soft deprecated since version 3.15:** Use *x*.'],
    [
      '.. audit-event:: fcntl.fcntl fd,cmd,arg fcntl.fcntl',
      'Raises an auditing event `fcntl.fcntl` with arguments `fd`, `cmd` and `arg`.',
    ],
    ['.. audit-event:: os.fork "" os.fork', 'Raises an auditing event `os.fork` with no arguments.'],
    ['.. audit-event:: os.listdir path', 'Raises an auditing event `os.listdir` with argument `path`.'],
  ])('converts the Python documentation directive %s', (rst, expected) => {
    expect(readRst(rst).markdown.trim()).toBe(expected);
  });
});
