import { describe, expect, it } from 'vitest';
import { linesOf } from '../markdown/lines.ts';
import { frontMatter } from './read-front-matter.ts';

const read = (text: string) => frontMatter(linesOf(text));
const NONE = { end: 0, isDraft: false, isLeftOut: false };

describe('where it is', () => {
  it.each([
    ['nowhere', '# T\n\ntext'],
    ['nowhere in an empty document', ''],
    ['nowhere, as it is never closed', '---\ntitle: T\n\ntext'],
    ['nowhere, as TOML is closed by another mark', '+++\ntitle = "T"\n---\ntext'],
    ['nowhere, as there are too many marks', '----\ntitle: T\n----'],
    ['nowhere, as the mark is indented', ' ---\ntitle: T\n---'],
    ['nowhere, as text stands behind the mark', '--- yaml\ntitle: T\n---'],
    ['nowhere, as text stands before it', 'text\n\n---\ntitle: T\n---'],
    ['nowhere, as what stands between two breaks is a sentence', '---\n\nSome text.\n\n---\n\nMore text.'],
    ['nowhere, as what stands between two breaks is a list', '---\n- a\n- b\n---\ntext'],
    ['nowhere, as what stands between two breaks is a heading and text', '---\n\n# T\n\nSome text, it is.\n\n---\n'],
    ['nowhere, as a comment is never closed', '<!-- a\n---\ntitle: T\n---'],
  ])('is %s', (_name, text) => {
    expect(read(text)).toEqual(NONE);
  });

  it.each([
    ['at the top', '---\ntitle: T\n---\ntext', 3],
    ['empty', '---\n---\ntext', 2],
    ['blank', '---\n\n---\ntext', 3],
    ['of comments alone', '---\n# title: T\n---', 3],
    ['with white space behind the marks', '---  \ntitle: T\n--- \t', 3],
    ['closed by three dots', '---\ntitle: T\n...\ntext', 3],
    ['of TOML', '+++\ntitle = "T"\n+++\ntext', 3],
    ['below blank lines', '\n\n---\ntitle: T\n---', 5],
    ['below a comment', '<!-- a -->\n---\ntitle: T\n---\ntext', 4],
    ['below comments over lines', '<!--\na\n\nb: c\n-->\n\n<!-- d -->\n---\ntitle: T\n---\ntext', 10],
    ['with marks inside a value', '---\ntitle: a --- b\n---', 3],
    ['with marks that are indented inside a value', '---\ntitle: |\n  a\n  ---\n---\ntext', 5],
  ])('is %s', (_name, text, end) => {
    expect(read(text)).toMatchObject({ end, isDraft: false, isLeftOut: false });
    expect(read(text).fault).toBeUndefined();
  });

  it('is given up after 2,000 lines', () => {
    expect(read(`---\n${Array.from({ length: 5_000 }, (_, n) => `key${n}: 1\n`).join('')}---`)).toEqual(NONE);
    expect(read(`---\n${Array.from({ length: 1_990 }, (_, n) => `key${n}: 1\n`).join('')}---`).end).toBe(1_992);
  });
});

describe('title and description', () => {
  it.each([
    ['plain', 'title: Intro', 'Intro'],
    ['quoted, with a colon', 'title: "A: B"', 'A: B'],
    ['quoted, with a quote', "title: 'It''s'", "It's"],
    ['among other keys', 'layout: page\ntitle:   Intro  # c\nx: [1, 2]', 'Intro'],
    ['below nested keys of the same name', 'nav:\n  title: Other\ntitle: Intro', 'Intro'],
    ['of tags', 'title: <Fragment> (<>...</>)', '<Fragment> (<>...</>)'],
    ['of several lines', 'title: |\n  one\n  two', 'one two'],
    ['folded', 'title: >-\n  one\n  two\nx: 1', 'one two'],
    ['with escapes', 'title: "one\\n\\ttwo \\u00e9"', 'one two é'],
    ['with half a surrogate pair', 'title: "a\\ud83d b"', 'a\ufffd b'],
    ['of a number', 'title: 404', '404'],
    ['of a version', 'title: 1.2.3', '1.2.3'],
    ['of a date', 'title: 2024-01-01', '2024-01-01'],
    ['in another script', 'title: はじめに', 'はじめに'],
    ['quoted as a whole key', '"title": Intro', 'Intro'],
    ['of an alias', 'x: &a Intro\ntitle: *a', 'Intro'],
  ])('are %s', (_name, yaml, expected) => {
    expect(read(`---\n${yaml}\n---\n`).title).toBe(expected);
    expect(read(`---\n${yaml.replace(/^("?)title/m, '$1description')}\n---\n`).description).toBe(expected);
  });

  it.each([
    ['not there', 'layout: home'],
    ['empty', 'title:'],
    ['null', 'title: null'],
    ['white space', 'title: " "'],
    ['a list', 'title: [a]'],
    ['a mapping', 'title:\n  a: b'],
    ['true', 'title: true'],
    ['nested', 'a:\n  title: T'],
    ['in a comment', '# title: T'],
  ])('are none where the value is %s', (_name, yaml) => {
    const head = read(`---\n${yaml}\n---\n`);
    expect(head).toEqual({ ...NONE, end: yaml.split('\n').length + 2 });
  });

  it('are both read', () => {
    expect(read('---\ntitle: T\ndescription: "D: e."\n---\n')).toEqual({
      ...NONE,
      end: 4,
      title: 'T',
      description: 'D: e.',
    });
  });
});

describe('what becomes of the page', () => {
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
  ])('says %j', (yaml, expected) => {
    expect(read(`---\n${yaml}\n---\n`)).toMatchObject(expected);
  });

  it.each(['public: "true"', 'public: maybe', 'public:', 'a: 1'])('is not said to be public or not by %j', (yaml) => {
    expect(read(`---\n${yaml}\n---\n`)).not.toHaveProperty('public');
  });
});

describe('TOML', () => {
  it.each([
    ['a title and a description', 'title = "T"\ndescription = \'D: e\'', { title: 'T', description: 'D: e' }],
    ['a draft', 'draft = true', { isDraft: true }],
    ['a page that is left out', 'context = false', { isLeftOut: true }],
    ['a page that is public', 'public = true', { public: true }],
    ['a number', 'title = 404', { title: '404' }],
    ['a title of several lines', 'title = """\none\ntwo"""', { title: 'one two' }],
    ['tables, whose keys are their own', 'title = "T"\n[a]\ntitle = "U"\ndraft = true', { title: 'T', isDraft: false }],
    ['a date', 'date = 2024-01-01\ntitle = "T"', { title: 'T' }],
  ])('reads %s', (_name, toml, expected) => {
    const head = read(`+++\n${toml}\n+++\ntext`);
    expect(head).toMatchObject({ end: toml.split('\n').length + 2, ...expected });
    expect(head).not.toHaveProperty('fault');
  });
});

describe('a fault', () => {
  it.each([
    ['a tab as indentation', '---\na:\n\tb: 1\n---\ntext', 4, 3],
    ['a colon in a plain value', '---\ntitle: a: b: c\n---\ntext', 3, 2],
    ['a colon further down', '---\nlayout: page\nx: 1\n\ntitle: a: b\n---\ntext', 6, 5],
    ['brackets without end', '---\ntags: [a, b\n---\ntext', 3, 2],
    ['the same key twice', '---\ntitle: a\ntitle: b\n---\ntext', 4, 3],
    ['the same key twice, nested', '---\na:\n  b: 1\n  b: 2\n---\ntext', 5, 4],
    ['a template', '---\ntitle: {{ page.title }}\nx: {{ y }} z\n---', 4, 3],
    ['one below comments', '<!--\na\n-->\n\n---\nx: 1\ntitle: a: b\n---\n', 8, 7],
    ['a string of TOML without end', '+++\na = 1\ntitle = "T\n+++\ntext', 4, 3],
    ['a key of TOML without a value', '+++\ntitle\n+++\ntext', 3, 2],
    ['the same key of TOML twice', '+++\ntitle = 1\ntitle = 2\n+++\ntext', 4, 3],
  ])(
    'of %s is told on its line of the document, keeps the page from the public, and the text begins where it does',
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
  ])('of heaps of %s is survived', (_name, yaml) => {
    const head = read(`---\n${yaml}\n---\ntext`);
    expect([0, yaml.split('\n').length + 2]).toContain(head.end);
    expect(head.title).toBeUndefined();
  });

  it.each([
    ['brackets', `a = ${'['.repeat(20_000)}`],
    ['tables', `${'[a]\n'.repeat(1_500)}`],
    ['dots', `${'a.'.repeat(20_000)}b = 1`],
  ])('of TOML with heaps of %s is survived', (_name, toml) => {
    expect(read(`+++\n${toml}\n+++\ntext`)).toMatchObject({ end: toml.split('\n').length + 2 });
  });

  it.each(['---\n', '<!--\n', '<!-- -->\n', '\n'])('of heaps of %j is survived', (line) => {
    expect(read(line.repeat(200_000)).title).toBeUndefined();
  });

  it('has no power over objects', () => {
    expect(read('---\n__proto__:\n  title: T\n  draft: true\n---\n')).toEqual({ ...NONE, end: 5 });
    expect(read('+++\n[__proto__]\ntitle = "T"\n+++\n')).toMatchObject({ isDraft: false });
    expect({}).not.toHaveProperty('draft');
  });
});
