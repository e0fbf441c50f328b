import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('object description', () => {
  it.each([
    [
      'with several signatures',
      '.. py:function:: send(a, *, b=3)\n                 send(\\*a)\n   :async:\n\n   Sends.\n\n   :param a: The text.\n   :returns: An id.',
      '# `send(a, *, b=3)` {#send}\n\n**`send(*a)`**\n\nSends.\n\n- **param a**: The text.\n- **returns**: An id.',
    ],
    [
      'with members',
      '.. class:: Foo(x)\n\n   A class.\n\n   .. method:: run()\n\n      Runs.\n\n   .. attribute:: y\n      :type: int\n      :value: 3\n',
      '# `class Foo(x)` {#Foo}\n\nA class.\n\n## `run()` {#Foo.run}\n\nRuns.\n\n***\n\n**`y: int = 3`**',
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
    ['generated from code', '.. autoclass:: a.B\n   :members:\n   :undoc-members:\n', '- `class a.B`'],
    ['generated from code, one after another', '.. autofunction:: a\n.. autofunction:: b\n', '- `a`\n\n- `b`'],
    [
      'of a command option',
      '.. option:: -f <file>, --file <file>\n\n   The file.',
      '# `-f <file>, --file <file>` {#cmdoption-f}\n\nThe file.',
    ],
    ['of an environment variable', '.. envvar:: HOME', '**`HOME`**'],
    [
      'of a coroutine',
      '.. coroutinefunction:: open(host=None, *, limit=None)\n\n   Opens.',
      '# `async open(host=None, *, limit=None)` {#open}\n\nOpens.',
    ],
    [
      'whose directive is unknown',
      '.. hook:: on_load(app, *, reload=False) -> bool\n\n   Runs.\n\n.. topic-name:: kafka.in.orders\n\n   Orders.',
      '# `on_load(app, *, reload=False) -> bool`\n\nRuns.\n\n# `kafka.in.orders`\n\nOrders.',
    ],
    ['of an unknown domain', '.. js:thing:: a b\n\n   Text.', '# `a b`\n\nText.'],
    [
      'of a configuration value',
      '.. confval:: x\n   :type: ``int``\n   :default: 3\n\n   Text.',
      '# `x` {#confval-x}\n\n- **type**: `int`\n- **default**: 3\n\nText.',
    ],
    [
      'of an HTTP endpoint',
      '.. http:get:: /users/(int:id)\n\n   Gets.\n\n   :statuscode 200: ok',
      '# `GET /users/(int:id)`\n\nGets.\n\n- **statuscode 200**: ok',
    ],
    ['of reStructuredText', '.. rst:directive:: note\n\n.. rst:role:: ref', '**`.. note::`**\n\n**`:ref:`**'],
  ])('parses an object description %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it.each([
    [String.raw`readuntil(separator=b'\n')`, String.raw`readuntil(separator=b'\n')`],
    [String.raw`split(sep=r'\d+\s', *, c='\x00')`, String.raw`split(sep=r'\d+\s', *, c='\x00')`],
    [String.raw`join(sep=b'\\n')`, String.raw`join(sep=b'\n')`],
    [String.raw`call(\*args, \*\*kwargs)`, 'call(*args, **kwargs)'],
  ])('keeps the text of the signature %s', (signature, expected) => {
    for (const name of ['function', 'hook', 'c:function']) {
      expect(md(`.. ${name}:: ${signature}\n\n   Text.`)).toContain(`# \`${expected}\``);
    }
  });

  it('keeps an unknown directive with a title in words as a bold line', () => {
    expect(md('.. collapsible:: More (if you like)\n\n   Text.')).toBe('**More (if you like)**\n\nText.');
    expect(md('.. thing:: call(x)')).toBe('**call(x)**');
  });

  it('omits an object description that only labels the next heading', () => {
    expect(md('a\n\n.. setting:: DEBUG\n\n``DEBUG``\n---------\n\nText')).toBe('a\n\n# `DEBUG`\n\nText');
    expect(md('.. setting:: DEBUG\n\nOther\n-----\n')).toBe('**`DEBUG`**\n\n# Other');
  });

  it('distinguishes the class directive of docutils from an object description', () => {
    expect(md('.. class:: center-aligned\n\n   Text')).toBe('Text');
  });
});

describe('sections of objects', () => {
  it('ends the section of an object where the description ends', () => {
    const rst =
      'T\n=\n\n.. function:: f()\n\n   Does it.\n\nAbout T again.\n\nU\n-\n\n.. class:: A\n\n   Is it.\n\nV\n-\n\nText';
    const { markdown, resumed } = readRst(rst);
    expect(markdown.split('\n').filter((line) => line !== '')).toEqual([
      '# T',
      '## `f()` {#f}',
      'Does it.',
      '***',
      'About T again.',
      '## U',
      '### `class A` {#A}',
      'Is it.',
      '## V',
      'Text',
    ]);
    const lines = markdown.split('\n');
    expect([...(resumed ?? [])]).toEqual([[lines.indexOf('About T again.'), 1]]);
  });

  it.each([
    ['of a module', '.. currentmodule:: a.b\n\n.. class:: C\n\n   .. method:: m()\n\n      D.', ['a.b.C', 'a.b.C.m']],
    ['with its full name', '.. module:: a\n\n.. py:function:: a.f(x)\n\n   D.', ['a.f']],
    [
      'of an option of a program',
      '.. program:: git add\n\n.. option:: --force, -f\n\n   D.',
      ['cmdoption-git-add-force'],
    ],
    ['below a label', '.. _my label:\n\n.. c:function:: int f()\n\n   D.', ['my-label']],
  ])('generates the same anchor for an object section as Sphinx: %s', (_name, rst, ids) => {
    expect([...md(rst).matchAll(/\{#(.*)\}/g)].map(([, id]) => id)).toEqual(ids);
  });

  it('an object description inside other blocks or below six levels does not begin a section', () => {
    expect(md('.. note::\n\n   .. function:: f()\n\n      Text.')).toBe('**Note:**\n\n**`f()`**\n\nText.');
    const deep = Array.from({ length: 7 }, (_, i) => `${'   '.repeat(i)}.. class:: C${i}\n`).join('\n');
    expect(md(`${deep}\n${'   '.repeat(7)}Text.`)).toMatch(/^#{6} `class C5` .*\n\n\*\*`class C6`\*\*\n\nText\.$/m);
  });
});
