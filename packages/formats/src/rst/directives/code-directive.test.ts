import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('code directive', () => {
  it.each([
    [
      'with a language',
      '.. code-block:: python\n   :linenos:\n   :caption: a.py\n\n   if x:\n       y()\n',
      '**a.py**\n\n```python\nif x:\n    y()\n```',
    ],
    ['under another name', '.. code:: sh\n\n   a\n\n.. sourcecode:: c\n\n   b\n', '```sh\na\n```\n\n```c\nb\n```'],
    ['without a language', '.. code-block::\n\n   :a: b\n', '```\n:a: b\n```'],
    ['with the default language of the document', '.. highlight:: rust\n\n.. code::\n\n   a\n', '```rust\na\n```'],
    ['without a blank line before the code', '.. code-block:: c\n   a;\n     b;\n', '```c\na;\n  b;\n```'],
    ['with the language none', '.. code-block:: none\n\n   a\n', '```\na\n```'],
    ['as a prompt', '.. prompt:: bash $\n\n   ls\n', '```bash\nls\n```'],
    [
      'with inline markup',
      '.. parsed-literal::\n\n   a *b* `c`_ |d|\n     :e:`f`\n\n.. |d| replace:: x\n',
      '```\na b c x\n  f\n```',
    ],
    ['as a formula', '.. math:: a^2\n\n.. math::\n   :label: x\n\n   b_1\n', '```math\na^2\n```\n\n```math\nb_1\n```'],
    [
      'as a doctest',
      '.. doctest:: group\n\n   >>> 1\n   1\n\n.. testsetup::\n\n   hidden\n',
      '```pycon\n>>> 1\n1\n```',
    ],
    ['as a grammar', '.. productionlist:: grammar\n   a: b\n    : c\n', '```\na: b\n : c\n```'],
    ['as a diagram', '.. graphviz:: a.dot\n\n.. digraph:: x\n\n   a -> b\n', '[a.dot](a.dot)\n\n```dot\na -> b\n```'],
  ])('parses a code directive %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});
