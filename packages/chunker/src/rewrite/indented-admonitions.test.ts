import { describe, expect, it } from 'vitest';
import { pageOf, readable } from '../page/page.fixture.ts';

describe('indented admonitions of Material for MkDocs are unindented', () => {
  it.each([
    ['an admonition', '!!! note\n    a\n\n    b\n\nc', '**Note**\na\n\nb\n\nc'],
    ['one with a title', '!!! warning "Read this"\n\n    a', '**Warning: Read this**\n\na'],
    ['one without a title at all', '!!! tip ""\n    a', '**Tip**\na'],
    ['one with classes', '!!! info inline end "T"\n    a', '**Info: T**\na'],
    ['one of an unknown kind', '!!! pied-piper "T"\n    a', '**T**\na'],
    ['one of an unknown kind without a title', '!!! pied-piper\n    a', '**pied-piper**\na'],
    ['one that folds', '??? tip\n    a', '**Tip**\na'],
    ['one that is unfolded', '???+ example "E"\n    a', '**Example: E**\na'],
    ['tabs', '=== "A"\n\n    a\n\n=== "B"\n\n    b\n\nc', '**A**\n\na\n\n**B**\n\nb\n\nc'],
    [
      'a fence in it',
      '!!! note\n\n    ```sh\n    # no\n\n        x\n    ```\n\n# T',
      '**Note**\n\n```sh\n# no\n\n    x\n```\n\n# T',
    ],
    [
      'a list and a table in it',
      '!!! note\n\n    - a\n        - b\n\n    | c |\n    |---|',
      '**Note**\n\n- a\n    - b\n\n| c |\n|---|',
    ],
    [
      'one in another',
      '=== "A"\n\n    !!! note "N"\n        a\n\n        b\n\n    c\n\nd',
      '**A**\n\n**Note: N**\na\n\nb\n\nc\n\nd',
    ],
    [
      'tabs in an admonition, with fences',
      '!!! tip\n\n    === "A"\n\n        ```\n        a\n        ```\n\n    === "B"\n\n        b',
      '**Tip**\n\n**A**\n\n```\na\n```\n\n**B**\n\nb',
    ],
    ['what follows at once', '!!! note\n    a\nb', '**Note**\na\nb'],
    ['nothing, where nothing is indented', '!!! note\na', '**Note**\na'],
  ])('%s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it.each([
    ['in a fence', '```md\n!!! note "T"\n    a\n```'],
    ['in text', 'What!!! note this\n\nwhy ??? tip'],
    ['below a heading that is underlined', 'A\n=== \n\n    code'],
    ['that is a sentence', '!!! Note this: it is "important" to do so'],
  ])('but not %s', (_name, text) => {
    expect(readable(text)).toBe(text.replaceAll(/[ \t]+$/gm, ''));
  });

  it('and stay in their list', () => {
    const text = '- a\n\n    !!! note\n        b\n\n- c';
    expect(pageOf(text).blocks.kinds).toHaveLength(1);
    expect(readable(text)).toContain('**Note**');
    expect(readable(text)).toMatch(/^ {2,}b$/m);
  });

  it('without moving lines', () => {
    const text = '# T\n\n!!! note\n\n    a\n\n=== "B"\n\n    b\n\nc';
    expect(pageOf(text).lines.count).toBe(text.split('\n').length);
  });

  it('in linear time', () => {
    for (const unit of ['!!! a\n', '!!! a "', '=== "', '??? ', '!!! a b c ', '=== "a"\n    '])
      expect(pageOf(unit.repeat(50_000)).lines.count).toBe(unit.repeat(50_000).split('\n').length);
    const nested = Array.from({ length: 2_000 }, (_, depth) => `${'    '.repeat(depth)}!!! note`).join('\n');
    expect(pageOf(nested).lines.count).toBe(2_000);
  });
});
