import { describe, expect, it } from 'vitest';
import { parseOneLineTitle, parseTwoLineTitle } from './section-title.ts';

describe('parseOneLineTitle', () => {
  it.each([
    ['= A', 0, 'A'],
    ['== A b', 1, 'A b'],
    ['====== A', 5, 'A'],
    ['## A', 1, 'A'],
    ['== A ==', 1, 'A'],
    ['== A =', 1, 'A ='],
    ['==\tA', 1, 'A'],
  ])('parses %j as an AsciiDoc section title', (line, level, text) => {
    expect(parseOneLineTitle(line)).toEqual({ level, text, lines: 1 });
  });

  it.each(['==', '==A', '======= A', ' == A', '#A', '====', ''])(
    'does not parse %j as an AsciiDoc section title',
    (line) => {
      expect(parseOneLineTitle(line)).toBeUndefined();
    },
  );
});

describe('parseTwoLineTitle', () => {
  it.each([
    ['Title', '=====', undefined, 0],
    ['Title', '-----', 'x', 1],
    ['Title', '~~~~', 'x', 2],
    ['Title', '^^^^^^', 'x', 3],
    ['Title', '+++++', 'x', 4],
    ['Title', '-------', '', 1],
    ['Title', '~~~', 'x', 2],
    ['標題', '~~~~', '', 2],
    [' Title', '-----', '', 1],
  ])('parses the AsciiDoc title %j underlined by %j', (line, below, after, level) => {
    expect(parseTwoLineTitle(line, below, after)).toEqual({ level, text: line.trim(), lines: 2 });
  });

  it.each([
    ['Title', '-------', 'x'],
    ['Title', '----', undefined, 'is a title'],
    ['Long title', '----', ''],
    ['Title', '---=-', ''],
    ['Title', '*****', ''],
    ['ab', '--', ''],
    ['* a b', '-----', ''],
    ['. a b', '-----', ''],
    ['// ab', '-----', ''],
    ['[abc]', '-----', ''],
    ['|abcd', '-----', ''],
    ['a:: b', '-----', ''],
    ['.....', '-----', ''],
    ['  abc', '-----', ''],
  ])(
    'returns whether an underline makes the line above it an AsciiDoc title: %j above %j',
    (line, below, after, title?: string) => {
      expect(parseTwoLineTitle(line, below, after) !== undefined).toBe(title !== undefined);
    },
  );
});
