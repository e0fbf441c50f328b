import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { isMap, parseDocument } from 'yaml';
import { readSimpleYaml } from './simple-yaml.ts';
import { generateYaml } from './yaml-text.fixture.ts';

const KEYS = ['title', 'description', 'draft', 'published', 'public', 'context'];

/** Returns the values that the YAML parser finds, or its error message. */
function parseWithYaml(text: string): Record<string, unknown> | string {
  const document = parseDocument(text, { schema: 'core', logLevel: 'silent' });
  const [error] = document.errors;
  if (error) return error.message;
  if (document.contents !== null && !isMap(document.contents)) return 'the text is not a mapping';
  return Object.fromEntries(
    KEYS.map((name) => [name, scalarOrNull(document.contents === null ? null : document.toJS()[name])]),
  );
}

/** Returns scalars unchanged, and null for lists and mappings, like the parser for simple YAML. */
const scalarOrNull = (value: unknown) => (typeof value === 'object' ? null : (value ?? null));

function parseSimply(text: string): Record<string, unknown> | undefined {
  const data = readSimpleYaml(text);
  if (data === undefined) return undefined;
  if (!('values' in data)) throw new Error('the simple reader must not report errors');
  return Object.fromEntries(KEYS.map((name) => [name, scalarOrNull(data.values.get(name))]));
}

describe('readSimpleYaml', () => {
  it.each([
    ['pairs', 'title: Intro\ndraft: true\nweight: 3'],
    ['quotes', 'title: "a: b"\ndescription: \'say "a"\''],
    ['lists', 'tags:\n  - a\n  - b\ntitle: T'],
    ['flow lists', 'title: T\ntags: [a, "b", 3 d]\ncategories: []\ndraft: true'],
    ['a flow list as the title', 'title: [a, b]'],
    ['unindented lists', 'tags:\n- a\n- "b: c"\ntitle: T'],
    ['mappings', 'sidebar:\n  label: A\n  more:\n    b: 1\n  c: 2\ntitle: T'],
    ['comments and blank lines', '# a: b\n\ntitle: T\n  # c\n\ndraft: false'],
    ['paths, URLs, tags and dates', 'a: /b/c\nb: https://c.d/e#f\ntitle: <A>\ndate: 2024-01-01\nversion: 1.2.3'],
    ['other scripts', 'title: はじめに\ndescription: Über uns'],
    ['an empty text', ''],
    ['empty values', 'title:\ndraft:\na: 1'],
    ['folded texts', 'description: >\n  One\n  two: three\ntitle: >-\n    A # b\n    c\n\ndraft: true'],
    ['literal texts', 'title: |-\n  One\n  two\ndescription: |\n  a\n'],
    ['nested folded texts', 'a:\n  b: >\n    c\n    d\n  e: 1\ntitle: T'],
    ['flow mappings', 'a:\n  ui: { theme: dark, b: "c" }\ntitle: {}\ndraft: true'],
    ['a flow list below its key', 'tags:\n  ["a b", c]\ntitle: T'],
    [
      'values below their key',
      'title:\n  One\n  two\ndescription:\n  "a: b\n  c"\ntags:\n  [\n    a,\n    "b",\n  ]\ndraft: true',
    ],
    ['negative numbers', 'title: T\nweight: -1'],
    ['escaped quotes', 'title: "Fix \\"a\\": b"'],
    ['keys with a colon', 'a:b: c\ntitle: T'],
    ['apostrophes and brackets inside', "title: What's [new] {here}"],
  ])('parses %s in the same way as the YAML parser', (_name, text) => {
    expect(parseSimply(text)).toBeDefined();
    expect(parseSimply(text)).toEqual(parseWithYaml(text));
  });

  it.each([
    ['duplicate keys', 'title: a\ntitle: b'],
    ['duplicate nested keys', 'a:\n  b: 1\n  b: 2'],
    ['flow values with quoted commas', 'tags: ["a, b", c]'],
    ['nested flow values', 'tags: [[a], b]'],
    ['flow values that begin next to their key', 'tags: [a,\n  b]'],
    ['nested flow mappings', 'tags: {a: {b: c}}'],
    ['flow mappings with duplicate keys', 'tags: {a: b, a: c}'],
    ['a line below a flow list', 'tags:\n  [a]\n  b'],
    ['a list of missing values', 'tags: [a,,b]'],
    ['flow values without an end', 'tags: [a, b'],
    ['folded texts with paragraphs', 'title: >\n  a\n\n  b'],
    ['folded texts with indented lines', 'title: >\n  a\n    b'],
    ['texts that keep their last line breaks', 'title: |+\n  a\n\n'],
    ['texts without lines', 'title: >\ndraft: true'],
    ['values that continue on the next line', 'title: a\n  b'],
    ['quoted values with a blank line', 'title:\n  "a\n\n  b"'],
    ['mappings after a line of text', 'title:\n  a: b\n  c'],
    ['numbers with other signs', 'title: -1e3'],
    ['comments after values', 'title: a # b'],
    ['escapes', 'title: "a\\nb"'],
    ['quotes in quotes', "title: 'it''s'"],
    ['a colon in a value', 'title: a: b'],
    ['a colon at the end of a value', 'title: a:'],
    ['tabs', 'title:\ta'],
    ['anchors, aliases and types', 'a: &b c\nd: *b\ne: !!str 1'],
    ['mappings in lists', 'a:\n  - b: c'],
    ['hexadecimal numbers', 'title: 0x1F'],
    ['null', 'title: null'],
    ['infinity', 'title: .inf'],
    ['inconsistent indentation', 'a:\n  b: 1\n c: 2'],
    ['unexpected indentation', 'a: 1\n  b: 2'],
    ['a list', '- a'],
    ['a sentence', 'Some text.'],
    ['a sentence with a colon', 'Some text: more.'],
    ['quoted keys', '"title": a'],
    ['very long lines', `title: ${'a'.repeat(2_000)}`],
    ['deep nesting', Array.from({ length: 20 }, (_, depth) => `${'  '.repeat(depth)}a:`).join('\n')],
  ])('leaves %s to the YAML parser', (_name, text) => {
    expect(readSimpleYaml(text)).toBeUndefined();
  });

  it('returns the same result as the YAML parser for every text that it reads', () => {
    let count = 0;
    for (let seed = 0; seed < selectByTier(4_000, 20_000); seed += 1) {
      const text = generateYaml(seed);
      const read = parseSimply(text);
      if (read === undefined) continue;
      count += 1;
      expect(read, JSON.stringify(text)).toEqual(parseWithYaml(text));
    }
    expect(count).toBeGreaterThan(selectByTier(400, 2_000));
  });
});
