import { MAX_JSON_DEPTH } from '@context-sync/redaction';
import { selectByTier, selectSoakCases } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { parseYaml } from './parse-yaml.ts';
import { readDescription } from './read-description.ts';

const HEAD = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n';
const nest = (levels: number) => `${'['.repeat(levels)}x${']'.repeat(levels)}`;

describe('parsing OpenAPI documents in YAML', () => {
  it('parses YAML with many keys in one map', () => {
    const count = selectByTier(6_000, 60_000);
    const keys = Array.from({ length: count }, (_, index) => `x${index}: a\n`).join('');
    const document = readDescription(HEAD + keys, 'yaml');
    expect([Object.keys(document).length, document[`x${count - 1}`]]).toEqual([count + 3, 'a']);
  });

  it.each([
    ['in a map', 'a: 1\nb: 2\na: 3', 'line 3, column 1'],
    ['in a nested map', 'a:\n  - b: { c: 1, d: 2, c: 3 }', 'line 2, column 22'],
    ['in quotes', `a: 1\n"a": 2`, 'line 2, column 1'],
  ])('rejects YAML with a duplicate key %s and reports the position of the key', (_name, text, place) => {
    expect(() => parseYaml(text)).toThrow(`it is not YAML: Map keys must be unique at ${place}`);
  });

  it('accepts YAML that contains the same key in several maps', () => {
    expect(parseYaml('a: { x: 1 }\nb: { x: 1 }\nc: [{ x: 1 }, { x: 1 }]')).toMatchObject({
      b: { x: 1 },
      c: [{}, { x: 1 }],
    });
  });

  it('parses only the first of several YAML documents in a text', () => {
    expect(parseYaml(`---\na: 1\n${'---\n'.repeat(100_000)}`)).toEqual({ a: 1 });
  });

  it('accepts a YAML document nested up to the depth limit', () => {
    expect(readDescription(`${HEAD}x: ${nest(MAX_JSON_DEPTH - 1)}`, 'yaml')).toHaveProperty('x');
    expect(readDescription(`${HEAD}${blocks(MAX_JSON_DEPTH)}`, 'yaml')).toHaveProperty('a');
  });

  it.each([
    ['one level more than the limit', `x: ${nest(MAX_JSON_DEPTH)}`],
    ['one level more than the limit in block style', blocks(MAX_JSON_DEPTH + 1)],
    ['0.8 MB of brackets', `x: ${nest(400_000)}`],
    ['0.8 MB of unclosed brackets', `x: ${'['.repeat(800_000)}`],
    ['0.8 MB of braces', `x: ${'{a: '.repeat(160_000)}${'}'.repeat(160_000)}`],
    ['0.8 MB of dashes', `x:\n${'- '.repeat(400_000)}`],
    ['0.8 MB of question marks', '? '.repeat(400_000)],
    ['0.8 MB of indentation', blocks(1_240)],
  ])('rejects YAML nested beyond the depth limit: %s', (_name, text) => {
    expect(() => readDescription(HEAD + text, 'yaml')).toThrow(`nested deeper than ${MAX_JSON_DEPTH} levels`);
  });

  it.each([
    ['aliases', `x:\n${'- &a x\n- *a\n'.repeat(25_000)}`, 'it has more than 2000 YAML aliases: use $ref'],
    ['aliases of one anchor', `a: &a x\nx:\n${'- *a\n'.repeat(200)}`, 'Excessive alias count'],
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
    expect(() => readDescription(HEAD + text, 'yaml')).toThrow(message);
  });
});

/** Returns nested YAML maps, each on a separate line. */
function blocks(levels: number): string {
  return Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}a:\n`).join('');
}
