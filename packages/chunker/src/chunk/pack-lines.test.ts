import { describe, expect, it } from 'vitest';
import { packLines, rankByIndent } from './pack-lines.ts';

const flat = (count: number) => new Array<number>(count).fill(0);

describe('packLines', () => {
  it('keeps packed lines of any length within the limit, including prefix and suffix', () => {
    for (let length = 1; length < 130; length += 1) {
      const lines = ['first', 'x'.repeat(length), 'last'];
      const parts = packLines(lines, 10, 60, flat(3), '<<\n', '\n>>');
      for (const { text } of parts) {
        expect(text).toMatch(/^<<\n.+\n>>$/s);
        expect(text.length, `${length}`).toBeLessThanOrEqual(60);
      }
      expect(parts.map(({ text }) => text.slice(3, -3).replaceAll('\n', '')).join('')).toBe(lines.join(''));
    }
  });

  it('reports the lines of each part if units span several lines', () => {
    const units = ['a'.repeat(30), `${'b'.repeat(10)}\n${'b'.repeat(10)}`, 'c'.repeat(30)];
    expect(packLines(units, 10, 40, flat(3))).toEqual([
      { text: units[0], start: 10, end: 11 },
      { text: units[1], start: 11, end: 13 },
      { text: units[2], start: 13, end: 14 },
    ]);
  });

  it('omits blank lines between packed lines', () => {
    expect(
      packLines(['a'.repeat(30), ' '.repeat(30), 'c'.repeat(30)], 0, 32, flat(3)).map(({ start }) => start),
    ).toEqual([0, 2]);
  });

  it('splits a long unit with the given function', () => {
    const parts = packLines(['a', 'b'.repeat(50)], 0, 20, flat(2), '', '', (unit, line) => [
      { text: `split ${unit.length}`, start: line, end: line + 1 },
    ]);
    expect(parts.map(({ text, start }) => [text, start])).toEqual([
      ['a', 0],
      ['split 50', 1],
    ]);
  });
});

describe('rankByIndent', () => {
  it('prefers a boundary after a blank line to one before a blank line or closing bracket', () => {
    const [opening = 0, inner = 0, closing = 0, blank = 0, next = 0] = rankByIndent(['f {', '  a;', '}', '', 'g {']);
    expect(next).toBeLessThan(opening);
    expect(opening).toBeLessThan(inner);
    expect(inner).toBeLessThan(closing);
    expect(Math.min(closing, blank)).toBeGreaterThanOrEqual(14);
  });

  it('prefers a boundary before a row to one before the closing tag', () => {
    const [, row = 0, , body = 0, table = 0] = rankByIndent([
      '<tbody>',
      '    <tr>',
      '    </tr>',
      '  </tbody>',
      '</table>',
    ]);
    expect(row).toBeLessThan(Math.min(body, table));
  });
});
