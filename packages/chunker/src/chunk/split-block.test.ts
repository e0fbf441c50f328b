import { describe, expect, it } from 'vitest';
import { createPage } from '../page/markdown-page.fixture.ts';
import { getEnd, getStart } from '../scan/scanned-blocks.ts';
import type { ItemPart } from './item-group.ts';
import { splitBlock } from './split-block.ts';

/** Splits the only block of a text. Checks the rules that apply to every part of any block. */
function split(text: string, limit: number): readonly ItemPart[] {
  const page = createPage(text);
  expect(page.blocks.kinds).toHaveLength(1);
  const parts = splitBlock(page, 0, limit);
  let last = getStart(page.blocks, 0);
  for (const { text: own, start, end } of parts) {
    expect(own.length).toBeLessThanOrEqual(limit);
    expect(own.trim()).not.toBe('');
    expect(own.isWellFormed()).toBe(true);
    expect(start).toBeGreaterThanOrEqual(last);
    expect(end).toBeGreaterThan(start);
    expect(end).toBeLessThanOrEqual(getEnd(page.blocks, 0));
    last = start;
  }
  return parts;
}

const createNumberedLines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n + 1));
const getTexts = (parts: readonly ItemPart[]) => parts.map(({ text }) => text);

/** Returns the content of each part of a fence, without the opening and closing fence lines. */
function insides(parts: readonly ItemPart[], opening: string, closing: string): string[] {
  return getTexts(parts).map((text) => {
    const lines = text.split('\n');
    expect(lines[0]).toBe(opening);
    expect(lines.at(-1)).toBe(closing);
    return lines.slice(1, -1).join('\n');
  });
}

describe('splitBlock on a fence', () => {
  const code = createNumberedLines(40, (n) => `const value${n} = ${n};`);

  it.each([
    ['has backticks', '```ts {1,3} [a.ts]', '```', '```'],
    ['has tildes', '~~~sh', '~~~', '~~~'],
    ['has four marks', '````md', '````', '````'],
    ['is indented', '  ```js', '  ```', '  ```'],
    ['has no info string', '```', '```', '```'],
    ['has longer closing marks', '```js', '`````', '```'],
  ])('opens and closes a fence in every part if the fence %s', (_name, opening, end, closing) => {
    const parts = split([opening, ...code, end].join('\n'), 200);
    expect(parts.length).toBeGreaterThan(3);
    expect(insides(parts, opening, closing).join('\n')).toBe(code.join('\n'));
  });

  it('adds closing marks to every part if the fence has none', () => {
    const parts = split(['```js', ...code].join('\n'), 200);
    expect(insides(parts, '```js', '```').join('\n')).toBe(code.join('\n'));
  });

  it('preserves blank lines, shorter fences and indentation in the parts of a fence', () => {
    const inner = createNumberedLines(12, (n) => `\`\`\`js\n  indented(${n});\n\n\`\`\``);
    const parts = split(['````md', ...inner, '````'].join('\n'), 120);
    expect(insides(parts, '````md', '````').join('\n')).toBe(inner.join('\n'));
  });

  it('splits code between functions rather than inside one', () => {
    const functions = createNumberedLines(
      12,
      (n) => `function f${n}() {\n  if (a) {\n    return ${n};\n  }\n  return 0;\n}\n`,
    );
    const parts = split(['```js', ...functions, '```'].join('\n'), 400);
    const starts = insides(parts, '```js', '```').map((inside) => inside.split('\n')[0]);
    expect(starts.length).toBeGreaterThan(2);
    expect(starts.filter((start) => !/^function f\d+\(\) \{$/.test(start ?? ''))).toEqual([]);
  });

  it('does not produce tiny parts of a fence', () => {
    const lengths = getTexts(split(['```', ...code, '```'].join('\n'), 200)).map(({ length }) => length);
    expect(Math.min(...lengths)).toBeGreaterThan(200 / 5);
    expect(lengths.length).toBeLessThan((2.5 * code.join('\n').length) / 200);
  });

  it('reports the lines of each part of a fence', () => {
    const lines = ['```js', ...code, '```'];
    for (const { text, start, end } of split(lines.join('\n'), 200)) {
      expect(text).toBe(`\`\`\`js\n${lines.slice(start, end).join('\n')}\n\`\`\``);
    }
  });

  it('splits a line of code that is too long without loss', () => {
    const long = 'x'.repeat(1_000);
    const parts = split(['```js', 'before', long, 'after', '```'].join('\n'), 200);
    expect(insides(parts, '```js', '```').join('').replaceAll('\n', '')).toBe(`before${long}after`);
  });

  it('closes a fence whose info string leaves no space for code', () => {
    const parts = split([`\`\`\`js ${'i'.repeat(150)}`, ...code, '```'].join('\n'), 200);
    expect(insides(parts, '```', '```').join('\n')).toBe(code.join('\n'));
  });

  it('shortens fence marks that leave no space for code', () => {
    const parts = split(['`'.repeat(300), '````', ...code].join('\n'), 200);
    expect(insides(parts, '`````', '`````').join('\n')).toBe(`\`\`\`\`\n${code.join('\n')}`);
  });
});

describe('splitBlock on a table', () => {
  const rows = createNumberedLines(30, (n) => `| row ${n} | ${'v'.repeat(n)} |`);

  it('repeats the header of a table in every part', () => {
    const parts = split(['| Name | Value |', '| --- | --- |', ...rows].join('\n'), 200);
    const bodies = getTexts(parts).map((text) => {
      expect(text.startsWith('| Name | Value |\n| --- | --- |\n')).toBe(true);
      return text.split('\n').slice(2);
    });
    expect(bodies.length).toBeGreaterThan(3);
    expect(bodies.flat()).toEqual(rows);
  });

  it('removes the padding of a table, but preserves alignment', () => {
    const wideLines = createNumberedLines(20, (n) => `| row ${n}${' '.repeat(100)}|${' '.repeat(100)}v |`);
    const parts = split(
      [`| N${' '.repeat(100)}| V |`, `|:${'-'.repeat(100)}|${'-'.repeat(90)}:|`, ...wideLines].join('\n'),
      200,
    );
    expect(parts[0]?.text.split('\n').slice(0, 3)).toEqual(['| N | V |', '|:---|---:|', '| row 1 | v |']);
    expect(getTexts(parts).flatMap((text) => text.split('\n').slice(2))).toHaveLength(20);
  });

  it('keeps a table whole if it fits without padding', () => {
    const padded = rows.slice(0, 5).map((row) => row.replace(' | ', `${' '.repeat(200)} | `));
    expect(split(['| Name | Value |', '| --- | --- |', ...padded].join('\n'), 200)).toHaveLength(1);
  });

  it('does not repeat a table header that leaves no space for rows', () => {
    const header = `| ${'n'.repeat(150)} | Value |`;
    const parts = split([header, '| --- | --- |', ...rows].join('\n'), 200);
    expect(getTexts(parts).flatMap((text) => text.split('\n'))).toEqual([header, '| --- | --- |', ...rows]);
  });

  it('splits a table row that is too long and repeats the header', () => {
    const words = createNumberedLines(100, (n) => `word${n}`);
    const parts = split(['| N | V |', '| - | - |', `| a | ${words.join(' ')} |`, '| b | c |'].join('\n'), 200);
    expect(getTexts(parts).every((text) => text.startsWith('| N | V |\n| --- | --- |\n'))).toBe(true);
    expect(getTexts(parts).flatMap((text) => text.match(/word\d+/g) ?? [])).toEqual(words);
  });
});

describe('splitBlock on a list', () => {
  it.each([
    ['bullets', createNumberedLines(30, (n) => `- item ${n}\n  goes on`)],
    ['numbers', createNumberedLines(60, (n) => `${n}. item ${n}`)],
    ['nested items', createNumberedLines(20, (n) => `- item ${n}\n  - below ${n}\n    - deep ${n}`)],
    ['blank lines', createNumberedLines(20, (n) => `- item ${n}\n\n  paragraph ${n}`)],
    ['fences', createNumberedLines(20, (n) => `- item ${n}\n  \`\`\`sh\n  - # ${n}\n  \`\`\``)],
  ])('keeps list items whole if they have %s', (_name, items) => {
    const parts = split(items.join('\n'), 150);
    expect(parts.length).toBeGreaterThan(3);
    expect(getTexts(parts).join('\n')).toBe(items.join('\n'));
    const begins = new Set(items.map((item) => item.split('\n')[0]));
    expect(getTexts(parts).filter((text) => !begins.has(text.split('\n')[0]))).toEqual([]);
  });

  it('splits only the list item that is too long', () => {
    const words = createNumberedLines(60, (n) => `word${n}`);
    const parts = getTexts(split(['- first', `- ${words.join(' ')}`, '- last\n  of all'].join('\n'), 150));
    expect(parts[0]).toBe('- first');
    expect(parts.at(-1)).toBe('- last\n  of all');
    expect(parts.join(' ').match(/word\d+/g)).toEqual(words);
  });

  it('closes and reopens the fence of a list item in every part', () => {
    const parts = getTexts(
      split(['- first', '', '  ```js', ...createNumberedLines(30, (n) => `  call(${n});`), '  ```'].join('\n'), 150),
    );
    expect(parts.join('\n').match(/call\(\d+\)/g)).toHaveLength(30);
    expect(parts.filter((text) => (text.match(/^ *```/gm) ?? []).length % 2 === 1)).toEqual([]);
  });
});

describe('splitBlock on quotes, code and HTML', () => {
  it.each([
    ['a quote', createNumberedLines(30, (n) => `> line ${n} of it`)],
    ['code', createNumberedLines(30, (n) => `    line ${n} of it`)],
    ['HTML', ['<dl>', ...createNumberedLines(30, (n) => `<dd>line ${n} of it</dd>`), '</dl>']],
  ])('splits %s between lines', (_name, lines) => {
    const parts = split(lines.join('\n'), 100);
    expect(parts.length).toBeGreaterThan(3);
    expect(getTexts(parts).join('\n')).toBe(lines.join('\n'));
    for (const { text, start, end } of parts) expect(text).toBe(lines.slice(start, end).join('\n'));
  });

  it('splits a paragraph between lines if each line is a sentence', () => {
    const lines = createNumberedLines(30, (n) => `line ${n} of it`);
    const parts = getTexts(split(lines.join('\n'), 100));
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.join('\n')).toBe(lines.join('\n'));
  });

  it('closes and reopens the fence of a quote in every part', () => {
    const parts = getTexts(
      split(['> ```js', ...createNumberedLines(30, (n) => `> call(${n});`), '> ```'].join('\n'), 150),
    );
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.filter((text) => !/^> ```js\n(?:> call\(\d+\);\n)+> ```$/.test(text))).toEqual([]);
  });

  it('repeats the quote marks if it splits a long line of a quote', () => {
    const words = createNumberedLines(60, (n) => `word${n}`);
    const parts = getTexts(split(`> ${words.join(' ')}`, 150));
    expect(parts.filter((text) => !text.startsWith('> word'))).toEqual([]);
    expect(parts.join(' ').match(/word\d+/g)).toEqual(words);
  });

  it('keeps blocks whole if they fit into a part', () => {
    expect(split('one\ntwo', 7)).toEqual([{ text: 'one\ntwo', start: 0, end: 2 }]);
  });
});
