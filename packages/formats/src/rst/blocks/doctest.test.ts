import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('doctest block', () => {
  it('ends a reStructuredText doctest block at a blank line', () => {
    expect(md('a\n\n>>> b\n1\n\nc')).toBe('a\n\n```pycon\n>>> b\n1\n```\n\nc');
  });
});
