import { describe, expect, it } from 'vitest';
import { frontMatter } from './front-matter.ts';

const read = (text: string) => frontMatter(text.split('\n'));

describe('frontMatter', () => {
  it.each([
    ['none', '# T\n\ntext'],
    ['none in an empty document', ''],
    ['a break further down', '\n---\ntitle: T\n---'],
    ['a fence that is never closed', '---\ntitle: T\n\ntext'],
    ['too many marks', '----\ntitle: T\n----'],
    ['an indented mark', ' ---\ntitle: T\n---'],
  ])('finds %s', (_name, text) => {
    expect(read(text)).toEqual({ end: 0, title: undefined, fault: undefined });
  });

  it.each([
    ['a title', '---\ntitle: Intro\n---\ntext', 3, 'Intro'],
    ['a quoted title with a colon', '---\ntitle: "A: B"\n---', 3, 'A: B'],
    ['a title among other keys', '---\nlayout: page\ntitle:   Intro  # c\nx: [1, 2]\n---', 5, 'Intro'],
    ['a title with tags', '---\ntitle: <Fragment> (<>...</>)\n---', 3, '<Fragment> (<>...</>)'],
    ['comments only', '---\n# title: T\n---', 3, undefined],
    ['no title', '---\nlayout: home\n---', 3, undefined],
    ['an empty title', '---\ntitle: " "\n---', 3, undefined],
    ['a title that is a list', '---\ntitle: [a]\n---', 3, undefined],
    ['nothing in it', '---\n---\ntext', 2, undefined],
    ['white space after the marks', '---  \ntitle: T\n--- \t', 3, 'T'],
    ['an end of three dots', '---\ntitle: T\n...\ntext', 3, 'T'],
    ['marks inside a value', '---\ntitle: a --- b\n---', 3, 'a --- b'],
  ])('reads %s', (_name, text, end, title) => {
    expect(read(text)).toEqual({ end, title, fault: undefined });
  });

  it.each([
    ['a tab as indentation', '---\na:\n\tb: 1\n---\ntext', 4],
    ['a colon in a plain value', '---\ntitle: a: b: c\n---\ntext', 3],
    ['brackets without end', '---\ntags: [a, b\n---\ntext', 3],
    ['the same key twice', '---\ntitle: a\ntitle: b\n---\ntext', 4],
    ['a template', '---\ntitle: {{ page.title }}\nx: {{ y }} z\n---', 4],
  ])('tells a fault on one line, and where the text begins, of %s', (_name, text, end) => {
    const head = read(text);
    expect(head).toMatchObject({ end, title: undefined });
    expect(head.fault).toMatch(/^\S.*[^:\s]$/);
  });

  it.each([
    ['flow lists', `title: ${'['.repeat(20_000)}`],
    ['block lists', '- '.repeat(20_000)],
    ['keys', '? '.repeat(20_000)],
    ['aliases', `a: &a [x]\n${Array.from({ length: 100 }, (_, i) => `b${i}: &b${i} [*a, *a]`).join('\n')}`],
  ])('survives heaps of %s', (_name, yaml) => {
    const head = read(`---\n${yaml}\n---\ntext`);
    expect(head.end).toBe(yaml.split('\n').length + 2);
    expect(head.title).toBeUndefined();
  });

  it('gives up looking for the end after 2,000 lines', () => {
    expect(read(`---\n${Array.from({ length: 5_000 }, (_, n) => `key${n}: 1\n`).join('')}---`).end).toBe(0);
  });
});
