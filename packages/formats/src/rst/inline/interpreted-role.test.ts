import type { Site } from '@context-sync/reading';
import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('reStructuredText roles', () => {
  it.each([
    [':func:`a.b`', '`a.b()`'],
    [':func:`a.b()`', '`a.b()`'],
    [':py:meth:`~a.b.c`', '`c()`'],
    [':class:`~a.B`', '`B`'],
    [':class:`.B`', '`B`'],
    [':class:`!a.B`', '`a.B`'],
    [':class:`the class <a.B>`', '`the class`'],
    [':cpp:type:`std::vector<int>`', '`std::vector<int>`'],
    [':py:mod:`os.path`', '`os.path`'],
    [':envvar:`PATH`', '`PATH`'],
    [':option:`-f`', '`-f`'],
    [':file:`.profile`', '`.profile`'],
    [':samp:`cp {a} {b}`', '`cp a b`'],
    [':http:get:`/users`', '`GET /users`'],
    ['``a`` :code:`a\\*b`', '`a` `a\\*b`'],
    ['`a`:sup:', '<sup>a</sup>'],
    ['`a`:emphasis:', '*a*'],
    [':strong:`a`', '**a**'],
    [':guilabel:`&Save`', '**Save**'],
    [':menuselection:`File --> Save`', 'File → Save'],
    [':kbd:`Ctrl-C`', '`Ctrl-C`'],
    [':math:`a_b^2`', '$`a_b^2`$'],
    [':term:`thing`', 'thing'],
    [':issue:`3288`', 'issue 3288'],
    [':issue:`the bug <3288>`', 'the bug'],
    [':term:`things <thing>`', 'things'],
    [':abbr:`API (interface)`', 'API (interface)'],
    [':title-reference:`Book`', '*Book*'],
    [':doc:`guide/start`', '[guide/start](guide/start.rst)'],
    [':doc:`Start </guide/start>`', '[Start](/guide/start.rst)'],
    [':doc:`3.12 <whatsnew/3.12>`', '[3.12](whatsnew/3.12.rst)'],
    [':download:`the file <a.zip>`', '[the file](a.zip)'],
    [':pep:`8`', '[PEP 8](https://peps.python.org/pep-0008/)'],
    [':rfc:`2822#section-3`', '[RFC 2822](https://datatracker.ietf.org/doc/html/rfc2822#section-3)'],
    [':ref:`elsewhere`', 'elsewhere'],
    [':ref:`pip:Requirements Files`', 'Requirements Files'],
    [':ref:`a: b`', 'a: b'],
    [':ref:`Elsewhere <some-label>`', 'Elsewhere'],
    [':unknown:`text`', 'text'],
    [':unknown:`text <target>`', 'text'],
    [':unknown:`text <https://x.y>`', '[text](https://x.y)'],
    [':unknown:`!text`', 'text'],
    ['a:func:`b`', 'a:func:b'],
    [':func: `b`', ':func: b'],
  ])('converts the role %s', (rst, expected) => {
    expect(md(`Text ${rst}`)).toBe(`Text ${expected}`);
  });

  it('a role can be the default role of the page', () => {
    expect(md('.. default-role:: code\n\nthe `text`')).toBe('the `text`');
  });

  it('preserves the line numbers after a role that spans lines', () => {
    const { markdown, lines } = readRst('a :func:`b\nc` d\ne');
    expect([markdown, lines]).toEqual(['a `b c()` d\ne', [1, 3]]);
  });

  it('resolves a role that refers to a section label on the same page', () => {
    expect(md('.. _my label:\n\nThe *title*\n===========\n\n:ref:`my label`, :ref:`this <my label>`')).toBe(
      '# The *title* {#my-label}\n\n[The title](#my-label), [this](#my-label)',
    );
  });
});

it('links the roles that the configuration of the site defines', () => {
  const attributes = new Map([
    ['extlinks:issue', 'https://bugs.example/%s\n#%s'],
    ['extlinks:wiki', 'https://wiki.example/%s.html\n'],
  ]);
  const site: Site = {
    resolve: () => ({}),
    pageUrl: () => undefined,
    attributes: () => attributes,
    include: () => ({ problem: 'no files' }),
    isIncluded: () => false,
    place: () => [],
    navigationTitle: () => undefined,
    repeatedTexts: () => new Set(),
  };
  const read = (rst: string) => readRst(rst, { path: 'docs/a.rst', site }).markdown.trim();
  expect(read(':issue:`12` and :issue:`this one <13>`')).toBe(
    '[#12](https://bugs.example/12) and [this one](https://bugs.example/13)',
  );
  expect(read(':wiki:`Home`')).toBe('<https://wiki.example/Home.html>');
});

it('resolves a role by labels of the site, not by an external target of the same name', () => {
  const site: Site = {
    resolve: (_from, { target }) => (target === 'django' ? { url: 'https://docs.example/django', title: 'D' } : {}),
    pageUrl: () => undefined,
    attributes: () => new Map(),
    include: () => ({ problem: 'no files' }),
    isIncluded: () => false,
    place: () => [],
    navigationTitle: () => undefined,
    repeatedTexts: () => new Set(),
  };
  const text =
    'See :ref:`Django <django>`, `Django`_ and :ref:`x <other>`.\n\n.. _`Django`: https://django.example/\n.. _other: https://other.example/';
  expect(readRst(text, { path: 'docs/a.rst', site }).markdown.trim()).toBe(
    'See [Django](https://docs.example/django), [Django](https://django.example/) and [x](https://other.example/).',
  );
});
