import { describe, expect, it } from 'vitest';
import { getElementAt, getExisting, getLast } from './element-at.ts';

describe('getElementAt', () => {
  it('getElementAt returns the element at an index, even if the element is falsy', () => {
    expect([getElementAt([0, ''], 0), getElementAt([0, ''], 1)]).toEqual([0, '']);
  });

  it.each([-1, 2, Number.NaN])(
    'getElementAt throws an error if the index %d is outside of a list of two elements',
    (index) => {
      expect(() => getElementAt(['a', 'b'], index)).toThrow(`no element at index ${index} of 2`);
    },
  );
});

describe('getLast', () => {
  it('getLast returns the last element of a list', () => {
    expect(getLast(['a', 'b'])).toBe('b');
  });

  it('getLast throws an error if the list is empty', () => {
    expect(() => getLast([])).toThrow('no element at index -1 of 0');
  });
});

describe('getExisting', () => {
  const map = new Map([['a', 0]]);

  it('getExisting returns the value of an existing key', () => {
    expect(getExisting(map, 'a')).toBe(0);
  });

  it('getExisting throws an error if the map does not have the key', () => {
    expect(() => getExisting(map, 'b')).toThrow('no value for the key b');
  });
});
