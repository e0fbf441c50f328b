import { describe, expect, it } from 'vitest';
import { parseAttributeList } from './attribute-list.ts';

describe('parseAttributeList', () => {
  it.each([
    ['', [], {}],
    ['a', ['a'], {}],
    ['a, b ,c', ['a', 'b', 'c'], {}],
    [',a', ['', 'a'], {}],
    ['a=b,c', ['c'], { a: 'b' }],
    ['"a, b",c="d, e",f=\'g\'', ['a, b'], { c: 'd, e', f: 'g' }],
    ['"a \\" b"', ['a " b'], {}],
    ['"a" b', ['"a" b'], {}],
    ['"a', ['"a'], {}],
    ['Cols = "1,2" , x', ['x'], { cols: '1,2' }],
    ['cols="10" options="header"', [], { cols: '10', options: 'header' }],
    ['a,', ['a', ''], {}],
    ['1=2', ['1=2'], {}],
    ['see a = b', ['see a = b'], {}],
  ])('parses the attribute list %j', (text, positional, named) => {
    const list = parseAttributeList(text);
    expect([list.positional, Object.fromEntries(list.named)]).toEqual([positional, named]);
  });
});
