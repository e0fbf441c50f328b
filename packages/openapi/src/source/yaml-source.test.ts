import { describe, expect, it } from 'vitest';
import type { OpenapiSource } from './openapi-source.ts';
import { parseYamlSource } from './yaml-source.ts';

function read(text: string): OpenapiSource {
  const source = parseYamlSource(text);
  if ('fault' in source) throw new Error(source.fault.message);
  return source;
}

/** Returns the data of a YAML text as plain objects. */
const getData = (text: string): unknown => JSON.parse(JSON.stringify(read(text).root));

describe('YAML data', () => {
  it.each([
    ['a: 1\nb: [x, null, true, 1.5]', { a: 1, b: ['x', null, true, 1.5] }],
    ['200: ok\n1.0: x\nyes: no\n~: n', { 200: 'ok', '1.0': 'x', yes: 'no', '~': 'n' }],
    ['a: 2020-01-01', { a: '2020-01-01' }],
    ['info: {version: 1.10}\nx: 1.10', { info: { version: '1.10' }, x: 1.1 }],
    ['a: &x {b: 1}\nc: *x\nd: [*x]', { a: { b: 1 }, c: { b: 1 }, d: [{ b: 1 }] }],
    ['a: &x {b: 1, c: 2}\nd: {c: 3, <<: *x}', { a: { b: 1, c: 2 }, d: { b: 1, c: 3 } }],
    ['a: &x {b: 1}\ne: &y {c: 2}\nd: {<<: [*x, *y]}', { a: { b: 1 }, e: { c: 2 }, d: { b: 1, c: 2 } }],
    ['a: !custom b', { a: 'b' }],
    ['? [a, b]\n: c', { '?': 'c' }],
  ])('reads the YAML text %j', (text, data) => {
    expect(getData(text)).toEqual(data);
  });

  it('treats names of JavaScript object properties like any other YAML key', () => {
    const { root } = read('__proto__: {polluted: 1}\nconstructor: 2\nhasOwnProperty: 3');
    expect(Object.entries(root as object)).toEqual([
      ['__proto__', expect.objectContaining({ polluted: 1 })],
      ['constructor', 2],
      ['hasOwnProperty', 3],
    ]);
    expect('polluted' in {}).toBe(false);
  });

  it('keeps whole numbers in YAML that JavaScript would round', () => {
    expect(read('a: 9223372036854775807').root).toMatchObject({ a: 9223372036854775807n });
  });

  it('allows a YAML value to contain itself', () => {
    const root = read('a: &x\n  b: *x').root as { a: { b: unknown } };
    expect(root.a.b).toBe(root.a);
  });
});

describe('source lines of YAML', () => {
  const source = read(
    [
      '# comment', // 1
      'paths:',
      '  # about a',
      '  /a:', // 4
      '    get:',
      '      summary: A',
      '      description: |',
      '        one', // 8
      '        two',
      '',
      '    # about post',
      '    post: {', // 12
      '      summary: B',
      '    }',
      '  /b: {}', // 15
      'x: {}',
    ].join('\n'),
  );

  it.each([
    [['paths'], [2, 15]],
    [
      ['paths', '/a'],
      [4, 14],
    ],
    [
      ['paths', '/a', 'get'],
      [5, 9],
    ],
    [
      ['paths', '/a', 'post'],
      [12, 14],
    ],
    [
      ['paths', '/b'],
      [15, 15],
    ],
    [['paths', '/c'], undefined],
  ])('returns the source lines of the YAML path %j', (path, lines) => {
    expect(source.lines(path)).toEqual(lines);
  });
});

it('reads only the first of several YAML documents', () => {
  expect(read('a: 1\n---\nb: 2')).toMatchObject({
    root: { a: 1 },
    warnings: [{ line: 2, message: 'only the first YAML document of the file is read' }],
  });
});

it.each([
  ['wrong indentation', 'a: 1\n  b: 2', 1, 4, /^Nested mappings are not allowed/],
  ['an unclosed list', 'a: [1, 2\nb: 3', 2, 1, /^Flow sequence in block collection must be/],
  ['an unclosed quote', 'a: "x', 1, 6, /^Missing closing "quote/],
  ['a tab as indentation', 'a:\n\t- b', 2, 1, /^Tabs are not allowed as indentation/],
  ['a duplicate key', 'a: 1\nb: 2\na: 3', 3, 1, /^Map keys must be unique$/],
  ['a duplicate key in a nested map', 'a:\n  - b: { c: 1, d: 2, c: 3 }', 2, 22, /^Map keys must be unique$/],
  ['a duplicate key in quotes', 'a: 1\n"a": 2', 2, 1, /^Map keys must be unique$/],
  ['a number that repeats a key', '"200": 1\n200: 2', 2, 1, /^Map keys must be unique$/],
  ['an alias without an anchor', 'a:\n  - *x\nb: &x 1', 2, 5, /^there is no anchor "x" above this alias$/],
])('reports the position of %s in YAML', (_name, text, line, column, message) => {
  expect(parseYamlSource(text)).toEqual({
    fault: { syntax: 'YAML', kind: 'invalid', line, column, message: expect.stringMatching(message) },
  });
});

it.each([
  ['several lines', `a: b\n${'- ['.repeat(500)}`, { depth: 64 }, 'it is nested deeper than 64 levels: use $ref'],
  ['many tokens', 'a: [1, 2, 3]', { depth: 64, lexemes: 5 }, 'it has more than 5 YAML tokens: send it as JSON'],
])('stops reading YAML at a limit: %s', (_name, text, limits, message) => {
  expect(parseYamlSource(text, limits)).toMatchObject({ fault: { kind: 'limit', message } });
});
