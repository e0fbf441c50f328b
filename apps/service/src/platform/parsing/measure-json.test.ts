import { describe, expect, it } from 'vitest';
import { measureJson } from './measure-json.ts';

const getValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, each) => sum + getValues(each), 1)
    : 1;

const SAMPLES: readonly unknown[] = [
  0,
  'text',
  null,
  [],
  {},
  [1],
  [[]],
  [[], [], {}],
  { a: 1, b: [true, null, { c: 'd' }] },
  { 'a,b': '[{"x":1},,,', '\\': '\\', '"': '\\"', 'ends in \\\\': ['\\\\'] },
  { log: { entries: [1, 2, 3] }, other: { entries: [1, 2, 3, 4] } },
  Array.from({ length: 200 }, (_, index) => ({
    index,
    tags: ['a', 'b'],
    none: {},
    text: `"${'\\'.repeat(index % 7)}`,
  })),
];

describe('measureJson', () => {
  it.each(SAMPLES.map((sample) => [JSON.stringify(sample).slice(0, 60), sample]))(
    'measureJson counts the JSON values of %s',
    (_name, sample) => {
      for (const text of [
        JSON.stringify(sample),
        JSON.stringify(sample, null, '\t'),
        ` ${JSON.stringify(sample, null, 2)}\n`,
      ]) {
        expect(measureJson(text).values).toBe(getValues(sample));
      }
    },
  );

  it.each<[string, unknown, number]>([
    ['an array at the path', { log: { version: '1.2', entries: [{ a: [1, 2] }, {}, []] } }, 3],
    ['an array after other arrays', { a: [1, 2], log: { pages: [1], entries: ['x'] } }, 1],
    ['an empty object at the parent path', { log: {} }, 0],
    [
      'arrays of the same name at other paths',
      { log: { x: { entries: [1, 2] } }, entries: [1], x: { entries: [1, 2] } },
      0,
    ],
    ['an array within another array', { log: [{ entries: [1, 2] }] }, 0],
    ['an object instead of an array', { log: { entries: { a: 1, b: 2 } } }, 0],
  ])('measureJson counts the elements of the array at the given path: %s', (_name, value, elements) => {
    expect(measureJson(JSON.stringify(value), ['log', 'entries']).elements).toBe(elements);
  });

  it('measureJson counts the elements of the longest array if a property name occurs twice', () => {
    const text = '{"log":{"entries":[1,2,3],"entries":[1]},"log":{"entries":[1,2]}}';
    expect(measureJson(text, ['log', 'entries']).elements).toBe(3);
  });

  it.each(['', '"', '"\\', '[', '{"a":', ']]]]', '}{', '[1,2', '"a\\\\\\"b', '\u0000'])(
    'measureJson terminates for the invalid JSON %j',
    (text) => {
      expect(measureJson(text, ['log', 'entries']).values).toBeLessThan(10);
    },
  );
});
