import { describe, expect, it } from 'vitest';
import { createHeadingId, makeId } from './heading-slug.ts';

describe('makeId', () => {
  it.each([
    ['Simple title', 'simple-title'],
    ['1. First -- of all!', 'first-of-all'],
    ['json_dumps', 'json-dumps'],
    ['Größe der Œuvre', 'grosze-der-oeuvre'],
    ['Éléments', 'elements'],
    ['漢字', ''],
    ['--', ''],
    ['  a\tb  ', 'a-b'],
  ])('derives the ID from the name %j: %j', (name, expected) => {
    expect(makeId(name)).toBe(expected);
  });
});

describe('createHeadingId', () => {
  it.each([
    ['is undefined if GitHub generates the same id', 'Simple title', [], undefined],
    ['is the id of docutils if it differs', 'A -- b', [], 'a-b'],
    ['is the nearest label', 'Title', ['far', 'Near by'], 'near-by'],
    ['is undefined if GitHub generates the label', 'Title', ['title'], undefined],
    ['is undefined if docutils numbers the section', '漢字', [], undefined],
    ['is not an id that is already used', 'Taken!', [], undefined],
    ['is a label that is not used yet', 'Taken!', ['free', 'taken'], 'free'],
  ])('the ID of a reStructuredText heading %s', (_name, title, labels, expected) => {
    expect(createHeadingId(title, labels, new Set(['taken']))).toBe(expected);
  });
});
