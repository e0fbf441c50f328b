import { describe, expect, it } from 'vitest';
import { escapeLineStart, escapeText } from './escape-text.ts';

describe('escapeText', () => {
  it.each([
    ['plain words, 1 < 2 & 3 > 2', 'plain words, 1 < 2 & 3 > 2'],
    ['a_b __c__ _', 'a_b \\_\\_c__ \\_'],
    ['a * b *c*', 'a * b \\*c\\*'],
    ['*', '\\*'],
    ['`', '\\`'],
    ['\\a \\* \\', '\\a \\\\\\* \\\\'],
    ['<a> </a> <!-- <3', '\\<a> \\</a> \\<!-- <3'],
    ['&amp; &#8212; & &nothing', '\\&amp; \\&#8212; & &nothing'],
    ['[a](b) [c] [d][e]', '[a\\](b) [c] [d\\][e]'],
    ['~/a', '~/a'],
    ['~a~', '\\~a\\~'],
  ])('escapes the text %j as %j', (text, expected) => {
    expect(escapeText(text)).toBe(expected);
  });
});

describe('escapeLineStart', () => {
  it.each([
    ['text', 'text'],
    ['# a', '\\# a'],
    ['####### a', '####### a'],
    ['-', '\\-'],
    ['- - -', '\\- - -'],
    ['* * *', '\\* * *'],
    ['== =', '== ='],
    ['==', '\\=='],
    ['|--|', '\\|--|'],
    [':--', '\\:--'],
    ['| a |', '| a |'],
    ['2024) a', '2024\\) a'],
    ['1.5', '1.5'],
    ['[a]: b', '\\[a]: b'],
    ['>a', '\\>a'],
  ])('escapes the start of the line %j as %j', (line, expected) => {
    expect(escapeLineStart(line)).toBe(expected);
  });
});
