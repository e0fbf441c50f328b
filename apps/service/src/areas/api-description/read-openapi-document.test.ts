import { MAX_JSON_DEPTH } from '@context-sync/redaction';
import { selectByTier, selectSoakCases } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { readOpenapiDocument } from './read-openapi-document.ts';

const HEAD = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n';
const nest = (levels: number) => `${'['.repeat(levels)}x${']'.repeat(levels)}`;

describe('parsing OpenAPI documents in YAML', () => {
  it('parses YAML with many keys in one map', () => {
    const count = selectByTier(6_000, 60_000);
    const keys = Array.from({ length: count }, (_, index) => `x${index}: a\n`).join('');
    const root = Object(readOpenapiDocument(HEAD + keys, 'yaml').source.root);
    expect([Object.keys(root).length, root[`x${count - 1}`]]).toEqual([count + 3, 'a']);
  });

  it('accepts a YAML document nested up to the depth limit', () => {
    for (const [name, part] of [
      ['x', `x: ${nest(MAX_JSON_DEPTH - 1)}`],
      ['a', blocks(MAX_JSON_DEPTH)],
    ] as const) {
      expect(readOpenapiDocument(HEAD + part, 'yaml').source.root).toHaveProperty(name);
    }
  });

  it('accepts YAML with thousands of aliases, and a value that contains itself', () => {
    const aliases = `x:\n${'- &a { b: 1 }\n- *a\n'.repeat(selectByTier(2_500, 25_000))}`;
    const { root } = readOpenapiDocument(`${HEAD}${aliases}y: &y { z: *y }`, 'yaml').source;
    expect(Object(root).x.at(-1)).toBe(Object(root).x.at(-2));
    expect(Object(root).y.z).toBe(Object(root).y);
  });

  it.each([
    ['one level more with aliases', `a: &a [[x]]\nx: ${nest(MAX_JSON_DEPTH - 3).replace('x', '[*a]')}`],
    ['one level more than the limit', `x: ${nest(MAX_JSON_DEPTH)}`],
    ['one level more than the limit in block style', blocks(MAX_JSON_DEPTH + 1)],
    ['0.8 MB of brackets', `x: ${nest(400_000)}`],
    ['0.8 MB of unclosed brackets', `x: ${'['.repeat(800_000)}`],
    ['0.8 MB of braces', `x: ${'{a: '.repeat(160_000)}${'}'.repeat(160_000)}`],
    ['0.8 MB of dashes', `x:\n${'- '.repeat(400_000)}`],
    ['0.8 MB of question marks', '? '.repeat(400_000)],
    ['0.8 MB of indentation', blocks(1_240)],
  ])('rejects YAML nested beyond the depth limit: %s', (_name, text) => {
    expect(() => readOpenapiDocument(HEAD + text, 'yaml')).toThrow(`nested deeper than ${MAX_JSON_DEPTH} levels`);
  });

  it.each([
    [
      'aliases of aliases',
      `a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(10)}]`).join('\n')}`,
      'its YAML aliases expand to more than 500000 values: use $ref',
    ],
    ...selectSoakCases([
      'empty elements',
      `x:\n${'-\n'.repeat(500_000)}`,
      'it has more than 500000 YAML tokens: send it as JSON',
    ]),
    [
      'syntax errors',
      `x: ${'}'.repeat(800_000)}`,
      'Unexpected flow-map-end token in YAML stream: "}" at line 4, column 4',
    ],
    [
      'syntax errors in a list',
      `x: [${'@a,'.repeat(selectByTier(10_000, 100_000))}]`,
      'reserved character @ at line 4, column 5',
    ],
  ])('rejects YAML with too many %s', (_name, text, message) => {
    expect(() => readOpenapiDocument(HEAD + text, 'yaml')).toThrow(message);
  });
});

/** Returns nested YAML maps, each on a separate line. */
function blocks(levels: number): string {
  return Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}a:\n`).join('');
}
