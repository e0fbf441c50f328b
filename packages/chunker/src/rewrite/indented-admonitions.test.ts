import { describe, expect, it } from 'vitest';
import { createPage, readable } from '../page/markdown-page.fixture.ts';

describe('indented blocks of Material for MkDocs', () => {
  it.each([
    ['an admonition', '!!! note\n    a\n\n    b\n\nc', '**Note**\na\n\nb\n\nc'],
    ['an admonition with a title', '!!! warning "Read this"\n\n    a', '**Warning: Read this**\n\na'],
    ['an admonition with an empty title', '!!! tip ""\n    a', '**Tip**\na'],
    ['an admonition with classes', '!!! info inline end "T"\n    a', '**Info: T**\na'],
    ['an admonition of an unknown kind with a title', '!!! pied-piper "T"\n    a', '**T**\na'],
    ['an admonition of an unknown kind without a title', '!!! pied-piper\n    a', '**pied-piper**\na'],
    ['a collapsed admonition', '??? tip\n    a', '**Tip**\na'],
    ['an expanded admonition', '???+ example "E"\n    a', '**Example: E**\na'],
    ['tabs', '=== "A"\n\n    a\n\n=== "B"\n\n    b\n\nc', '**A**\n\na\n\n**B**\n\nb\n\nc'],
    [
      'an admonition that contains a fence',
      '!!! note\n\n    ```sh\n    # no\n\n        x\n    ```\n\n# T',
      '**Note**\n\n```sh\n# no\n\n    x\n```\n\n# T',
    ],
    [
      'an admonition that contains a list and a table',
      '!!! note\n\n    - a\n        - b\n\n    | c |\n    |---|',
      '**Note**\n\n- a\n    - b\n\n| c |\n|---|',
    ],
    [
      'an admonition in a tab',
      '=== "A"\n\n    !!! note "N"\n        a\n\n        b\n\n    c\n\nd',
      '**A**\n\n**Note: N**\na\n\nb\n\nc\n\nd',
    ],
    [
      'tabs with fences in an admonition',
      '!!! tip\n\n    === "A"\n\n        ```\n        a\n        ```\n\n    === "B"\n\n        b',
      '**Tip**\n\n**A**\n\n```\na\n```\n\n**B**\n\nb',
    ],
    ['an admonition with text directly after it', '!!! note\n    a\nb', '**Note**\na\nb'],
    ['an admonition without indented text', '!!! note\na', '**Note**\na'],
  ])('unindents blocks of Material for MkDocs: %s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it.each([
    ['in a fence', '```md\n!!! note "T"\n    a\n```'],
    ['inside text', 'What!!! note this\n\nwhy ??? tip'],
    ['if they are code below an underlined heading', 'A\n=== \n\n    code'],
    ['if they are a sentence', '!!! Note this: it is "important" to do so'],
  ])('leaves indented blocks unchanged %s', (_name, text) => {
    expect(readable(text)).toBe(text.replaceAll(/[ \t]+$/gm, ''));
  });

  it('keeps an indented block in its list', () => {
    const text = '- a\n\n    !!! note\n        b\n\n- c';
    expect(createPage(text).blocks.kinds).toHaveLength(1);
    expect(readable(text)).toContain('**Note**');
    expect(readable(text)).toMatch(/^ {2,}b$/m);
  });

  it('unindents blocks of Material for MkDocs without changing line numbers', () => {
    const text = '# T\n\n!!! note\n\n    a\n\n=== "B"\n\n    b\n\nc';
    expect(createPage(text).lines.count).toBe(text.split('\n').length);
  });

  it('processes indented blocks in linear time', () => {
    for (const unit of ['!!! a\n', '!!! a "', '=== "', '??? ', '!!! a b c ', '=== "a"\n    '])
      expect(createPage(unit.repeat(50_000)).lines.count).toBe(unit.repeat(50_000).split('\n').length);
    const nested = Array.from({ length: 2_000 }, (_, depth) => `${'    '.repeat(depth)}!!! note`).join('\n');
    expect(createPage(nested).lines.count).toBe(2_000);
  });
});
