import { TITLE_LIMIT } from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import type { Group } from '../cut/sections.ts';
import type { Section } from '../document/section.ts';
import { breadcrumb, titles } from './titles.ts';

const section = (title: string): Section => ({
  title,
  anchor: 'a',
  slug: 'a',
  level: 1,
  heading: undefined,
  blocks: [],
  children: [],
});

function group(path: readonly string[], members: readonly string[] = []): Group {
  return { path: path.map(section), members: members.map(section), pieces: [] };
}

describe('breadcrumb', () => {
  it.each([
    ['the page', group(['Page']), 'Page'],
    ['the sections', group(['Page', 'A', 'B']), 'Page › A › B'],
    ['sections side by side', group(['Page', 'A'], ['B', 'C']), 'Page › A › B, C'],
  ])('names %s', (_name, given, expected) => {
    expect(breadcrumb(given, 100)).toBe(expected);
  });

  it('keeps page and nearest section where it is too long', () => {
    const text = breadcrumb(group(['Page', 'middle '.repeat(40).trim(), 'Errors']), TITLE_LIMIT);
    expect(text).toMatch(/^Page › middle .*….*middle › Errors$/);
    expect(text.length).toBeLessThanOrEqual(TITLE_LIMIT);
  });
});

describe('titles', () => {
  it('number those that would be the same', () => {
    const titleOf = titles();
    const given = [group(['P', 'A']), group(['P', 'A']), group(['P', 'B']), group(['P', 'A'])];
    expect(given.map(titleOf)).toEqual(['P › A', 'P › A (2)', 'P › B', 'P › A (3)']);
  });

  it('differ from headings that look numbered', () => {
    const titleOf = titles();
    const given = [['A (2)'], ['A'], ['A'], ['A'], ['A (2)'], ['A (3)']].map((path) => titleOf(group(path)));
    expect(new Set(given).size).toBe(6);
    expect(given.slice(0, 2)).toEqual(['A (2)', 'A']);
  });

  it('of two documents have nothing to do with each other', () => {
    expect(titles()(group(['A']))).toBe(titles()(group(['A'])));
  });

  it('stay within the limit and differ where only the middle does', () => {
    const titleOf = titles();
    const given = Array.from({ length: 1_200 }, (_, i) =>
      titleOf(group(['p'.repeat(80), `${i}`, '👩‍👩‍👧‍👦'.repeat(20)])),
    );
    expect(new Set(given).size).toBe(1_200);
    expect(Math.max(...given.map(({ length }) => length))).toBeLessThanOrEqual(TITLE_LIMIT);
    expect(given.at(-1)).toMatch(/^p+….* \(1200\)$/);
    expect(given.every((title) => title.isWellFormed())).toBe(true);
  });
});
