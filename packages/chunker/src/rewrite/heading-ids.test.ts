import { describe, expect, it } from 'vitest';
import { createPage, readable } from '../page/markdown-page.fixture.ts';

describe('explicit heading IDs', () => {
  it.each([
    ['# T {#id}\n\na', '# T\n\na'],
    ['# T {/*id*/}\n\na', '# T\n\na'],
    ['# T { #id .class } #\n\na', '# T #\n\na'],
    ['# T `{#no}` {#id}\n\na', '# T `{#no}`\n\na'],
    ['T\nt {#id}\n===\n\na', 'T\nt\n===\n\na'],
    ['# [T](b.md){#id}\n\na', '# [T](b.md)\n\na'],
    ['# T { id="id" }\n\na', '# T\n\na'],
    ['# T {: .class #id }\n\na', '# T\n\na'],
    ['# T %{#id}%\n\na', '# T\n\na'],
    ['# Thank you! [#id]\n\na', '# Thank you!\n\na'],
    ['<h1 id="id">T</h1>\n\na', '# T\n\na'],
  ])('removes and returns an explicit heading ID: %j', (text, expected) => {
    expect(readable(text)).toBe(expected);
    expect(createPage(text).ids).toEqual(new Map([[0, 'id']]));
  });

  it.each(['# T { .a }', '# T {.a.b}', '# T { .a title="b" }', '# T {: .a }'])(
    'removes a list of classes from a heading and returns no heading ID: %j',
    (heading) => {
      expect(readable(`${heading}\n\na`)).toBe('# T\n\na');
      expect(createPage(heading).ids.size).toBe(0);
    },
  );

  it('finds an explicit heading ID in linear time', () => {
    expect(createPage(`# ${'{.a.b.c.d.e'.repeat(50_000)}}`).ids.size).toBe(0);
  });

  it('returns an explicit heading ID with the line of its heading', () => {
    expect(createPage('a\n\n[b]: c\n\n## D {#e}\n\nf\n\n## G\n\nh\n\n### I {#j}\n\nk').ids).toEqual(
      new Map([
        [4, 'e'],
        [12, 'j'],
      ]),
    );
  });

  it.each(['# `{#no}`', '# T \\{#no}', '# T {no}', '# T {#no} t', '# T { a, b }', '# {{ no }}'])(
    'leaves %j unchanged because it contains no heading ID',
    (heading) => {
      expect(readable(`${heading}\n\na`)).toBe(`${heading}\n\na`);
      expect(createPage(`${heading}\n\na`).ids.size).toBe(0);
    },
  );
});
