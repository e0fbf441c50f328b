import { expect, it } from 'vitest';
import { splitWords } from '../text/words.ts';
import { createFirstBlockFinder } from './first-block.ts';
import type { Block } from './markdown-source.ts';

const block = (kind: Block['kind'], text: string): Block => ({
  kind,
  line: 1,
  length: text.length,
  words: splitWords(text),
  heading: [],
  inside: undefined,
  leaf: true,
});
const blocks = [
  block('heading', 'How to use the server'),
  block('paragraph', 'Start the server and open the page that it names.'),
  block('paragraph', 'If you want to know how to use the server in a container, read on below.'),
];
const find = createFirstBlockFinder(blocks);

it.each([
  ['a block that the item contains completely', 'Start the server and open the page that it names.', 1],
  [
    'the first of two blocks in the item',
    'Start the server and open the page that it names. If you want to know how to use the server',
    1,
  ],
  [
    'a truncated block instead of a block that matches only the title path',
    'How to use the server\n\nStart the server and open the page that it',
    1,
  ],
  ['no block if the item contains only the title path', 'How to use the server', undefined],
])('createFirstBlockFinder finds the first block of a page in an item: %s', (_, content, expected) => {
  expect(find(content)).toBe(expected === undefined ? undefined : blocks[expected]);
});
