import { describe, expect, it } from 'vitest';
import { packLines, rankByIndent } from './pack-lines.ts';

const flat = (count: number) => new Array<number>(count).fill(0);

describe('packLines', () => {
  it('keeps to the limit for lines of any length, frame included', () => {
    for (let length = 1; length < 130; length += 1) {
      const lines = ['first', 'x'.repeat(length), 'last'];
      const pieces = packLines(lines, 10, 60, flat(3), '<<\n', '\n>>');
      for (const { text } of pieces) {
        expect(text).toMatch(/^<<\n.+\n>>$/s);
        expect(text.length, `${length}`).toBeLessThanOrEqual(60);
      }
      expect(pieces.map(({ text }) => text.slice(3, -3).replaceAll('\n', '')).join('')).toBe(lines.join(''));
    }
  });

  it('says which lines are in which piece, where units have several', () => {
    const units = ['a'.repeat(30), `${'b'.repeat(10)}\n${'b'.repeat(10)}`, 'c'.repeat(30)];
    expect(packLines(units, 10, 40, flat(3))).toEqual([
      { text: units[0], start: 10, end: 11 },
      { text: units[1], start: 11, end: 13 },
      { text: units[2], start: 13, end: 14 },
    ]);
  });

  it('leaves out what is blank', () => {
    expect(
      packLines(['a'.repeat(30), ' '.repeat(30), 'c'.repeat(30)], 0, 32, flat(3)).map(({ start }) => start),
    ).toEqual([0, 2]);
  });

  it('has a unit that is too long cut as it is told', () => {
    const pieces = packLines(['a', 'b'.repeat(50)], 0, 20, flat(2), '', '', (unit, line) => [
      { text: `cut ${unit.length}`, start: line, end: line + 1 },
    ]);
    expect(pieces.map(({ text, start }) => [text, start])).toEqual([
      ['a', 0],
      ['cut 50', 1],
    ]);
  });
});

describe('rankByIndent', () => {
  it('is best behind a blank line, worst before one or before a bracket that closes', () => {
    const [opening = 0, inner = 0, closing = 0, blank = 0, next = 0] = rankByIndent(['f {', '  a;', '}', '', 'g {']);
    expect(next).toBeLessThan(opening);
    expect(opening).toBeLessThan(inner);
    expect(inner).toBeLessThan(closing);
    expect(Math.min(closing, blank)).toBeGreaterThanOrEqual(14);
  });

  it('is better before a row than before the tag that closes what holds it', () => {
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
