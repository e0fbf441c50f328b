import { describe, expect, it } from 'vitest';
import { formatLabel, getTextAttribute } from './admonition-label.ts';

describe('formatLabel', () => {
  it.each([
    ['note', '', '**Note**'],
    ['TIP', '', '**Tip**'],
    ['see-also', '', '**See also**'],
    ['note', 'A title', '**Note: A title**'],
    ['note', ' Note ', '**Note**'],
    ['note', '**A** b', '**Note: A b**'],
    ['callout', '', ''],
    ['callout', 'A', '**A**'],
    ['aside', 'A', '**A**'],
    ['other', '', undefined],
    ['other', 'A', '**A**'],
  ])('for an admonition with the name %j and the title %j, returns the label %j', (name, title, expected) => {
    expect(formatLabel(name, title)).toBe(expected);
  });
});

describe('getTextAttribute', () => {
  it.each([
    ['title="A b"', 'A b'],
    ["x=1 title='A'", 'A'],
    ['title = "A"', 'A'],
    ['label="A" icon="b"', 'A'],
    ['subtitle="A"', undefined],
    ['title=A', undefined],
    ['title=""', ''],
    ['', undefined],
  ])('returns the text attribute of %j: %j', (attributes, expected) => {
    expect(getTextAttribute(attributes)).toBe(expected);
  });
});
