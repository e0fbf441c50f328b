import { describe, expect, it } from 'vitest';
import { label, textAttribute } from './admonition.ts';

describe('the bold line of a box', () => {
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
  ])('of %j with the title %j is %j', (name, title, expected) => {
    expect(label(name, title)).toBe(expected);
  });
});

describe('the text of attributes', () => {
  it.each([
    ['title="A b"', 'A b'],
    ["x=1 title='A'", 'A'],
    ['title = "A"', 'A'],
    ['label="A" icon="b"', 'A'],
    ['subtitle="A"', undefined],
    ['title=A', undefined],
    ['title=""', ''],
    ['', undefined],
  ])('of %j is %j', (attributes, expected) => {
    expect(textAttribute(attributes)).toBe(expected);
  });
});
