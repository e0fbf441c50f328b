import { describe, expect, it } from 'vitest';
import { isMap, parseDocument } from 'yaml';
import { readPlain } from './plain.ts';
import { generatedYaml } from './yaml-text.fixture.ts';

const NAMES = ['title', 'description', 'draft', 'published', 'public', 'context'];

/** What the real parser makes of the keys that matter; what is wrong with the text, if anything is. */
function parsed(text: string): Record<string, unknown> | string {
  const document = parseDocument(text, { schema: 'core', logLevel: 'silent' });
  const [error] = document.errors;
  if (error) return error.message;
  if (document.contents !== null && !isMap(document.contents)) return 'it is no mapping';
  return Object.fromEntries(
    NAMES.map((name) => [name, simple(document.contents === null ? null : document.toJS()[name])]),
  );
}

/** Lists and mappings are nothing to the reader, as null is. */
const simple = (value: unknown) => (typeof value === 'object' ? null : (value ?? null));

function plain(text: string): Record<string, unknown> | undefined {
  const data = readPlain(text);
  if (data === undefined) return undefined;
  if (!('values' in data)) throw new Error('it tells no faults');
  return Object.fromEntries(NAMES.map((name) => [name, simple(data.values.get(name))]));
}

describe('readPlain', () => {
  it.each([
    ['pairs', 'title: Intro\ndraft: true\nweight: 3'],
    ['quotes', 'title: "a: b"\ndescription: \'say "a"\''],
    ['lists', 'tags:\n  - a\n  - b\ntitle: T'],
    ['lists at the margin', 'tags:\n- a\n- "b: c"\ntitle: T'],
    ['mappings', 'sidebar:\n  label: A\n  more:\n    b: 1\n  c: 2\ntitle: T'],
    ['comments and blank lines', '# a: b\n\ntitle: T\n  # c\n\ndraft: false'],
    ['paths, addresses, tags and dates', 'a: /b/c\nb: https://c.d/e#f\ntitle: <A>\ndate: 2024-01-01\nversion: 1.2.3'],
    ['other scripts', 'title: はじめに\ndescription: Über uns'],
    ['nothing', ''],
    ['empty values', 'title:\ndraft:\na: 1'],
    ['apostrophes and brackets inside', "title: What's [new] {here}"],
  ])('reads %s as the parser does', (_name, text) => {
    expect(plain(text)).toBeDefined();
    expect(plain(text)).toEqual(parsed(text));
  });

  it.each([
    ['the same key twice', 'title: a\ntitle: b'],
    ['the same key twice, nested', 'a:\n  b: 1\n  b: 2'],
    ['flow values', 'tags: [a, b]'],
    ['values over lines', 'title: |\n  a'],
    ['values that go on', 'title: a\n  b'],
    ['comments behind values', 'title: a # b'],
    ['escapes', 'title: "a\\nb"'],
    ['quotes in quotes', "title: 'it''s'"],
    ['a colon in a value', 'title: a: b'],
    ['a colon at the end of a value', 'title: a:'],
    ['tabs', 'title:\ta'],
    ['anchors, aliases and types', 'a: &b c\nd: *b\ne: !!str 1'],
    ['mappings in lists', 'a:\n  - b: c'],
    ['odd numbers', 'title: 0x1F'],
    ['null', 'title: null'],
    ['infinity', 'title: .inf'],
    ['odd indentation', 'a:\n  b: 1\n c: 2'],
    ['indentation without a reason', 'a: 1\n  b: 2'],
    ['a list', '- a'],
    ['a sentence', 'Some text.'],
    ['a sentence with a colon', 'Some text: more.'],
    ['quoted keys', '"title": a'],
    ['very long lines', `title: ${'a'.repeat(2_000)}`],
    ['deep nesting', Array.from({ length: 20 }, (_, depth) => `${'  '.repeat(depth)}a:`).join('\n')],
  ])('leaves %s to the parser', (_name, text) => {
    expect(readPlain(text)).toBeUndefined();
  });

  it('reads whatever it reads as the parser does', () => {
    let count = 0;
    for (let seed = 0; seed < 20_000; seed += 1) {
      const text = generatedYaml(seed);
      const read = plain(text);
      if (read === undefined) continue;
      count += 1;
      expect(read, JSON.stringify(text)).toEqual(parsed(text));
    }
    expect(count).toBeGreaterThan(2_000);
  });
});
