import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { createPage, readable } from '../page/markdown-page.fixture.ts';

describe('directives written with colons', () => {
  it.each([
    ['have a known kind', ':::tip\na\n:::', '**Tip**\na'],
    ['have a space before the kind, as in VitePress', '::: warning\na\n:::', '**Warning**\na'],
    ['have blank lines inside, as in Docusaurus', ':::note\n\na\n\n:::\n\nb', '**Note**\n\na\n\nb'],
    ['have a title in brackets', ':::tip[Title]\na\n:::', '**Tip: Title**\na'],
    [
      'have code and a link in the title',
      ':::tip[with `code` and [a](b)]\nc\n:::',
      '**Tip: with `code` and [a](b)**\nc',
    ],
    ['have a title after the kind', '::: danger Stop here\na\n:::', '**Danger: Stop here**\na'],
    ['have a title as an attribute', ':::caution{title="Be careful" .x}\na\n:::', '**Caution: Be careful**\na'],
    ['name a module, as in mkdocstrings', 'a\n\n::: shop.models.Order\n\nb', 'a\n\n`shop.models.Order`\n\nb'],
    ['have other attributes', ':::tip{icon="heart"}\na\n:::', '**Tip**\na'],
    ['have a title and attributes', ':::danger[Stop]{#x}\na\n:::', '**Danger: Stop**\na'],
    ['have a title that equals the kind', ':::note Note\na\n:::', '**Note**\na'],
    ['have a title that is partly bold', ':::note[**A** b]\nc\n:::', '**Note: A b**\nc'],
    ['are details', '::: details Show me\na\n:::', '**Show me**\na'],
    ['are tabs', '::::tabs\n:::tab{title="A"}\na\n:::\n:::tab B\nb\n:::\n::::', '**A**\na\n\n**B**\nb'],
    ['contain code', '::: code-group\n```js [a.js]\na\n```\n```ts\nb\n```\n:::', '```js [a.js]\na\n```\n```ts\nb\n```'],
    [
      'are nested with more colons outside',
      '::::note\na\n:::tip\nb\n:::\nc\n::::\nd',
      '**Note**\na\n**Tip**\nb\n\nc\n\nd',
    ],
    ['are in a list', '- a\n\n  :::note\n  b\n  :::\n\n- c', '- a\n\n  **Note**\n  b\n\n- c'],
    ['contain a list', ':::info\n- a\n- b\n:::', '**Info**\n- a\n- b'],
    ['follow text directly', 'a\n:::tip\nb\n:::\nc', 'a\n**Tip**\nb\n\nc'],
    ['have an unknown name', ':::unknown\na\n:::', 'a'],
    ['have an unknown name and a title', ':::steps First steps\na\n:::', '**First steps**\na'],
    ['have a class, as in Pandoc and Quarto', '::: {.callout-tip title="A"}\nb\n:::', '**Tip: A**\nb'],
    ['have a name in braces, as in MyST', ':::{note}\na\n:::', '**Note**\na'],
    ['have a name in braces and a title', ':::{admonition} Own title\na\n:::', '**Own title**\na'],
    ['have only an ID', '::: {#a}\nb\n:::', 'b'],
    ['have only closing colons', 'a\n\n:::\n\nb', 'a\n\nb'],
    [
      'are images of Microsoft Learn',
      '1. a\n\n   :::image type="content" source="m/a.png" alt-text="An [image]." lightbox="m/b.png":::\n\nb :::image source="c d.png" type="icon"::: c',
      '1. a\n\n   ![An image.](m/a.png)\n\nb ![](<c d.png>) c',
    ],
    [
      'are complex images of Microsoft Learn',
      ':::image type="complex" source="a.png" alt-text="A":::\n   All steps.\n:::image-end:::\n\nb',
      '![A](a.png)\n   All steps.\n\nb',
    ],
    [
      'are columns of Microsoft Learn with indented content',
      ':::row:::\n   :::column span="2":::\n      a\n\n      :::image type="content" source="b.png" alt-text="B":::\n\n          c\n   :::column-end:::\n:::row-end:::\n\n```\n:::column:::\n    d\n:::column-end:::\n```',
      'a\n\n![B](b.png)\n\n    c\n\n```\n:::column:::\n    d\n:::column-end:::\n```',
    ],
    [
      'are columns, zones and monikers of Microsoft Learn',
      ':::row:::\n:::column span="2":::\na\n:::column-end:::\n:::row-end:::\n\n::: zone pivot="language-csharp"\n\nb :::no-loc text="Copilot":::\n\n::: zone-end\n\n::: moniker range=">= net-6"\n\nc\n\n::: moniker-end',
      'a\n\n**language csharp**\n\nb Copilot\n\n**>= net 6**\n\nc',
    ],
    ['are not closed', ':::tip\na\n\nb', '**Tip**\na\n\nb'],
  ])('replaces directives with a bold line and their text if they %s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it.each([
    ['in a fence', '```md\n:::tip\na\n:::\n```'],
    ['in inline code', '`:::tip` and `:::`'],
    ['inside text', 'a ::: b'],
    ['with two colons within a word', 'x::a[b]'],
  ])('leaves a directive unchanged %s', (_name, text) => {
    expect(readable(text)).toBe(text);
  });

  it('keeps the content of a directive together', () => {
    const { containers } = createPage('a\n\n::::note\n\n:::tip\nb\n:::\n\n::::\n\nc');
    expect([...containers].sort(([a], [b]) => a - b)).toEqual([
      [2, 9],
      [4, 7],
    ]);
  });

  it('processes directives in linear time', () => {
    const MANY = selectByTier(5_000, 50_000);
    for (const unit of [':::\n', ':::a\n', '::::::', ':::a[', ':::{', '::: a b\n\n'])
      expect(createPage(unit.repeat(MANY)).lines.count).toBe(unit.repeat(MANY).split('\n').length);
  });
});
