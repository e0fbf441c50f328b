import { describe, expect, it } from 'vitest';
import type { ItemGroup } from '../chunk/item-group.ts';
import type { Section } from '../section/section-tree.ts';
import { makeItems } from './make-items.ts';

const section = (title: string, anchor = title.toLowerCase(), slug = anchor): Section => ({
  title,
  anchor,
  slug,
  level: 1,
  heading: -1,
  from: 0,
  to: 0,
  children: [],
  end: 0,
});
const page = section('Page', '');

/** Returns a group with one part of one line for each text. */
function group(path: readonly Section[], texts: readonly string[], members: readonly Section[] = []): ItemGroup {
  return { path, members, parts: texts.map((text, at) => ({ text, start: at, end: at + 1 })) };
}

const items = (groups: readonly ItemGroup[], source?: string) =>
  makeItems(groups, {
    path: 'docs/page.md',
    sourceLine: (line) => line + 1,
    getSource: (slug) => (source === undefined ? undefined : `${source}#${slug}`),
  });
const getKeys = (groups: readonly ItemGroup[]) => items(groups).map(({ key }) => key.slice('docs/page.md'.length));

describe('makeItems', () => {
  it('sets key, title, breadcrumb, source URL and lines of an item', () => {
    const groups = [group([page], ['one']), group([page, section('A', 'a', 'a-1')], ['two', 'three words'])];
    expect(items(groups, 'https://x.y/page')).toEqual([
      { key: 'docs/page.md#', title: 'Page', content: 'Page\n\none\n\nSource: https://x.y/page#', lines: [1, 1] },
      {
        key: 'docs/page.md#a',
        title: 'Page › A',
        content: 'Page › A\n\ntwo\n\nSource: https://x.y/page#a-1',
        lines: [1, 1],
      },
      {
        key: 'docs/page.md#a~three-words',
        title: 'Page › A · three words',
        content: 'Page › A\n\nthree words\n\nSource: https://x.y/page#a-1',
        lines: [2, 2],
      },
    ]);
  });

  it('uses the key and source URL of the first of several merged sections', () => {
    const [item] = items([group([page], ['text'], [section('A'), section('B')])], 'https://x.y');
    expect(item).toMatchObject({ key: 'docs/page.md#a', title: 'Page › A, B' });
    expect(item?.content).toMatch(/^Page › A, B\n\n.*#a$/s);
  });

  it('does not begin the content of an item with blank lines, and keeps the indentation of its text', () => {
    expect(items([group([page], ['\n \n    code\n\n\n'])]).map(({ content }) => content)).toEqual(['Page\n\n    code']);
  });

  it.each([
    ['---\n\ntext\n\n---\n\n***\n', 'text'],
    ['text\n\n___', 'text'],
    ['Title\n---', 'Title\n---'],
    ['a\n\n---\n\nb', 'a\n\n---\n\nb'],
  ])('removes only the thematic breaks around the text %j', (text, expected) => {
    expect(items([group([page], [text])]).map(({ content }) => content)).toEqual([`Page\n\n${expected}`]);
  });

  it('skips texts without content', () => {
    expect(items([group([page], ['\u00a0', ' \n\t', 'text'])]).map(({ content }) => content)).toEqual(['Page\n\ntext']);
  });

  it.each<[name: string, groups: readonly ItemGroup[], expected: readonly string[]]>([
    [
      'parts with the same name',
      [group([page], ['a', 'so it is', 'so it is', 'so it is'])],
      ['#', '#~so-it-is', '#~so-it-is~2', '#~so-it-is~3'],
    ],
    ['parts without words', [group([page], ['a', '1', '2'])], ['#', '#~2', '#~3']],
    [
      'a part whose name looks like a number',
      [group([page], ['a', '22', 'ab 2', '33'])],
      ['#', '#~2', '#~ab-2', '#~3'],
    ],
    [
      "a section that has the name of another section's part",
      [group([page, section('A~b', 'a~bc')], ['1']), group([page, section('A', 'a')], ['1', 'bc'])],
      ['#a~bc', '#a', '#a~bc~2'],
    ],
    ['a text in another script', [group([page], ['a', 'はじめに', 'Über uns'])], ['#', '#~はじめに', '#~über-uns']],
  ])('creates unique keys for %s', (_name, groups, expected) => {
    expect(getKeys(groups)).toEqual(expected);
    expect(new Set(items(groups).map(({ title }) => title)).size).toBe(expected.length);
  });

  it('keeps existing keys when a part is inserted above', () => {
    const texts = ['First one.', 'Second one.', 'Third one.', 'Fourth one.'];
    const before = getKeys([group([page], texts)]);
    const after = getKeys([group([page], texts.toSpliced(2, 0, 'New one.'))]);
    expect(after.filter((key) => !before.includes(key))).toEqual(['#~new-one']);
    expect(before.filter((key) => !after.includes(key))).toEqual([]);
  });

  it('creates unique keys and titles for 20,000 parts of the same name', () => {
    const given = items([group([page], new Array<string>(20_000).fill('Same words.'))]);
    expect(new Set(given.map(({ key }) => key)).size).toBe(20_000);
    expect(new Set(given.map(({ title }) => title)).size).toBe(20_000);
  });
});

it('one blank line remains where tags were removed, except in code', () => {
  const text = 'a\n\n  \n\nb\n\n```js\nc\n\n\nd\n```\n\n\ne';
  const [item] = items([group([page], [text])]);
  expect(item?.content).toBe('Page\n\na\n\nb\n\n```js\nc\n\n\nd\n```\n\ne');
});
