import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { createPage, readable } from '../page/markdown-page.fixture.ts';

describe('alerts written as quotes', () => {
  it.each([
    ['written for GitHub', '> [!NOTE]\n> a', '> **Note**\n> a'],
    ['given a title', '> [!WARNING] Take care\n> a', '> **Warning: Take care**\n> a'],
    ['given a title with an anchor', '> [!TIP] A <a id="b"></a>\n> a', '> **Tip: A**\n> a'],
    ['folded in Obsidian', '> [!tip]- More\n> a', '> **Tip: More**\n> a'],
    ['unfolded in Obsidian', '>[!faq]+ Why?\n>a', '>**Faq: Why?**\n>a'],
    ['of an unknown kind without a title', '> [!CUSTOM]\n> a', '> **CUSTOM**\n> a'],
    ['of an unknown kind with a title', '> [!custom] T\n> a', '> **T**\n> a'],
    [
      'part of a list',
      '- a\n\n  > [!IMPORTANT]\n  > b\n- > [!TIP] T\n  > c',
      '- a\n\n  > **Important**\n  > b\n- > **Tip: T**\n  > c',
    ],
    ['a video of DocFX', '> [!Video https://a.b/c]', '> [Video](https://a.b/c)'],
    ['written for NestJS', '> info **Hint** Some `text`.', '> **Hint** Some `text`.'],
    ['written for NestJS with a capital letter', '> Warning **Important** a', '> **Important** a'],
    ['written for NestJS on several lines', '> warning **Warning** a\n> b', '> **Warning** a\n> b'],
  ])('replaces the marker of an alert with a bold line if the alert is %s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it.each([
    ['a link', '> [!a](b) c'],
    ['an image in a link', '- [![a](b)](c)'],
    ['text in brackets after other text', '> a [!NOTE]\n> b'],
    ['a quote without bold text after the first word', '> info about **this**'],
    ['a sentence', '> note that'],
    ['a sentence with a bold word', '> Note **all** of it.'],
    ['code', '> `[!NOTE]`\n\n```\n> [!NOTE]\n```'],
    ['text', '[!NOTE] a'],
  ])('does not treat %s as an alert', (_name, text) => {
    expect(readable(text)).toBe(text);
  });

  it('rewrites alerts in linear time', () => {
    const count = selectByTier(5_000, 50_000);
    for (const unit of ['> [!NOTE]\n', '> [!', '- > [!', '- [!NOTE', '> > '])
      expect(createPage(unit.repeat(count)).lines.count).toBe(unit.repeat(count).split('\n').length);
  });
});
