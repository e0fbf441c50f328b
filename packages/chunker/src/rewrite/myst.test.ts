import { convertMyst } from '@context-sync/formats';
import { describe, expect, it } from 'vitest';
import { chunk } from '../chunk.ts';
import { createPage, readable } from '../page/markdown-page.fixture.ts';

describe('MyST directives', () => {
  it.each([
    ['become a bold line and their text', '```{note}\na *b*\n```', '**Note**\na *b*'],
    ['keep their title', '```{admonition} Own title\na\n```', '**Own title**\na'],
    ['lose their options', '```{tip}\n:class: dropdown\n:name: x\na\n```', '**Tip**\na'],
    ['lose options written as YAML', '```{tip}\n---\nclass: dropdown\n---\na\n```', '**Tip**\na'],
    ['lose their options if they are written with colons', ':::{tip}\n:class: dropdown\na\n:::', '**Tip**\na'],
    ['can contain code', '````{warning}\na\n\n```sh\nb\n```\n````\n\nc', '**Warning**\na\n\n```sh\nb\n```\n\nc'],
    ['can contain other directives', '````{note}\na\n```{tip}\nb\n```\n````', '**Note**\na\n**Tip**\nb'],
    ['can be written with tildes', '~~~{note}\na\n~~~', '**Note**\na'],
    ['can be part of a list', '- a\n\n  ```{note}\n  b\n  ```', '- a\n\n  **Note**\n  b'],
    ['become a note with the version', '```{versionadded} 1.2\na\n```', '**Added in version 1.2**\na'],
    ['become a "See also" note', '```{seealso}\na\n```', '**See also**\na'],
    ['become the labels of tabs', '::::{tab-set}\n:::{tab-item} A\na\n:::\n::::', '**A**\na'],
    [
      'become a fence below their caption if they contain code',
      '```{code-block} python\n:linenos:\n:caption: a\n\nb\n```',
      'a\n\n```python\n\nb\n```',
    ],
    [
      'become a fence with the name of their file',
      '```{code} yaml\n:filename: a.yml\n:linenos:\nb: 1\n```',
      '```yaml title="a.yml"\nb: 1\n```',
    ],
    ['lose their number of columns', '::::{grid} 1 2 2\na\n::::', 'a'],
    ['become a fence if they contain code between colons', ':::{code-block} python\nb\n:::', '```python\nb\n```'],
    ['become a fence if they contain a formula', '```{math}\na\n```', '```math\na\n```'],
    [
      'become a link if they include a file',
      '```{literalinclude} ../a.py\n:lines: 1-3\n```',
      'Included: [../a.py](../a.py)',
    ],
    ['become an image with its caption', '```{figure} a.png\n:alt: b\n\nCaption\n```', '![b](a.png)\n\nCaption'],
    ['are removed if they only configure the page', 'a\n\n```{currentmodule} b\n```\n\nc', 'a\n\nc'],
    ['are removed if they only contain navigation', 'a\n\n```{toctree}\n:maxdepth: 2\n\nb\nc\n```\n\nd', 'a\n\nd'],
    ['are converted even if they are not closed', '```{note}\na', '**Note**\na'],
    ['become a Python fence if they are a doctest', '```{doctest}\n>>> a\n```', '```python\n>>> a\n```'],
    ['are converted even after a target, which is removed', '(a-b)=\n## C\n\n```{note}\nd\n```', '## C\n\n**Note**\nd'],
    ['become the header of a card', ':::{card} A\n:header: B `c`\n\nd\n:::', '**B `c`: A**\n\nd'],
    ['become their text if they define terms', '```{glossary}\nA\n: b\n```\n\nc', 'A\n: b\n\nc'],
    ['lose the label of an equation', '$$\na\n$$ (b:c)\n\nd', '$$\na\n$$\n\nd'],
    ['keep code in a list', '- ```md\n  {ref}`a`\n  ```\n\n(b)=\n## C\n\nd', '- ```md\n  {ref}`a`\n  ```\n\n## C\n\nd'],
    ['lose targets of pages without directives', 'a\n\n(b:c)=\n## D\n\ne', 'a\n\n## D\n\ne'],
    [
      'stay a list if their cells contain code',
      '````{list-table} T\n:header-rows: 1\n* - A\n  - B\n* - C\n  - d\n\n    ```yaml\n    e: 1\n    ```\n````\n\nf',
      '**T**\n\n* - A\n  - B\n* - C\n  - d\n\n    ```yaml\n    e: 1\n    ```\n\nf',
    ],
    ['have their first heading as title', '```{tip}\n:class: dropdown\n# Own title\na\n```', '**Tip: Own title**\n\na'],
    ['have a heading after a blank line as title', ':::{seealso}\n\n## B\n\na\n:::', '**See also: B**\n\na'],
    ['become a label if they are a proof', ':::{proof:theorem} A\n:label: b\n\nc\n:::', '**Theorem: A**\n\nc'],
    [
      'become a link if they embed a page',
      '```{iframe} https://a.b/c\n:width: 100%\n```',
      '[Embedded page](https://a.b/c)',
    ],
    ['lose their options if their name is unknown', ':::{picture} A\n:width: 3\n\nb\n:::', '**A**\n\nb'],
    ['are removed if they only list pages', 'a\n\n:::{toc}\n:depth: 2\n:::\n\nb', 'a\n\nb'],
  ])('MyST directives %s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it.each([
    ['directives with unknown names', '```{mermaid}\na\n```'],
    ['cells of R Markdown and Quarto', '```{r}\n(a)=\n```\n\n```{python}\n#| echo: false\n```'],
    ['classes of Pandoc', '```{.python .x}\na\n```'],
    ['includes that would remove the rest of the page', 'a\n\n:::{toctree}\nb\n\n## C\n\nd', 'a\n\nb\n\n## C\n\nd'],
    ['an example inside a fence', '````md\n```{note}\na\n```\n````'],
  ])('does not recognize MyST directives in %s', (_name, text, expected = text) => {
    expect(readable(text)).toBe(expected);
  });

  it('leaves no blank lines for directives that only contain navigation', () => {
    const { items } = chunk({ path: 'a.md', text: 'a\n\n```{toctree}\n:x: y\n\nb\nc\nd\n```\n\n% comment\ne' });
    expect(items.map(({ content }) => content)).toEqual(['a\n\na\n\ne']);
  });

  it('keeps a MyST directive together with its content', () => {
    const { containers } = createPage('a\n\n```{note}\n:class: x\n\nb\n```\n\nc');
    expect(containers).toEqual([[3, 7]]);
  });

  it('keeps the number of lines when it converts MyST directives', () => {
    const parts = [
      '```{note}',
      '```',
      '````{code-block} a',
      ':a: b',
      '---',
      '(a)=',
      '{ref}`a <b>`',
      ':::{tip}',
      ':::',
      '',
      '~~~',
    ];
    for (let seed = 0; seed < 2_000; seed += 1) {
      const lines = Array.from(
        { length: 12 },
        (_, at) => parts[(seed * 31 + at * (seed % 17) * 7 + ((seed >> at) & 3)) % parts.length],
      );
      expect(convertMyst(lines.join('\n')).split('\n')).toHaveLength(12);
    }
  });

  it('processes MyST directives in linear time', () => {
    for (const unit of [
      '```{toctree}\n',
      ':::{toctree}\n',
      '```{note}\n',
      ':::{tip}\n:a: b\n',
      '```{tip}\n---\n',
      '{ref}`',
      '{ref}`a <',
      '```{',
    ]) {
      const text = unit.repeat(20_000);
      expect(convertMyst(text).split('\n')).toHaveLength(text.split('\n').length);
    }
  });
});

describe('MyST roles', () => {
  it.each([
    ['a link', 'see {ref}`a-b`', 'see a-b'],
    ['a link with a title', 'see {doc}`The guide <../guide>` and {ref}`x <y>`', 'see The guide and x'],
    [
      'a link that spans two lines',
      '- be {ref}`told in the\n  docs <x>`, or\n  not.',
      '- be\n  told in the docs, or\n  not.',
    ],
    ['inline code', '{py:func}`~a.b` and {py:class}`B <a.B>`', '`a.b` and `B`'],
    ['the name of a standard', '{pep}`557`, {rfc}`2616`', 'PEP 557, RFC 2616'],
    ['citations with words around their keys', '{cite:p}`{see}a2015{page 2}`', 'see a2015 page 2'],
    ['a keyboard key', 'press {kbd}`Ctrl`', 'press `Ctrl`'],
  ])('replaces a MyST role with %s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it.each([
    '`{ref}`',
    '```\n{ref}`a`\n```',
    '{ref} `b`',
    '{ref}``',
    '{unknown}`a`',
    'ends with `.{file}`, and is `c`',
    '``a`{ref}`b``',
  ])('does not recognize MyST roles in %j', (text) => {
    expect(readable(text)).toBe(text);
  });
});
