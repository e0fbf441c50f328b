import { describe, expect, it } from 'vitest';
import { scanJson } from './json-scan.ts';

function scan(text: string, depth = 9) {
  const values: [string, string][] = [];
  const fault = scanJson(text, {
    depth,
    onValue: ({ path, start }, end) => {
      values.push([path.join('.'), text.slice(start, end)]);
    },
  });
  return { values, fault };
}

describe('positions of JSON keys', () => {
  it.each([
    ['{}', []],
    ['{"a": 1}', [['a', '"a": 1']]],
    [
      '{"a" : {"b":\n[1, {"c": 2}, []]} , "d":"}"}',
      [
        ['a.b', '"b":\n[1, {"c": 2}, []]'],
        ['a', '"a" : {"b":\n[1, {"c": 2}, []]}'],
        ['d', '"d":"}"'],
      ],
    ],
    [
      '{"\\/pets": null, "\\u0061": true}',
      [
        ['/pets', '"\\/pets": null'],
        ['a', '"\\u0061": true'],
      ],
    ],
    ['{"a\\"": "\\\\"}', [['a"', '"a\\"": "\\\\"']]],
    [
      '{"a": -1.5e+3, "b": []}',
      [
        ['a', '"a": -1.5e+3'],
        ['b', '"b": []'],
      ],
    ],
    ['[{"a": 1}]', []],
  ])('finds the positions of keys in %j', (text, values) => {
    expect(scan(text)).toEqual({ values, fault: undefined });
  });

  it('ignores JSON keys below the given depth', () => {
    expect(scan('{"a": {"b": {"c": 1}}, "d": 2}', 1).values.map(([path]) => path)).toEqual(['a', 'd']);
  });

  it('reports JSON keys until the callback ends the scan', () => {
    const seenKeys: string[] = [];
    const fault = scanJson('{"a": 1, "b": {}, this is never read', {
      depth: 1,
      onKey: ({ path }) => {
        seenKeys.push(path.join());
        return seenKeys.length === 2;
      },
    });
    expect([seenKeys, fault]).toEqual([['a', 'b'], undefined]);
  });
});

it.each([
  ['', 0],
  ['{', 1],
  ['{"a"}', 1],
  ['{"a": }', 6],
  ['{"a": 1,}', 8],
  ['{"a": 1 "b": 2}', 8],
  ['[1, ]', 4],
  ['{"a": tru}', 6],
  ['{"a": "x\ny"}', 6],
  ['{"a": 1}}', 8],
  ['{"a": 1]', 7],
  ["{'a': 1}", 1],
  ['{"a": 1', 7],
  ['{a: 1}', 1],
])('stops the scan where the text is not JSON: %j', (text, fault) => {
  expect(scan(text).fault).toBe(fault);
});
