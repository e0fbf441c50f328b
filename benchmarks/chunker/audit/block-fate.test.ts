import { expect, it } from 'vitest';
import { words } from '../text/words.ts';
import { blockFate, itemWords } from './block-fate.ts';

const block = words('The quick brown fox jumps over the lazy dog and then it sleeps in the sun all day long');
const items = (...texts: string[]) => texts.map((text) => itemWords(words(text)));

it.each([
  ['as it is', ['other', `before ${block.join(' ')} after`], 'whole'],
  ['with the address of a link between', [block.join(' ').replace('fox', 'fox (guide/fox.md)')], 'whole'],
  ['in two items', [block.slice(0, 9).join(' '), block.slice(9).join(' ')], 'cut'],
  ['nowhere', ['something else', 'and more of that'], 'lost'],
  ['with a word of it put otherwise', [block.join(' ').replace('quick', 'swift'), 'something else'], 'changed'],
])('reports what happened to a block that is %s', (_, texts, expected) => {
  expect(blockFate(block, items(...texts))).toBe(expected);
});

it('finds the words of HTML between its tags', () => {
  const html = '<p class="one two three four five six">Author</p>\n'.repeat(8);
  const said = words('Author '.repeat(8));
  expect(blockFate(said, items(html), html.length)).toBe('whole');
  expect(blockFate(said, items('<p>Nothing</p>'), html.length)).toBe('lost');
});

it('does not match the same words far apart', () => {
  const filler = Array.from({ length: 200 }, (_, index) => `w${index}`).join(' ');
  expect(blockFate(['see', 'below'], items(`see ${filler} below`))).not.toBe('whole');
});
