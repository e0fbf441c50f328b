import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('any other directive', () => {
  it.each([
    ['shows its argument', '.. unknown:: arg *x*\n   goes on\n', '**arg *x* goes on**'],
    ['shows its options', '.. unknown::\n   :class: y\n   :foo: ``bar``\n\n   Text', '- **foo**: `bar`\n\nText'],
    ['shows its content', '.. unknown::\n\n   * a\n\n     b\n', '- a\n\n  b'],
    ['groups', '.. container:: name\n\n   a\n\n   b', 'a\n\nb'],
    ['is for the page', '.. only:: html\n\n   a', 'a'],
    ['is for other formats', 'a\n\n.. only:: latex\n\n   b', 'a'],
    ['may hold titles', '.. only:: html\n\n   Title\n   =====\n\n   a', '# Title\n\na'],
    ['is for the index', '.. index:: a, b\n   single: c\n\nText', 'Text'],
    ['is navigation', '.. contents:: Here\n   :local:\n\nText', 'Text'],
    ['is metadata', '.. meta::\n   :description: x\n\nText', 'Text'],
    ['is a comment', '.. just text\n   that goes on\n\n   and on\n\nText', 'Text'],
    ['is an empty comment', '..\n\n   quoted', '> quoted'],
    ['is a comment below its mark', '..\n   hidden\n\nText', 'Text'],
  ])('%s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it('may give the page a title', () => {
    expect(readRst('.. title:: The page\n\nText')).toMatchObject({ title: 'The page', markdown: 'Text' });
    expect(readRst('Text')).not.toHaveProperty('title');
  });

  it('with one colon gives a warning', () => {
    expect(readRst('.. note: a\n\nText')).toMatchObject({
      markdown: 'Text',
      warnings: [{ line: 1, message: 'A directive needs two colons behind its name; with one it is a comment' }],
    });
  });
});
