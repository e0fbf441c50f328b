import type { Site } from '@context-sync/reading';
import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('include directive', () => {
  it.each([
    ['.. include:: /a/b.rst\n   :start-line: 3', 'Included file: [/a/b.rst](/a/b.rst)'],
    ['.. literalinclude:: ../a.py\n   :language: python', 'Included file: [../a.py](../a.py)'],
    ['.. literalinclude:: a.py\n   :caption: The *file*', 'The *file*: [a.py](a.py)'],
    ['.. include:: <isonum.txt>', ''],
    ['.. raw:: html\n   :file: a.html', 'Included file: [a.html](a.html)'],
  ])('converts the include directive %j to a link', (rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

describe('include directive on a site', () => {
  const files: Readonly<Record<string, string>> = {
    'docs/part.inc': 'Before\n.. start\n\nPart |x| and `that <https://a.b>`_.\n\n.. |x| replace:: *y*\n',
    'docs/loop.inc': '.. include:: loop.inc\n\nEnd',
    'docs/a.py':
      'import os\n\n\n@cached\ndef f(\n    x,\n):\n    # start\n    return x\n\n\nclass A:\n    def g(self):\n        pass\n\n    def h(self):\n        pass\n',
    'docs/b.md': '## Part\n\n*text*',
  };
  const site: Site = {
    resolve: () => ({}),
    pageUrl: () => undefined,
    place: () => [],
    isIncluded: () => false,
    navigationTitle: () => undefined,
    repeatedTexts: () => new Set(),
    attributes: () =>
      new Map([
        ['version', '3.1_a'],
        ['rst_epilog', '.. |product| replace:: **Shop**'],
      ]),
    include: (_from, target) => {
      const text = files[`docs/${target}`];
      return text === undefined ? { problem: `docs/${target} does not exist` } : { path: `docs/${target}`, text };
    },
  };
  const read = (rst: string) => readRst(rst, { path: 'docs/index.rst', site });

  it.each([
    ['text between marks', '.. include:: part.inc\n   :start-after: .. start', 'Part *y* and [that](https://a.b).'],
    ['Markdown', '.. include:: b.md', '## Part\n\n*text*'],
    ['code', '.. include:: a.py\n   :code: python\n   :end-line: 1', '```python\nimport os\n```'],
    ['lines', '.. literalinclude:: a.py\n   :lines: 1, 4-5', '```python\nimport os\n@cached\ndef f(\n```'],
    [
      'a function',
      '.. literalinclude:: a.py\n   :pyobject: f',
      '```python\n@cached\ndef f(\n    x,\n):\n    # start\n    return x\n```',
    ],
    ['a method', '.. literalinclude:: a.py\n   :pyobject: A.g\n   :dedent:', '```python\ndef g(self):\n    pass\n```'],
    [
      'a marked region with a caption',
      '.. literalinclude:: a.py\n   :start-after: # start\n   :end-before: class\n   :dedent: 4\n   :caption: The *end*\n   :language: py3',
      '**The *end***\n\n```py3\nreturn x\n\n\n```',
    ],
  ])('replaces an include directive with %s', (_name, rst, expected) => {
    expect(read(rst).markdown.trim()).toBe(expected);
  });

  it('maps the lines of an included reStructuredText file to the line of the directive', () => {
    const { markdown, lines = [] } = read('One\n\n.. include:: part.inc\n\n.. literalinclude:: a.py\n\nTwo');
    expect(lines[markdown.split('\n').indexOf('Before')]).toBe(3);
    expect(lines[markdown.split('\n').indexOf('class A:')]).toBe(5);
    expect(lines.at(-1)).toBe(7);
  });

  it('warns about an include directive if the file is missing, includes itself or has no such part', () => {
    expect(read('a\n\n.. include:: gone.inc')).toMatchObject({
      markdown: 'a',
      warnings: [{ line: 3, message: 'include:: gone.inc was skipped: docs/gone.inc does not exist' }],
    });
    expect(read('.. include:: loop.inc')).toMatchObject({
      markdown: 'End',
      warnings: [{ line: 1, message: 'include:: loop.inc was skipped: docs/loop.inc includes itself' }],
    });
    expect(read('.. literalinclude:: a.py\n   :pyobject: gone').warnings).toEqual([
      { line: 1, message: 'The options of the directive select no lines of docs/a.py' },
    ]);
  });

  it('reads the version and the substitutions of conf.py', () => {
    expect(read('|product| |version| |release|').markdown).toBe('**Shop** 3.1_a |release|');
  });
});

describe('raw directive', () => {
  it.each([
    ['keeps HTML', '.. raw:: html\n\n   <b>a</b>\n\n   <i>b</i>', '<b>a</b>\n\n<i>b</i>'],
    [
      'removes invisible HTML',
      '.. raw:: html\n\n   <script>\n   a\n   </script>\n   <b>c</b><!-- d -->\n   <style>e',
      '<b>c</b>\n<style>e',
    ],
    ['ignores other formats', 'a\n\n.. raw:: latex\n\n   \\b', 'a'],
  ])('a reStructuredText raw directive %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});
