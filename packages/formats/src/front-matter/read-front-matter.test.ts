import { describe, expect, it } from 'vitest';
import { getLines } from '../markdown/line-index.ts';
import { readFrontMatter } from './read-front-matter.ts';

const read = (text: string) => readFrontMatter(getLines(text));
const NONE = { end: 0, isDraft: false, isLeftOut: false };

describe('position of front matter', () => {
  it.each([
    ['there is no front matter', '# T\n\ntext'],
    ['the document is empty', ''],
    ['the opening mark is never closed', '---\ntitle: T\n\ntext'],
    ['a different mark closes TOML', '+++\ntitle = "T"\n---\ntext'],
    ['the mark is too long', '----\ntitle: T\n----'],
    ['the mark is indented', ' ---\ntitle: T\n---'],
    ['text follows the opening mark', '--- yaml\ntitle: T\n---'],
    ['text precedes the opening mark', 'text\n\n---\ntitle: T\n---'],
    ['there is only a sentence between thematic breaks', '---\n\nSome text.\n\n---\n\nMore text.'],
    ['there is only a list between thematic breaks', '---\n- a\n- b\n---\ntext'],
    ['there are a heading and text between thematic breaks', '---\n\n# T\n\nSome text, it is.\n\n---\n'],
    ['a preceding comment is never closed', '<!-- a\n---\ntitle: T\n---'],
  ])('finds no front matter if %s', (_name, text) => {
    expect(read(text)).toEqual(NONE);
  });

  it.each([
    ['on the first line', '---\ntitle: T\n---\ntext', 3],
    ['empty', '---\n---\ntext', 2],
    ['blank', '---\n\n---\ntext', 3],
    ['only comments', '---\n# title: T\n---', 3],
    ['with white space after the marks', '---  \ntitle: T\n--- \t', 3],
    ['closed by three dots', '---\ntitle: T\n...\ntext', 3],
    ['in TOML', '+++\ntitle = "T"\n+++\ntext', 3],
    ['after blank lines', '\n\n---\ntitle: T\n---', 5],
    ['after a comment', '<!-- a -->\n---\ntitle: T\n---\ntext', 4],
    ['after comments that span lines', '<!--\na\n\nb: c\n-->\n\n<!-- d -->\n---\ntitle: T\n---\ntext', 10],
    ['with marks in a value', '---\ntitle: a --- b\n---', 3],
    ['with indented marks in a value', '---\ntitle: |\n  a\n  ---\n---\ntext', 5],
  ])('finds front matter: %s', (_name, text, end) => {
    expect(read(text)).toMatchObject({ end, isDraft: false, isLeftOut: false });
    expect(read(text).fault).toBeUndefined();
  });

  it('limits front matter to 2,000 lines', () => {
    expect(read(`---\n${Array.from({ length: 5_000 }, (_, n) => `key${n}: 1\n`).join('')}---`)).toEqual(NONE);
    expect(read(`---\n${Array.from({ length: 1_990 }, (_, n) => `key${n}: 1\n`).join('')}---`).end).toBe(1_992);
  });
});

describe('title and description in front matter', () => {
  it.each([
    ['plain text', 'title: Intro', 'Intro'],
    ['quoted text with a colon', 'title: "A: B"', 'A: B'],
    ['quoted text with a quote', "title: 'It''s'", "It's"],
    ['text between other keys', 'layout: page\ntitle:   Intro  # c\nx: [1, 2]', 'Intro'],
    ['text after nested keys of the same name', 'nav:\n  title: Other\ntitle: Intro', 'Intro'],
    ['text with tags', 'title: <Fragment> (<>...</>)', '<Fragment> (<>...</>)'],
    ['several lines', 'title: |\n  one\n  two', 'one two'],
    ['folded lines', 'title: >-\n  one\n  two\nx: 1', 'one two'],
    ['text with escapes', 'title: "one\\n\\ttwo \\u00e9"', 'one two é'],
    ['text with half a surrogate pair', 'title: "a\\ud83d b"', 'a\ufffd b'],
    ['a number', 'title: 404', '404'],
    ['a version', 'title: 1.2.3', '1.2.3'],
    ['a date', 'title: 2024-01-01', '2024-01-01'],
    ['text in another script', 'title: はじめに', 'はじめに'],
    ['text after a quoted key', '"title": Intro', 'Intro'],
    ['an alias', 'x: &a Intro\ntitle: *a', 'Intro'],
  ])('a title or description in front matter can be %s', (_name, yaml, expected) => {
    expect(read(`---\n${yaml}\n---\n`).title).toBe(expected);
    expect(read(`---\n${yaml.replace(/^("?)title/m, '$1description')}\n---\n`).description).toBe(expected);
  });

  it.each([
    ['missing', 'layout: home'],
    ['empty', 'title:'],
    ['null', 'title: null'],
    ['white space', 'title: " "'],
    ['a list', 'title: [a]'],
    ['a mapping', 'title:\n  a: b'],
    ['true', 'title: true'],
    ['nested', 'a:\n  title: T'],
    ['in a comment', '# title: T'],
  ])('does not read a title from front matter if the value is %s', (_name, yaml) => {
    const head = read(`---\n${yaml}\n---\n`);
    expect(head).toEqual({ ...NONE, end: yaml.split('\n').length + 2 });
  });

  it('reads a title and a description together', () => {
    expect(read('---\ntitle: T\ndescription: "D: e."\n---\n')).toEqual({
      ...NONE,
      end: 4,
      title: 'T',
      description: 'D: e.',
    });
  });
});

describe('page settings in front matter', () => {
  it.each([
    ['draft: true', { isDraft: true }],
    ['draft: True', { isDraft: true }],
    ['draft: "true"', { isDraft: false }],
    ['draft: false', { isDraft: false }],
    ['draft: yes', { isDraft: false }],
    ['published: false', { isDraft: true }],
    ['published: true', { isDraft: false }],
    ['published: 2024-01-01', { isDraft: false }],
    ['public: true', { public: true }],
    ['public: false', { public: false }],
    ['context: false', { isLeftOut: true }],
    ['context: true', { isLeftOut: false }],
    ['context: []', { isLeftOut: false }],
    ['a:\n  draft: true\n  context: false', { isDraft: false, isLeftOut: false }],
    ['draft: true\npublic: false\ncontext: false', { isDraft: true, public: false, isLeftOut: true }],
  ])('reads the page settings from %j', (yaml, expected) => {
    expect(read(`---\n${yaml}\n---\n`)).toMatchObject(expected);
  });

  it.each(['leave visibility undefined for %j', 'public: maybe', 'public:', 'a: 1'])(
    'ignores the visibility in the front matter %j',
    (yaml) => {
      expect(read(`---\n${yaml}\n---\n`)).not.toHaveProperty('public');
    },
  );
});

describe('TOML front matter', () => {
  it.each([
    ['a title and a description', 'title = "T"\ndescription = \'D: e\'', { title: 'T', description: 'D: e' }],
    ['a draft', 'draft = true', { isDraft: true }],
    ['an excluded page', 'context = false', { isLeftOut: true }],
    ['a public page', 'public = true', { public: true }],
    ['a number', 'title = 404', { title: '404' }],
    ['a title of several lines', 'title = """\none\ntwo"""', { title: 'one two' }],
    [
      'tables without mixing up their keys',
      'title = "T"\n[a]\ntitle = "U"\ndraft = true',
      { title: 'T', isDraft: false },
    ],
    ['a date', 'date = 2024-01-01\ntitle = "T"', { title: 'T' }],
  ])('supports %s in TOML front matter', (_name, toml, expected) => {
    const head = read(`+++\n${toml}\n+++\ntext`);
    expect(head).toMatchObject({ end: toml.split('\n').length + 2, ...expected });
    expect(head).not.toHaveProperty('fault');
  });
});

describe('invalid front matter', () => {
  it.each([
    ['a tab as indentation', '---\na:\n\tb: 1\n---\ntext', 4, 3],
    ['a colon in a plain value', '---\ntitle: a: b: c\n---\ntext', 3, 2],
    ['a colon in a later value', '---\nlayout: page\nx: 1\n\ntitle: a: b\n---\ntext', 6, 5],
    ['unclosed brackets', '---\ntags: [a, b\n---\ntext', 3, 2],
    ['duplicate keys', '---\ntitle: a\ntitle: b\n---\ntext', 4, 3],
    ['duplicate nested keys', '---\na:\n  b: 1\n  b: 2\n---\ntext', 5, 4],
    ['a template', '---\ntitle: {{ page.title }}\nx: {{ y }} z\n---', 4, 3],
    ['an error after comments', '<!--\na\n-->\n\n---\nx: 1\ntitle: a: b\n---\n', 8, 7],
    ['an unclosed TOML string', '+++\na = 1\ntitle = "T\n+++\ntext', 4, 3],
    ['a TOML key without a value', '+++\ntitle\n+++\ntext', 3, 2],
    ['duplicate TOML keys', '+++\ntitle = 1\ntitle = 2\n+++\ntext', 4, 3],
  ])(
    'reports the line of invalid front matter, makes the page private, and returns the start of the text: %s',
    (_name, text, end, line) => {
      const head = read(text);
      expect(head).toEqual({ ...NONE, end, public: false, fault: { line, message: expect.any(String) } });
      expect(head.fault?.message).toMatch(/^\S[^\n]*\S$/);
    },
  );
});

describe('hostile front matter', () => {
  it.each([
    ['flow lists', `title: ${'['.repeat(20_000)}`],
    ['block lists', '- '.repeat(20_000)],
    ['keys', '? '.repeat(20_000)],
    ['aliases', `a: &a [x]\n${Array.from({ length: 100 }, (_, i) => `b${i}: &b${i} [*a, *a]`).join('\n')}`],
    [
      'aliases of aliases',
      `a: &a [x]\n${Array.from({ length: 40 }, (_, i) => `b${i}: &b${i} [*${i ? `b${i - 1}` : 'a'}, *${i ? `b${i - 1}` : 'a'}]`).join('\n')}`,
    ],
    ['one line', `a: ${'b'.repeat(1_000_000)}`],
    ['nested keys', Array.from({ length: 1_000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['quotes', `a: ${'"'.repeat(20_000)}`],
  ])('reads hostile front matter without an error: %s', (_name, yaml) => {
    const head = read(`---\n${yaml}\n---\ntext`);
    expect([0, yaml.split('\n').length + 2]).toContain(head.end);
    expect(head.title).toBeUndefined();
  });

  it.each([
    ['brackets', `a = ${'['.repeat(20_000)}`],
    ['tables', `${'[a]\n'.repeat(1_500)}`],
    ['dots', `${'a.'.repeat(20_000)}b = 1`],
  ])('reads hostile TOML front matter without an error: %s', (_name, toml) => {
    expect(read(`+++\n${toml}\n+++\ntext`)).toMatchObject({ end: toml.split('\n').length + 2 });
  });

  it.each(['---\n', '<!--\n', '<!-- -->\n', '\n'])(
    'reads front matter with many repetitions of %j without an error',
    (line) => {
      expect(read(line.repeat(200_000)).title).toBeUndefined();
    },
  );

  it('front matter cannot change the prototype of objects', () => {
    expect(read('---\n__proto__:\n  title: T\n  draft: true\n---\n')).toEqual({ ...NONE, end: 5 });
    expect(read('+++\n[__proto__]\ntitle = "T"\n+++\n')).toMatchObject({ isDraft: false });
    expect({}).not.toHaveProperty('draft');
  });
});
