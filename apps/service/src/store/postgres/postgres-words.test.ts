import { describe, expect, it } from 'vitest';
import { decodeNul, encodeNul } from './nul-characters.ts';
import { toTsVector } from './postgres-words.ts';

describe('the text search vector of an item', () => {
  it('contains the positions of each word, and a word for the project', () => {
    expect(toTsVector('prj_1', { title: 'Key', content: 'a key, a door' })).toBe(
      "'project:prj_1' 'kei':1A,3 'a':2,4 'door':5",
    );
  });

  it('stays within the limits of PostgreSQL', () => {
    const vector = toTsVector('p', { title: '', content: 'a '.repeat(4_000) });
    expect(vector.split(',')).toHaveLength(255);
  });
});

describe('the encoding of NUL', () => {
  it.each(['', 'plain', '\0', 'a\0b\0', '\uFFFE', '\uFFFE\uFDD0', '\0\uFFFE\uFDD1\0', '😀\0'])(
    'is reversible for %j',
    (text) => {
      expect(encodeNul(text)).not.toContain('\0');
      expect(decodeNul(encodeNul(text))).toBe(text);
    },
  );
});
