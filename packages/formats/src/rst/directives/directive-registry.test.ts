import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('reStructuredText directives', () => {
  it.each([
    ['keeps the argument of an unknown directive', '.. unknown:: arg *x*\n   goes on\n', '**arg *x* goes on**'],
    [
      'keeps the options of an unknown directive',
      '.. unknown::\n   :class: y\n   :foo: ``bar``\n\n   Text',
      '- **foo**: `bar`\n\nText',
    ],
    ['keeps the content of an unknown directive', '.. unknown::\n\n   * a\n\n     b\n', '- a\n\n  b'],
    ['keeps the content of a container', '.. container:: name\n\n   a\n\n   b', 'a\n\nb'],
    ['keeps content for HTML', '.. only:: html\n\n   a', 'a'],
    ['omits content for other formats', 'a\n\n.. only:: latex\n\n   b', 'a'],
    ['allows titles in transparent directives', '.. only:: html\n\n   Title\n   =====\n\n   a', '# Title\n\na'],
    ['omits index entries', '.. index:: a, b\n   single: c\n\nText', 'Text'],
    ['omits tables of contents', '.. contents:: Here\n   :local:\n\nText', 'Text'],
    ['omits metadata', '.. meta::\n   :description: x\n\nText', 'Text'],
    ['omits comments', '.. just text\n   that goes on\n\n   and on\n\nText', 'Text'],
    ['ends an empty comment at a blank line', '..\n\n   quoted', '> quoted'],
    ['omits comments below their marker', '..\n   hidden\n\nText', 'Text'],
  ])('the reStructuredText directive parser %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it('the reStructuredText title directive sets the title of the page', () => {
    expect(readRst('.. title:: The page\n\nText')).toMatchObject({ title: 'The page', markdown: 'Text' });
    expect(readRst('Text')).not.toHaveProperty('title');
  });

  it('warns about a directive with a single colon', () => {
    expect(readRst('.. note: a\n\nText')).toMatchObject({
      markdown: 'Text',
      warnings: [{ line: 1, message: 'A directive name must be followed by two colons; with one, it is a comment' }],
    });
  });
});
