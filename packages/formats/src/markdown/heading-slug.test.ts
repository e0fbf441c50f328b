import { expect, it } from 'vitest';
import { findHeadingAttributes, getCustomId, getSlug, numberSlug } from './heading-slug.ts';

it.each([
  ['Getting Started', 'getting-started'],
  ["What's new_in 2.0?", 'whats-new_in-20'],
  ['Für Ünïcode', 'für-ünïcode'],
  ['5 km² in ½ h', '5-km-in--h'],
  ['Ⅳ and ٤', 'ⅳ-and-٤'],
  ['?!', 'section'],
  ['…', 'section'],
  ['', 'section'],
])('derives the slug from the title %j: %j', (title, slug) => {
  expect(getSlug(title)).toBe(slug);
});

it('adds the first unused number to a slug that is already used', () => {
  const seen = new Map<string, number>();
  expect(['a', 'a', 'a-1', 'a', 'b'].map((slug) => numberSlug(slug, seen))).toEqual(['a', 'a-1', 'a-1-1', 'a-2', 'b']);
});

it.each([
  ['Title {#own-id}', 'own-id'],
  ['Title {/* own-id */}', 'own-id'],
  ['Title \\{#own-id}', undefined],
  ['Title { data-search-exclude #own-id }', 'own-id'],
  ['GET /pets/{id}', undefined],
  ['Title', undefined],
])('extracts the ID from the heading %j: %j', (heading, id) => {
  expect(getCustomId(heading)).toBe(id);
});

it.each([
  ['Title { data-search-exclude }', 23],
  ['Title { data-toc-label="Short" .class }', 33],
  ['GET /pets/{id}', undefined],
  ['GET /pets/{pet-id}', undefined],
])('returns the length of the attribute list of the heading %j: %j', (heading, length) => {
  expect(findHeadingAttributes(heading)?.length).toBe(length);
});
