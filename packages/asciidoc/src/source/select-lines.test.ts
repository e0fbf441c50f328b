import { describe, expect, it } from 'vitest';
import { parseAttributeList } from './attribute-list.ts';
import { selectLines } from './select-lines.ts';

const FILE = `a
// tag::one[]
b
// tag::inner[]
  c
// end::inner[]
// end::one[]
d
# tag::two[]
e
# end::two[]
`;

const select = (options: string, text = FILE) => selectLines(text, parseAttributeList(options)).join('|');

describe('selectLines', () => {
  it.each([
    ['', 'a|b|  c|d|e'],
    ['tag=one', 'b|  c'],
    ['tag=inner', '  c'],
    ['tags=inner;two', '  c|e'],
    ['tags="inner,two"', '  c|e'],
    ['tags=*', 'b|  c|e'],
    ['tags=**', 'a|b|  c|d|e'],
    ['tags=!one', 'a|d|e'],
    ['tags=one;!inner', 'b'],
    ['tags=**;!two', 'a|b|  c|d'],
    ['tags=!*', 'a|d'],
    ['tag=missing', ''],
    ['tag=', 'a|b|  c|d|e'],
    ['lines=1', 'a'],
    ['lines=1..3', 'a|b'],
    ['lines="1;8..-1"', 'a|d|e'],
    ['lines=8..', 'd|e'],
    ['lines=x', ''],
  ])('selects the lines of an include with the attributes %j', (options, lines) => {
    expect(select(options)).toBe(lines);
  });

  it('keeps text that only looks like the tag of a region', () => {
    expect(select('', 'std::tag::x\ntag::a[b]')).toBe('std::tag::x|tag::a[b]');
  });

  it('changes the indentation of the lines that an include selects', () => {
    expect(select('indent=0', '  a\n    b\n\n  c')).toBe('a|  b||c');
    expect(select('indent=2', 'a\n  b')).toBe('  a|    b');
  });

  it.each([
    ['leveloffset=+1', '= A\n== B\n\n----\n= not a title\n----\n== C', '== A|=== B||----|= not a title|----|=== C'],
    ['leveloffset=-1', '== A\n=== B', '= A|== B'],
    ['leveloffset=1', '# A\n```\n# no\n```', '## A|```|# no|```'],
  ])('changes the levels of section titles in an include by %s', (options, text, lines) => {
    expect(select(options, text)).toBe(lines);
  });
});
