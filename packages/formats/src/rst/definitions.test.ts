import { describe, expect, it } from 'vitest';
import { addressOf, createDefinitions, footnoteLabels, normalName } from './definitions.ts';

describe('addressOf', () => {
  const definitions = createDefinitions();
  const { targets } = definitions;
  targets.set('site', { url: 'https://x.y' });
  targets.set('here', { id: 'here' });
  targets.set('alias', { alias: 'Site' });
  targets.set('round', { alias: 'about' });
  targets.set('about', { alias: 'round' });

  it.each([
    ['Site', 'https://x.y'],
    ['here', '#here'],
    ['alias', 'https://x.y'],
    ['round', undefined],
    ['nothing', undefined],
  ])('of %s', (name, expected) => {
    expect(addressOf(name, definitions)).toBe(expected);
  });
});

describe('normalName', () => {
  it('has no case, and single spaces', () => {
    expect(normalName(' Two \n Words')).toBe('two words');
  });
});

describe('footnoteLabels', () => {
  it.each([
    [
      ['#', '2', '#', '#a'],
      ['1', '2', '3', '4'],
    ],
    [
      ['*', '*', 'Cit'],
      ['*', '†', 'Cit'],
    ],
    [Array<string>(11).fill('*'), ['*', '†', '‡', '§', '¶', '#', '♠', '♥', '♦', '♣', '*']],
  ])('of %j', (labels, expected) => {
    expect(footnoteLabels(labels)).toEqual(expected);
  });
});
