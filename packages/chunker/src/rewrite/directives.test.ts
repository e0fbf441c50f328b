import { perTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { pageOf, readable } from '../page/page.fixture.ts';

describe('directives written with colons become a bold line and their text', () => {
  it.each([
    ['of a kind', ':::tip\na\n:::', '**Tip**\na'],
    ['with a space, as VitePress writes', '::: warning\na\n:::', '**Warning**\na'],
    ['with blank lines, as Docusaurus asks for', ':::note\n\na\n\n:::\n\nb', '**Note**\n\na\n\nb'],
    ['with a title in brackets', ':::tip[Title]\na\n:::', '**Tip: Title**\na'],
    [
      'with code and a link in the title',
      ':::tip[with `code` and [a](b)]\nc\n:::',
      '**Tip: with `code` and [a](b)**\nc',
    ],
    ['with a title behind the name', '::: danger Stop here\na\n:::', '**Danger: Stop here**\na'],
    ['with a title as an attribute', ':::caution{title="Be careful" .x}\na\n:::', '**Caution: Be careful**\na'],
    ['with attributes that say nothing', ':::tip{icon="heart"}\na\n:::', '**Tip**\na'],
    ['with a title and attributes', ':::danger[Stop]{#x}\na\n:::', '**Danger: Stop**\na'],
    ['with a title that only says the kind', ':::note Note\na\n:::', '**Note**\na'],
    ['with a bold title', ':::note[**A** b]\nc\n:::', '**Note: A b**\nc'],
    ['that fold', '::: details Show me\na\n:::', '**Show me**\na'],
    ['of tabs', '::::tabs\n:::tab{title="A"}\na\n:::\n:::tab B\nb\n:::\n::::', '**A**\na\n\n**B**\nb'],
    ['around code', '::: code-group\n```js [a.js]\na\n```\n```ts\nb\n```\n:::', '```js [a.js]\na\n```\n```ts\nb\n```'],
    ['nested by their colons', '::::note\na\n:::tip\nb\n:::\nc\n::::\nd', '**Note**\na\n**Tip**\nb\n\nc\n\nd'],
    ['in a list', '- a\n\n  :::note\n  b\n  :::\n\n- c', '- a\n\n  **Note**\n  b\n\n- c'],
    ['around a list', ':::info\n- a\n- b\n:::', '**Info**\n- a\n- b'],
    ['below text', 'a\n:::tip\nb\n:::\nc', 'a\n**Tip**\nb\n\nc'],
    ['of an unknown name', ':::unknown\na\n:::', 'a'],
    ['of an unknown name with a title', ':::steps First steps\na\n:::', '**First steps**\na'],
    ['of classes, as Pandoc and Quarto write', '::: {.callout-tip title="A"}\nb\n:::', '**Tip: A**\nb'],
    ['of a name in braces, as MyST writes', ':::{note}\na\n:::', '**Note**\na'],
    ['of a name in braces with a title', ':::{admonition} Own title\na\n:::', '**Own title**\na'],
    ['of an id alone', '::: {#a}\nb\n:::', 'b'],
    ['whose end stands alone', 'a\n\n:::\n\nb', 'a\n\nb'],
    ['that are never closed', ':::tip\na\n\nb', '**Tip**\na\n\nb'],
  ])('%s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it.each([
    ['in a fence', '```md\n:::tip\na\n:::\n```'],
    ['in inline code', '`:::tip` and `:::`'],
    ['in text', 'a ::: b'],
    ['of two colons', '::a[b]'],
  ])('but not %s', (_name, text) => {
    expect(readable(text)).toBe(text);
  });

  it('keeps their content together', () => {
    const { containers } = pageOf('a\n\n::::note\n\n:::tip\nb\n:::\n\n::::\n\nc');
    expect([...containers].sort(([a], [b]) => a - b)).toEqual([
      [2, 9],
      [4, 7],
    ]);
  });

  it('in linear time', () => {
    const MANY = perTier(5_000, 50_000);
    for (const unit of [':::\n', ':::a\n', '::::::', ':::a[', ':::{', '::: a b\n\n'])
      expect(pageOf(unit.repeat(MANY)).lines.count).toBe(unit.repeat(MANY).split('\n').length);
  });
});
