import { describe, expect, it } from 'vitest';
import { headingId, makeId } from './slug.ts';

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
  ])('makes of %j %j', (name, expected) => {
    expect(makeId(name)).toBe(expected);
  });
});

describe('headingId', () => {
  it.each([
    ['is not given where it is that of GitHub', 'Simple title', [], undefined],
    ["is docutils' where that differs", 'A -- b', [], 'a-b'],
    ['is the nearest label', 'Title', ['far', 'Near by'], 'near-by'],
    ['is not given where the label is that of GitHub', 'Title', ['title'], undefined],
    ['is not given where docutils counts', '漢字', [], undefined],
    ['is not one that was given before', 'Taken!', [], undefined],
    ['is a label that was not given before', 'Taken!', ['free', 'taken'], 'free'],
  ])('%s', (_name, title, labels, expected) => {
    expect(headingId(title, labels, new Set(['taken']))).toBe(expected);
  });
});
