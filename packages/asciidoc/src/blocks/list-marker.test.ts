import { describe, expect, it } from 'vitest';
import { parseListMarker } from './list-marker.ts';

describe('parseListMarker', () => {
  it.each([
    ['* a', { kind: 'bullet', key: '*', text: 'a' }],
    ['  *** a b', { kind: 'bullet', key: '***', text: 'a b' }],
    ['- a', { kind: 'bullet', key: '-', text: 'a' }],
    ['• a', { kind: 'bullet', key: '•', text: 'a' }],
    ['.. a', { kind: 'number', key: '..', text: 'a' }],
    ['12. a', { kind: 'number', key: '#2', text: 'a', number: 12 }],
    ['b. a', { kind: 'number', key: '#3', text: 'a' }],
    ['IV) a', { kind: 'number', key: '#6', text: 'a' }],
    ['<2> a', { kind: 'callout', key: '<>', text: 'a', number: 2 }],
    ['<.> a', { kind: 'callout', key: '<>', text: 'a' }],
    ['a b:: c', { kind: 'description', key: '::', text: 'c', term: 'a b' }],
    ['a::', { kind: 'description', key: '::', text: '', term: 'a' }],
    ['a:::: b', { kind: 'description', key: '::::', text: 'b', term: 'a' }],
    ['a;; b', { kind: 'description', key: ';;', text: 'b', term: 'a' }],
    ['a::b:: c', { kind: 'description', key: '::', text: 'c', term: 'a::b' }],
  ])('parses the list marker of %j', (line, marker) => {
    expect(parseListMarker(line)).toEqual(marker);
  });

  it.each(['*a', '**', '-- a', '.a', '1.a', '1) a', 'Mr. a', 'a::b', 'a::::: b', ':: a', '// a:: b', '<a> b', ''])(
    'finds no list marker in %j',
    (line) => {
      expect(parseListMarker(line)).toBeUndefined();
    },
  );
});
