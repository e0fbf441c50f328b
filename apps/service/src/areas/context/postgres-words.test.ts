import { describe, expect, it } from 'vitest';
import { decodeNul, encodeNul } from '../../platform/database/postgres/nul-characters.ts';
import { toTsVector } from './postgres-words.ts';

describe('toTsVector', () => {
  it('the text search vector contains the positions of each word, and a word for the project', () => {
    expect(toTsVector('prj_1', { title: 'Key', content: 'a key, a door' })).toBe(
      "'project:prj_1' 'kei':1A,3 'a':2,4 'door':5",
    );
  });

  it('the text search vector contains at most 255 positions of a word', () => {
    const vector = toTsVector('p', { title: '', content: 'a '.repeat(4_000) });
    expect(vector.split(',')).toHaveLength(255);
  });
});

describe('encodeNul', () => {
  it.each(['', 'plain', '\0', 'a\0b\0', '\uFFFE', '\uFFFE\uFDD0', '\0\uFFFE\uFDD1\0', '😀\0'])(
    'decodeNul restores the text %j that encodeNul encoded',
    (text) => {
      expect(encodeNul(text)).not.toContain('\0');
      expect(decodeNul(encodeNul(text))).toBe(text);
    },
  );
});
