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
      '  /b: *x', // 15
      'x: &x {}',
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

  it('ignores a YAML alias without an anchor above it', () => {
    expect(source.warnings).toEqual([{ line: 15, message: 'there is no anchor "x" above this alias' }]);
  });
});

it('warns about duplicate keys in YAML', () => {
  const source = read('a: 1\nb:\n  c: 1\n  c: 2\na: 3');
  expect(source).toMatchObject({
    root: { a: 3, b: { c: 2 } },
    warnings: [
      { line: 4, message: 'the key "c" stands twice; the last one counts' },
      { line: 5, message: 'the key "a" stands twice; the last one counts' },
    ],
  });
});

it('reads only the first of several YAML documents', () => {
  expect(read('a: 1\n---\nb: 2')).toMatchObject({
    root: { a: 1 },
    warnings: [{ line: 2, message: 'only the first YAML document of the file is read' }],
  });
});

it.each([
  ['a: 1\n  b: 2', 1],
  ['a: [1, 2\nb: 3', 2],
  ['a: "x', 1],
  ['a:\n\t- b', 2],
])('reports invalid YAML: %j', (text, line) => {
  expect(parseYamlSource(text)).toEqual({
    fault: { line, message: expect.stringMatching(/^YAML that cannot be read: \w/) },
  });
});
