import { withoutMyst } from '@context-sync/formats';
import { describe, expect, it } from 'vitest';
import { chunk } from '../chunk.ts';
import { pageOf, readable } from '../page/page.fixture.ts';

describe('MyST directives', () => {
  it.each([
    ['become a bold line and their text', '```{note}\na *b*\n```', '**Note**\na *b*'],
    ['have a title', '```{admonition} Own title\na\n```', '**Own title**\na'],
    ['have options', '```{tip}\n:class: dropdown\n:name: x\na\n```', '**Tip**\na'],
    ['have options as YAML', '```{tip}\n---\nclass: dropdown\n---\na\n```', '**Tip**\na'],
    ['of colons have options too', ':::{tip}\n:class: dropdown\na\n:::', '**Tip**\na'],
    ['hold code', '````{warning}\na\n\n```sh\nb\n```\n````\n\nc', '**Warning**\na\n\n```sh\nb\n```\n\nc'],
    ['hold others', '````{note}\na\n```{tip}\nb\n```\n````', '**Note**\na\n**Tip**\nb'],
    ['of tildes', '~~~{note}\na\n~~~', '**Note**\na'],
    ['in a list', '- a\n\n  ```{note}\n  b\n  ```', '- a\n\n  **Note**\n  b'],
    ['name a version', '```{versionadded} 1.2\na\n```', '**Added in version 1.2**\na'],
    ['lead on', '```{seealso}\na\n```', '**See also**\na'],
    ['of tabs', '::::{tab-set}\n:::{tab-item} A\na\n:::\n::::', '**A**\na'],
    ['are code', '```{code-block} python\n:linenos:\n:caption: a\n\nb\n```', '```python\n\nb\n```'],
    ['are code between colons', ':::{code-block} python\nb\n:::', '```python\nb\n```'],
    ['are formulas', '```{math}\na\n```', '```math\na\n```'],
    ['put a file in', '```{literalinclude} ../a.py\n:lines: 1-3\n```', 'Included: [../a.py](../a.py)'],
    ['show an image', '```{figure} a.png\n:alt: b\n\nCaption\n```', '![b](a.png)\n\nCaption'],
    ['only configure', 'a\n\n```{currentmodule} b\n```\n\nc', 'a\n\nc'],
    ['only lead around', 'a\n\n```{toctree}\n:maxdepth: 2\n\nb\nc\n```\n\nd', 'a\n\nd'],
    ['that are never closed', '```{note}\na', '**Note**\na'],
    ['are Python', '```{doctest}\n>>> a\n```', '```python\n>>> a\n```'],
    ['give a place a name', '(a-b)=\n## C\n\n```{note}\nd\n```', '## C\n\n**Note**\nd'],
  ])('%s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it.each([
    ['unknown ones', '```{mermaid}\na\n```'],
    ['cells of R Markdown and Quarto', '```{r}\n(a)=\n```\n\n```{python}\n#| echo: false\n```'],
    ['classes of Pandoc', '```{.python .x}\na\n```'],
    ['what would leave out the rest of the page', 'a\n\n:::{toctree}\nb\n\n## C\n\nd', 'a\n\nb\n\n## C\n\nd'],
    ['an example of one', '````md\n```{note}\na\n```\n````'],
  ])('are not recognized in %s', (_name, text, expected = text) => {
    expect(readable(text)).toBe(expected);
  });

  it('leave no empty lines if they only contain navigation', () => {
    const { items } = chunk({ path: 'a.md', text: 'a\n\n```{toctree}\n:x: y\n\nb\nc\nd\n```\n\n% comment\ne' });
    expect(items.map(({ content }) => content)).toEqual(['a\n\na\n\ne']);
  });

  it('stay together with their content', () => {
    const { containers } = pageOf('a\n\n```{note}\n:class: x\n\nb\n```\n\nc');
    expect(containers).toEqual([[3, 7]]);
  });

  it('never change the number of lines', () => {
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
      expect(withoutMyst(lines.join('\n')).split('\n')).toHaveLength(12);
    }
  });

  it('are processed in linear time', () => {
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
      expect(withoutMyst(text).split('\n')).toHaveLength(text.split('\n').length);
    }
  });
});

describe('MyST roles', () => {
  it.each([
    ['a link', 'see {ref}`a-b`', 'see a-b'],
    ['a link with a title', 'see {doc}`The guide <../guide>` and {ref}`x <y>`', 'see The guide and x'],
    ['a name of code', '{py:func}`~a.b` and {py:class}`B <a.B>`', '`a.b` and `B`'],
    ['a standard', '{pep}`557`, {rfc}`2616`', 'PEP 557, RFC 2616'],
    ['a key', 'press {kbd}`Ctrl`', 'press `Ctrl`'],
  ])('become %s', (_name, text, expected) => {
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
  ])('are not recognized in %j', (text) => {
    expect(readable(text)).toBe(text);
  });
});
