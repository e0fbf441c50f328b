import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('object description', () => {
  it.each([
    [
      'with several signatures',
      '.. py:function:: send(a, *, b=3)\n                 send(\\*a)\n   :async:\n\n   Sends.\n\n   :param a: The text.\n   :returns: An id.',
      '**`send(a, *, b=3)`**  \n**`send(*a)`**\n\nSends.\n\n- **param a**: The text.\n- **returns**: An id.',
    ],
    [
      'with members',
      '.. class:: Foo(x)\n\n   A class.\n\n   .. method:: run()\n\n      Runs.\n\n   .. attribute:: y\n      :type: int\n      :value: 3\n',
      '**`class Foo(x)`**\n\nA class.\n\n**`run()`**\n\nRuns.\n\n**`y: int = 3`**',
    ],
    [
      'with a signature that spans lines',
      '.. c:function:: int foo(int a, \\\n   int b)',
      '**`int foo(int a, int b)`**',
    ],
    [
      'of a module',
      '.. module:: a.b\n   :synopsis: Does *it*.\n   :platform: Unix',
      '**`module a.b`**\n\nDoes *it*.\n\n- **platform**: Unix',
    ],
    ['generated from code', '.. autoclass:: a.B\n   :members:\n   :undoc-members:\n', '**`class a.B`**'],
    [
      'of a command option',
      '.. option:: -f <file>, --file <file>\n\n   The file.',
      '**`-f <file>, --file <file>`**\n\nThe file.',
    ],
    ['of an environment variable', '.. envvar:: HOME', '**`HOME`**'],
    [
      'of a configuration value',
      '.. confval:: x\n   :type: ``int``\n   :default: 3\n\n   Text.',
      '**`x`**\n\n- **type**: `int`\n- **default**: 3\n\nText.',
    ],
    [
      'of an HTTP endpoint',
      '.. http:get:: /users/(int:id)\n\n   Gets.\n\n   :statuscode 200: ok',
      '**`GET /users/(int:id)`**\n\nGets.\n\n- **statuscode 200**: ok',
    ],
    ['of reStructuredText', '.. rst:directive:: note\n\n.. rst:role:: ref', '**`.. note::`**\n\n**`:ref:`**'],
  ])('is parsed: %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it('is omitted if it only labels the next heading', () => {
    expect(md('a\n\n.. setting:: DEBUG\n\n``DEBUG``\n---------\n\nText')).toBe('a\n\n# `DEBUG`\n\nText');
    expect(md('.. setting:: DEBUG\n\nOther\n-----\n')).toBe('**`DEBUG`**\n\n# Other');
  });

  it('is not confused with the class directive of docutils', () => {
    expect(md('.. class:: center-aligned\n\n   Text')).toBe('Text');
  });
});
