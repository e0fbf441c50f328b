import { describe, expect, it } from 'vitest';
import { createDefinitions, createFootnoteLabels, normalizeName, resolveTarget } from './document-definitions.ts';

describe('resolveTarget', () => {
  const definitions = createDefinitions();
  const { targets } = definitions;
  targets.set('site', { url: 'https://x.y' });
  targets.set('here', { id: 'here' });
  targets.set('alias', { alias: 'Site' });
  targets.set('circular', { alias: 'circular too' });
  targets.set('circular too', { alias: 'circular' });

  it.each([
    ['Site', 'https://x.y'],
    ['here', '#here'],
    ['alias', 'https://x.y'],
    ['circular', undefined],
    ['undefined', undefined],
  ])('resolves the reStructuredText target name %j to %j', (name, expected) => {
    expect(resolveTarget(name, definitions)).toBe(expected);
  });
});

describe('normalizeName', () => {
  it('ignores case and collapses white space in a reStructuredText target name', () => {
    expect(normalizeName(' Two \n Words')).toBe('two words');
  });
});

describe('createFootnoteLabels', () => {
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
  ])('converts the footnote labels %j to %j', (labels, expected) => {
    expect(createFootnoteLabels(labels)).toEqual(expected);
  });
});
