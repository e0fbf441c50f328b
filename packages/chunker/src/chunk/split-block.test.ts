import { describe, expect, it } from 'vitest';
import { pageOf } from '../page/page.fixture.ts';
import { endOf, startOf } from '../scan/blocks.ts';
import type { Piece } from './group.ts';
import { cutBlock } from './split-block.ts';

/** Cuts the only block of the text; checks what holds for every piece of any block. */
function cut(text: string, limit: number): readonly Piece[] {
  const page = pageOf(text);
  expect(page.blocks.kinds).toHaveLength(1);
  const pieces = cutBlock(page, 0, limit);
  let last = startOf(page.blocks, 0);
  for (const { text: own, start, end } of pieces) {
    expect(own.length).toBeLessThanOrEqual(limit);
    expect(own.trim()).not.toBe('');
    expect(own.isWellFormed()).toBe(true);
    expect(start).toBeGreaterThanOrEqual(last);
    expect(end).toBeGreaterThan(start);
    expect(end).toBeLessThanOrEqual(endOf(page.blocks, 0));
    last = start;
  }
  return pieces;
}

const numbered = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => line(n + 1));
const textsOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text);

/** What each piece of a cut fence holds between its first and its last line. */
function insides(pieces: readonly Piece[], opening: string, closing: string): string[] {
  return textsOf(pieces).map((text) => {
    const lines = text.split('\n');
    expect(lines[0]).toBe(opening);
    expect(lines.at(-1)).toBe(closing);
    return lines.slice(1, -1).join('\n');
  });
}

describe('a fence', () => {
  const code = numbered(40, (n) => `const value${n} = ${n};`);

  it.each([
    ['of backticks', '```ts {1,3} [a.ts]', '```', '```'],
    ['of tildes', '~~~sh', '~~~', '~~~'],
    ['of four marks', '````md', '````', '````'],
    ['that is indented', '  ```js', '  ```', '  ```'],
    ['without info string', '```', '```', '```'],
    ['closed by more marks', '```js', '`````', '```'],
  ])('%s is opened and closed again', (_name, opening, end, closing) => {
    const pieces = cut([opening, ...code, end].join('\n'), 200);
    expect(pieces.length).toBeGreaterThan(3);
    expect(insides(pieces, opening, closing).join('\n')).toBe(code.join('\n'));
  });

  it('that is never closed is closed in every piece', () => {
    const pieces = cut(['```js', ...code].join('\n'), 200);
    expect(insides(pieces, '```js', '```').join('\n')).toBe(code.join('\n'));
  });

  it('keeps blank lines, fences of fewer marks and indentation', () => {
    const inner = numbered(12, (n) => `\`\`\`js\n  indented(${n});\n\n\`\`\``);
    const pieces = cut(['````md', ...inner, '````'].join('\n'), 120);
    expect(insides(pieces, '````md', '````').join('\n')).toBe(inner.join('\n'));
  });

  it('is cut between functions rather than inside of one', () => {
    const functions = numbered(12, (n) => `function f${n}() {\n  if (a) {\n    return ${n};\n  }\n  return 0;\n}\n`);
    const pieces = cut(['```js', ...functions, '```'].join('\n'), 400);
    const starts = insides(pieces, '```js', '```').map((inside) => inside.split('\n')[0]);
    expect(starts.length).toBeGreaterThan(2);
    expect(starts.filter((start) => !/^function f\d+\(\) \{$/.test(start ?? ''))).toEqual([]);
  });

  it('is cut into pieces of which none is a crumb', () => {
    const lengths = textsOf(cut(['```', ...code, '```'].join('\n'), 200)).map(({ length }) => length);
    expect(Math.min(...lengths)).toBeGreaterThan(200 / 5);
    expect(lengths.length).toBeLessThan((2.5 * code.join('\n').length) / 200);
  });

  it('tells which lines are in which piece', () => {
    const lines = ['```js', ...code, '```'];
    for (const { text, start, end } of cut(lines.join('\n'), 200)) {
      expect(text).toBe(`\`\`\`js\n${lines.slice(start, end).join('\n')}\n\`\`\``);
    }
  });

  it('with a line that is too long is cut inside of it, and nothing is lost', () => {
    const long = 'x'.repeat(1_000);
    const pieces = cut(['```js', 'before', long, 'after', '```'].join('\n'), 200);
    expect(insides(pieces, '```js', '```').join('').replaceAll('\n', '')).toBe(`before${long}after`);
  });

  it('with an info string that leaves no room is closed all the same', () => {
    const pieces = cut([`\`\`\`js ${'i'.repeat(150)}`, ...code, '```'].join('\n'), 200);
    expect(insides(pieces, '```', '```').join('\n')).toBe(code.join('\n'));
  });

  it('with marks that leave no room has the shortest that its code does not hold', () => {
    const pieces = cut(['`'.repeat(300), '````', ...code].join('\n'), 200);
    expect(insides(pieces, '`````', '`````').join('\n')).toBe(`\`\`\`\`\n${code.join('\n')}`);
  });
});

describe('a table', () => {
  const rows = numbered(30, (n) => `| row ${n} | ${'v'.repeat(n)} |`);

  it('repeats its header', () => {
    const pieces = cut(['| Name | Value |', '| --- | --- |', ...rows].join('\n'), 200);
    const bodies = textsOf(pieces).map((text) => {
      expect(text.startsWith('| Name | Value |\n| --- | --- |\n')).toBe(true);
      return text.split('\n').slice(2);
    });
    expect(bodies.length).toBeGreaterThan(3);
    expect(bodies.flat()).toEqual(rows);
  });

  it('loses its padding, but not what it says of alignment', () => {
    const wide = numbered(20, (n) => `| row ${n}${' '.repeat(100)}|${' '.repeat(100)}v |`);
    const pieces = cut(
      [`| N${' '.repeat(100)}| V |`, `|:${'-'.repeat(100)}|${'-'.repeat(90)}:|`, ...wide].join('\n'),
      200,
    );
    expect(pieces[0]?.text.split('\n').slice(0, 3)).toEqual(['| N | V |', '|:---|---:|', '| row 1 | v |']);
    expect(textsOf(pieces).flatMap((text) => text.split('\n').slice(2))).toHaveLength(20);
  });

  it('that fits without its padding stays whole', () => {
    const padded = rows.slice(0, 5).map((row) => row.replace(' | ', `${' '.repeat(200)} | `));
    expect(cut(['| Name | Value |', '| --- | --- |', ...padded].join('\n'), 200)).toHaveLength(1);
  });

  it('does not repeat a header that leaves no room', () => {
    const header = `| ${'n'.repeat(150)} | Value |`;
    const pieces = cut([header, '| --- | --- |', ...rows].join('\n'), 200);
    expect(textsOf(pieces).flatMap((text) => text.split('\n'))).toEqual([header, '| --- | --- |', ...rows]);
  });

  it('with a row that is too long is cut inside of it, below the header', () => {
    const words = numbered(100, (n) => `word${n}`);
    const pieces = cut(['| N | V |', '| - | - |', `| a | ${words.join(' ')} |`, '| b | c |'].join('\n'), 200);
    expect(textsOf(pieces).every((text) => text.startsWith('| N | V |\n| --- | --- |\n'))).toBe(true);
    expect(textsOf(pieces).flatMap((text) => text.match(/word\d+/g) ?? [])).toEqual(words);
  });
});

describe('a list', () => {
  it.each([
    ['marks', numbered(30, (n) => `- item ${n}\n  goes on`)],
    ['numbers', numbered(60, (n) => `${n}. item ${n}`)],
    ['nested items', numbered(20, (n) => `- item ${n}\n  - below ${n}\n    - deep ${n}`)],
    ['blank lines inside', numbered(20, (n) => `- item ${n}\n\n  paragraph ${n}`)],
    ['fences inside', numbered(20, (n) => `- item ${n}\n  \`\`\`sh\n  - # ${n}\n  \`\`\``)],
  ])('with %s keeps its items whole', (_name, items) => {
    const pieces = cut(items.join('\n'), 150);
    expect(pieces.length).toBeGreaterThan(3);
    expect(textsOf(pieces).join('\n')).toBe(items.join('\n'));
    const begins = new Set(items.map((item) => item.split('\n')[0]));
    expect(textsOf(pieces).filter((text) => !begins.has(text.split('\n')[0]))).toEqual([]);
  });

  it('with an item that is too long is cut inside of that one only', () => {
    const words = numbered(60, (n) => `word${n}`);
    const pieces = textsOf(cut(['- first', `- ${words.join(' ')}`, '- last\n  of all'].join('\n'), 150));
    expect(pieces[0]).toBe('- first');
    expect(pieces.at(-1)).toBe('- last\n  of all');
    expect(pieces.join(' ').match(/word\d+/g)).toEqual(words);
  });

  it('whose item holds a fence that is too long has no piece with half a fence', () => {
    const pieces = textsOf(
      cut(['- first', '', '  ```js', ...numbered(30, (n) => `  call(${n});`), '  ```'].join('\n'), 150),
    );
    expect(pieces.join('\n').match(/call\(\d+\)/g)).toHaveLength(30);
    expect(pieces.filter((text) => (text.match(/^ *```/gm) ?? []).length % 2 === 1)).toEqual([]);
  });
});

describe('other blocks', () => {
  it.each([
    ['a quote', numbered(30, (n) => `> line ${n} of it`)],
    ['code', numbered(30, (n) => `    line ${n} of it`)],
    ['HTML', ['<div>', ...numbered(30, (n) => `<p>line ${n} of it</p>`), '</div>']],
  ])('%s is cut between lines', (_name, lines) => {
    const pieces = cut(lines.join('\n'), 100);
    expect(pieces.length).toBeGreaterThan(3);
    expect(textsOf(pieces).join('\n')).toBe(lines.join('\n'));
    for (const { text, start, end } of pieces) expect(text).toBe(lines.slice(start, end).join('\n'));
  });

  it('a paragraph is cut between lines where these are its sentences', () => {
    const lines = numbered(30, (n) => `line ${n} of it`);
    const pieces = textsOf(cut(lines.join('\n'), 100));
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join('\n')).toBe(lines.join('\n'));
  });

  it('a quote with a fence that is too long has no piece with half a fence', () => {
    const pieces = textsOf(cut(['> ```js', ...numbered(30, (n) => `> call(${n});`), '> ```'].join('\n'), 150));
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.filter((text) => !/^> ```js\n(?:> call\(\d+\);\n)+> ```$/.test(text))).toEqual([]);
  });

  it('a line of a quote that is too long goes on as a quote', () => {
    const words = numbered(60, (n) => `word${n}`);
    const pieces = textsOf(cut(`> ${words.join(' ')}`, 150));
    expect(pieces.filter((text) => !text.startsWith('> word'))).toEqual([]);
    expect(pieces.join(' ').match(/word\d+/g)).toEqual(words);
  });

  it('that fit stay whole', () => {
    expect(cut('one\ntwo', 7)).toEqual([{ text: 'one\ntwo', start: 0, end: 2 }]);
  });
});
