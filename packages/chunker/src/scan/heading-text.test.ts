import { describe, expect, it } from 'vitest';
import { createPage } from '../page/markdown-page.fixture.ts';
import { getHeadingText } from './heading-text.ts';
import { getKind, HEADING } from './scanned-blocks.ts';

describe('getHeadingText', () => {
  it.each([
    ['# Title', 'Title'],
    ['#  Title ##  ', 'Title'],
    ['   ##\tTitle\t##', 'Title'],
    ['# C#', 'C#'],
    ['# C #', 'C'],
    ['# a \\#', 'a \\#'],
    ['## ##', ''],
    ['#', ''],
    ['### ', ''],
    ['# `a` {b}', '`a` {b}'],
    ['# a\u00a0#', 'a\u00a0#'],
    ['Title\n===', 'Title'],
    ['One\n  two  \n===', 'One two'],
    ['  One\n\ttwo\n-', 'One two'],
    ['C #\n---', 'C #'],
  ])('returns the text of the heading %j: %j', (text, expected) => {
    const page = createPage(`${text}\n\n## Z\n\nz`);
    expect(getKind(page.blocks, 0)).toBe(HEADING);
    expect(getHeadingText(page, 0)).toBe(expected);
  });
});
