import { describe, expect, it } from 'vitest';
import { pageOf, readable } from '../page/page.fixture.ts';

describe('alerts written as quotes', () => {
  it.each([
    ['of GitHub', '> [!NOTE]\n> a', '> **Note**\n> a'],
    ['with a title', '> [!WARNING] Take care\n> a', '> **Warning: Take care**\n> a'],
    ['of Obsidian, folded', '> [!tip]- More\n> a', '> **Tip: More**\n> a'],
    ['of Obsidian, unfolded', '>[!faq]+ Why?\n>a', '>**Faq: Why?**\n>a'],
    ['of an unknown kind', '> [!CUSTOM]\n> a', '> **CUSTOM**\n> a'],
    ['of an unknown kind with a title', '> [!custom] T\n> a', '> **T**\n> a'],
    [
      'in a list',
      '- a\n\n  > [!IMPORTANT]\n  > b\n- > [!TIP] T\n  > c',
      '- a\n\n  > **Important**\n  > b\n- > **Tip: T**\n  > c',
    ],
    ['of NestJS', '> info **Hint** Some `text`.', '> **Hint** Some `text`.'],
    ['of NestJS, with a capital', '> Warning **Important** a', '> **Important** a'],
    ['of NestJS, over lines', '> warning **Warning** a\n> b', '> **Warning** a\n> b'],
  ])('%s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it.each([
    ['a link', '> [!a](b) c'],
    ['an image in a link', '- [![a](b)](c)'],
    ['text in brackets behind text', '> a [!NOTE]\n> b'],
    ['a word that no bold text follows', '> info about **this**'],
    ['a sentence', '> note that'],
    ['a sentence with a bold word', '> Note **all** of it.'],
    ['code', '> `[!NOTE]`\n\n```\n> [!NOTE]\n```'],
    ['text', '[!NOTE] a'],
  ])('do not include %s', (_name, text) => {
    expect(readable(text)).toBe(text);
  });

  it('are rewritten in linear time', () => {
    for (const unit of ['> [!NOTE]\n', '> [!', '- > [!', '- [!NOTE', '> > '])
      expect(pageOf(unit.repeat(50_000)).lines.count).toBe(unit.repeat(50_000).split('\n').length);
  });
});
